import { expect, test } from "vitest";
import type { RawAnswer } from "../../src/core/video-service.ts";
import { keepNothing } from "../fakes/video-api.ts";
import { localServer, sendJson } from "./local-server.ts";
import { apiAt, boat, KEY_TEXT, key } from "./world.ts";

const whole = { code: 0, data: { success: true, taskId: "task_1", creditsUsed: 95, message: "started" } };

/** One paid call against a server that says so. */
async function submitTo(status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = await localServer((response) => sendJson(response, status, body, headers));
  const { api, clock, log } = apiAt(server.origin);
  return { ...server, clock, log, result: await api.submit(key, boat, keepNothing) };
}

const unclear = (detail: string) => ({
  ok: false,
  refusal: { kind: "unavailable", sent: true, detail, ...(/^http [45]/.test(detail) && { isError: true }) },
});

const unsure = [
  ...[201, 202, 203, 206, 226, 299, 300, 305, 306, 399, 406, 408, 409, 410, 418, 423, 451],
  ...[500, 501, 502, 503, 504, 529, 599],
] as const;

test.for([...unsure, 204, 205, 304])(
  "%i without a task id is told as may-be-charged and never sent again",
  async (status) => {
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    const { result, received } = await submitTo(status, hasBody ? { code: status, msg: "busy" } : "");
    expect(result).toEqual(unclear(`http ${status}`));
    expect(received).toHaveLength(1);
  },
);

test.for(unsure)("%i with one clear task id is a task that runs, and is never sent again", async (status) => {
  const { result, received } = await submitTo(status, whole);
  expect(result).toEqual({ ok: true, value: { taskId: "task_1", credits: 95, amiss: `http ${status}` } });
  expect(received).toHaveLength(1);
});

test.for([
  ['{"code":409,"msg":"busy","data":{"taskId":"task_1"}}', null],
  ['{"code":1,"data":{"success":false,"taskId":"task_1","creditsUsed":95}}', 95],
  ['<html>{"taskId":"task_1"}</html>', null],
] as const)("a task id in an odd body of a 500 is a task that runs: %s", async ([body, credits]) => {
  const { result } = await submitTo(500, body);
  expect(result).toEqual({ ok: true, value: { taskId: "task_1", credits, amiss: "http 500" } });
});

test.for([
  '{"taskId":"task_1","other":{"taskId":"task_2"}}',
  '{"taskId":17}',
  '{"code":1,"data":{"success":false}}',
  '{"code":0,"data":{"success":true,"taskId":"tas',
])("a 502 without one clear task id is told as may-be-charged, whatever else it says: %s", async (body) => {
  const { result } = await submitTo(502, body);
  expect(result).toEqual(unclear("http 502"));
});

test.for([301, 302, 303, 307, 308])("a redirect with %i is not followed and may have been charged", async (status) => {
  const elsewhere = await localServer((response) => sendJson(response, 200, whole));
  const location = `${elsewhere.origin}/api/generate-video`;
  expect((await submitTo(status, "", { location })).result).toEqual(unclear(`http ${status}`));
  const { result, received } = await submitTo(status, whole, { location });
  expect(result).toEqual({ ok: true, value: { taskId: "task_1", credits: 95, amiss: `http ${status}` } });
  expect(received).toHaveLength(1);
  expect(elsewhere.received).toEqual([]);
});

test.for([200, 202, 503])("a body with status %i is saved as it came, and read the same way later", async (status) => {
  const server = await localServer((response) => sendJson(response, status, { data: { taskId: "task_1" } }));
  const { api } = apiAt(server.origin);
  const answers: RawAnswer[] = [];
  const result = await api.submit(key, boat, async (raw) => void answers.push(raw));
  expect(answers).toHaveLength(1);
  expect(answers.map((raw) => api.readAnswer(JSON.parse(JSON.stringify(raw))))).toEqual([result]);
  expect(result).toMatchObject({ ok: true, value: { taskId: "task_1" } });
});

test("a saved answer of an odd status without a task is no clear refusal, whatever its body says", async () => {
  const { api } = apiAt("http://127.0.0.1:9");
  const text = '{"code":1004,"message":"no","data":{"success":false}}';
  expect(api.readAnswer({ text, isWhole: true, status: 502 })).toEqual(unclear("http 502"));
  // A 200 is not written down.
  expect(api.readAnswer({ text, isWhole: true })).toMatchObject({ refusal: { kind: "bad_request" } });
});

test("a clear refusal by its status is not saved", async () => {
  const server = await localServer((response) => sendJson(response, 402, whole));
  const { api } = apiAt(server.origin);
  const answers: RawAnswer[] = [];
  await api.submit(key, boat, async (raw) => void answers.push(raw));
  expect(answers).toEqual([]);
});

test.for([
  ["7", 7_000],
  ["0", 0],
  ["Sat, 21 Nov 2026 00:01:30 GMT", 90_000],
  ["Fri, 20 Nov 2026 23:59:00 GMT", 0],
  ["soon", null],
  ["-5", null],
  ["1.5", null],
  ["99999999999999999999", null],
  ["2026-11-21", null],
] as const)("Retry-After %j waits %s ms", async ([header, retryAfterMs]) => {
  const { result } = await submitTo(429, "", { "retry-after": header });
  expect(result).toEqual({ ok: false, refusal: { kind: "rate_limited", retryAfterMs } });
});

test.for([
  [400, { msg: "Prompt **too long**" }, { kind: "bad_request", detail: "http 400", serviceWords: "Prompt too long" }],
  [422, { code: 422, msg: "duration?" }, { kind: "bad_request", detail: "http 422", serviceWords: "duration?" }],
  [200, { code: 7, msg: "Not allowed" }, { kind: "bad_request", detail: "code 7", serviceWords: "Not allowed" }],
  [400, { msg: `bad key ${KEY_TEXT}` }, { kind: "bad_request", detail: "http 400" }],
  [400, { msg: "The model is busy" }, { kind: "busy", detail: "http 400" }],
  [200, { code: 5, msg: "Model overloaded, try again later" }, { kind: "busy", detail: "code 5" }],
  [404, { msg: "no such prompt" }, { kind: "wrong_address", detail: "http 404" }],
  [429, { msg: "busy" }, { kind: "rate_limited", retryAfterMs: null }],
] as const)("a %i that says %j is told in the service's own words, made plain", async ([status, body, refusal]) => {
  const { result, received, log } = await submitTo(status, body);
  expect(result).toEqual({ ok: false, refusal });
  expect(received).toHaveLength(1);
  expect(JSON.stringify(log.lines)).not.toMatch(/long|allowed|overloaded|duration/i);
});
