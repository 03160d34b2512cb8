import { expect, test } from "vitest";
import { Secret } from "../../src/core/text/secret.ts";
import type { RawAnswer } from "../../src/core/video-service.ts";
import { keepNothing } from "../fakes/video-api.ts";
import { localServer, sendJson } from "./local-server.ts";
import { against, apiAt, boat, KEY_TEXT, key } from "./world.ts";

const whole = { code: 0, data: { success: true, taskId: "task_1", creditsUsed: 95, message: "started" } };

/** A server that always responds with this, and a client of that server. */
function serving(status: number, body: unknown, headers: Record<string, string> = {}, ending = "") {
  return against((response) => sendJson(response, status, body, headers), ending);
}

/** One paid call to a server that responds with this. */
async function submitTo(status: number, body: unknown, headers: Record<string, string> = {}) {
  const world = await serving(status, body, headers);
  return { ...world, result: await world.api.submit(key, boat, keepNothing) };
}

const started = (taskId: string, credits: number | null) => ({ ok: true, value: { taskId, credits } });
const unclear = (detail: string) => ({
  ok: false,
  refusal: { kind: "unavailable", sent: true, detail },
});

test("a paid call sends every option and the picture of the video", async () => {
  const { result, received, api } = await submitTo(200, whole);
  expect(result).toEqual(started("task_1", 95));
  const url = "https://pictures.example/cat.png";
  const picture = { source: "address", url, isChecked: true, decidesRatio: false } as const;
  await api.submit(key, { ...boat, duration: 15, picture }, keepNothing);
  const headers = { authorization: `Bearer ${KEY_TEXT}`, "content-type": "application/json" };
  expect(received).toMatchObject([{ path: "/api/generate-video", headers }, {}]);
  const options = { prompt: "a paper boat in the rain", aspectRatio: "16:9", resolution: "480p" };
  expect(received.map(({ body }) => body)).toEqual([
    { ...options, duration: 10, type: "text2video" },
    { ...options, duration: 15, type: "image2video", imageUrl: url },
  ]);
});

test("a repeated paid call sends the same bytes and the same idempotency key", async () => {
  const { origin, received } = await localServer((response) => sendJson(response, 200, whole));
  const { api } = apiAt(origin, [], { header: "X-Start-Key", forMs: 3_600_000 });
  expect(api.idempotency).toEqual({ place: `X-Start-Key ${origin}`, forMs: 3_600_000 });
  for (let call = 0; call < 2; call += 1) await api.submit(key, boat, keepNothing, "key-1");
  await api.submit(key, boat, keepNothing);
  await api.poll(key, "task_1");
  expect(received.map(({ headers }) => headers["x-start-key"])).toEqual(["key-1", "key-1", undefined, undefined]);
  expect(received[1]).toEqual(received[0]);
  const { api: plain } = apiAt(origin);
  await plain.submit(key, boat, keepNothing, "key-1");
  expect([plain.idempotency, received[4]?.headers["x-start-key"]]).toEqual([undefined, undefined]);
});

test.for(["/", "/v7", "/v7/"])("the service's base URL may end with %j", async (ending) => {
  const { api, received } = await serving(200, whole, {}, ending);
  await api.submit(key, boat, keepNothing);
  await api.poll(key, "task_1");
  const base = ending.replace(/\/$/, "");
  expect(received.map(({ path }) => path)).toEqual([`${base}/api/generate-video`, `${base}/api/check-video-status`]);
});

test("each paid call uses a new connection", async () => {
  const { api, connections } = await serving(200, whole);
  for (let call = 0; call < 3; call += 1) await api.submit(key, boat, keepNothing);
  expect(connections()).toBe(3);
  for (let call = 0; call < 20; call += 1) await api.poll(key, "task_1");
  expect(connections()).toBeLessThanOrEqual(5);
});

test.for([
  [401, "a rejected API key", { kind: "bad_key" }],
  [403, "a rejected API key", { kind: "bad_key" }],
  [402, "missing credits", { kind: "no_credits" }],
  [400, "an invalid request", { kind: "bad_request", detail: "http 400" }],
  [404, "a wrong address", { kind: "wrong_address", detail: "http 404" }],
  [405, "a wrong address", { kind: "wrong_address", detail: "http 405" }],
  [413, "an invalid request", { kind: "bad_request", detail: "http 413" }],
  [415, "an invalid request", { kind: "bad_request", detail: "http 415" }],
  [422, "an invalid request", { kind: "bad_request", detail: "http 422" }],
  [425, "a rate limit", { kind: "rate_limited", retryAfterMs: null }],
  [429, "a rate limit", { kind: "rate_limited", retryAfterMs: null }],
] as const)("an HTTP %i response to a paid call is reported as %s", async ([status, , refusal]) => {
  const { result, received } = await submitTo(status, whole);
  expect(result).toEqual({ ok: false, refusal });
  expect(received).toHaveLength(1);
});

test.for([
  ["an error code and a message", { code: 1001, msg: "prompt not allowed" }],
  ["an error code and null data", { code: 1001, data: null }],
  ["an error code and a null task id", { code: 1001, data: { taskId: null } }],
  ["code 0 and the field success set to false", { code: 0, data: { success: false, message: "no" } }],
  ["an error code and the field success set to false", { code: 7, data: { success: false } }],
] as const)("a paid call is reported as an invalid request after an HTTP 200 response with %s", async ([, body]) => {
  const { result } = await submitTo(200, body);
  expect(result).toMatchObject({ ok: false, refusal: { kind: "bad_request", detail: `code ${body.code}` } });
});

test.for([
  ["an empty task id", '{"code":0,"data":{"success":true,"taskId":""}}'],
  ["a number as task id", '{"code":0,"data":{"success":true,"taskId":17}}'],
  ["a control character in the task id", '{"code":0,"data":{"success":true,"taskId":"a\\u0000b"}}'],
  ["a task id of 257 characters", `{"code":0,"data":{"success":true,"taskId":"${"x".repeat(257)}"}}`],
  ["an error code and the field success set to true", '{"code":1,"data":{"success":true}}'],
  ["a refusal and a number as task id", '{"code":1,"data":{"success":false,"taskId":17}}'],
  ["two different task ids", '{"code":0,"data":{"success":false,"taskId":"a"},"taskId":"b"}'],
  ["the field success set to false but no code", '{"success":false}'],
  ["an error code that is a string", '{"code":"1","msg":"no"}'],
  ["code 0 but no task id", '{"code":0}'],
  ["the JSON value null", "null"],
  ["an empty body", ""],
  ["an HTML body", "<html>busy</html>"],
  ["a truncated task id", '{"code":0,"data":{"success":true,"taskId":"tas'],
  ["a task id only inside a quoted prompt", '{"msg":"your prompt was \\"taskId\\":\\"stolen\\"'],
  ["two different task ids in invalid JSON", '"taskId":"a" "taskId":"b"'],
  ["a valid and a numeric task id in invalid JSON", '"taskId":"a" "taskId":17'],
] as const)("a paid call is reported as possibly charged after an HTTP 200 response with %s", async ([, body]) => {
  const { result } = await submitTo(200, body);
  expect(result).toEqual(unclear("answer not in shape"));
});

test.for([
  ["a task id but no code", '{"taskId":"task_9"}', null],
  ["a task id and an error code", '{"code":3,"data":{"success":false,"taskId":"task_9","creditsUsed":95}}', 95],
  ["the same task id twice in a list", '{"code":0,"data":[{"taskId":"task_9"},{"taskId":"task_9"}]}', null],
  [
    "a task id and a string in the field success",
    '{"code":0,"data":{"success":"yes","taskId":"task_9","creditsUsed":95}}',
    null,
  ],
  ["a task id in invalid JSON", '{"code":0,"data":{"success":true,"taskId":"task_9","creditsUsed":95,}}', null],
  ["a line of text before the JSON with the task id", 'Notice: "x"\n{"code":0,"data":{"taskId": "task_9"}}', null],
] as const)("an HTTP 200 response with %s is reported as a started task", async ([, body, credits]) => {
  const { result } = await submitTo(200, body);
  expect(result).toEqual({ ok: true, value: { taskId: "task_9", credits, problem: "answer not in shape" } });
});

// JSON.parse turns the last one into Infinity.
test.for(["null", '"95"', "-1", "[95]", "1e999"])(
  "the value %s of the field creditsUsed is reported as an unknown charge",
  async (creditsUsed) => {
    const body = `{"code":0,"data":{"success":true,"taskId":"task_1","creditsUsed":${creditsUsed}}}`;
    expect((await submitTo(200, body)).result).toEqual(started("task_1", null));
  },
);

test("an API key with characters that an HTTP header cannot contain is rejected without a call", async () => {
  const { api, connections } = await serving(200, whole);
  const bad = { ok: false, refusal: { kind: "bad_key" } };
  for (const text of ["with\nnewline", "nul\0", "del\x7f", "beyond latin-1 ☃", "\ud800", "   ", ""]) {
    const odd = new Secret(text);
    expect(await api.submit(odd, boat, keepNothing)).toEqual(bad);
    expect(await api.poll(odd, "task_1")).toEqual(bad);
    expect(await api.checkKey(odd)).toBe("bad");
  }
  expect(connections()).toBe(0);
});

test("an API key that the service echoes appears in no result and no log line", async () => {
  for (const status of [200, 400, 500]) {
    const { result, log } = await submitTo(status, `{"error":"bad key ${KEY_TEXT}"}`, { "x-echo": KEY_TEXT });
    expect(JSON.stringify([result, log.lines])).not.toContain("canary");
  }
});

const unsure = [
  ...[201, 202, 203, 206, 226, 299, 300, 305, 306, 399, 406, 408, 409, 410, 418, 423, 451],
  ...[500, 501, 502, 503, 504, 529, 599],
] as const;

test("a response with an unexpected HTTP status and a task id is reported as a started task", async () => {
  for (const status of unsure) {
    const { result, received } = await submitTo(status, whole);
    expect(result).toEqual({ ok: true, value: { taskId: "task_1", credits: 95, problem: `http ${status}` } });
    expect(received).toHaveLength(1);
  }
});

test("a paid call is reported as possibly charged after an unexpected HTTP status without a task id", async () => {
  for (const status of [...unsure, 204, 205, 304]) {
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    const { result, received } = await submitTo(status, hasBody ? { code: status, msg: "busy" } : "");
    expect(result).toEqual(unclear(`http ${status}`));
    expect(received).toHaveLength(1);
  }
});

test.for([
  ["two different task ids", '{"taskId":"task_1","other":{"taskId":"task_2"}}'],
  ["a refusal", '{"code":1,"data":{"success":false}}'],
  ["a truncated task id", '{"code":0,"data":{"success":true,"taskId":"tas'],
] as const)("a paid call is reported as possibly charged after an HTTP 502 response with %s", async ([, body]) => {
  expect((await submitTo(502, body)).result).toEqual(unclear("http 502"));
});

test.for([301, 302, 303, 307, 308])(
  "a paid call does not follow a redirect with the HTTP status %i",
  async (status) => {
    const elsewhere = await localServer((response) => sendJson(response, 200, whole));
    const location = `${elsewhere.origin}/api/generate-video`;
    expect((await submitTo(status, "", { location })).result).toEqual(unclear(`http ${status}`));
    const { result, received } = await submitTo(status, whole, { location });
    expect(result).toEqual({ ok: true, value: { taskId: "task_1", credits: 95, problem: `http ${status}` } });
    expect(received).toHaveLength(1);
    expect(elsewhere.received).toEqual([]);
  },
);

test.for([200, 503])(
  "a saved response with the HTTP status %i is parsed to the same result as the original response",
  async (status) => {
    const { api } = await serving(status, { data: { taskId: "task_1" } });
    const answers: RawAnswer[] = [];
    const result = await api.submit(key, boat, async (raw) => void answers.push(raw));
    expect(answers).toHaveLength(1);
    expect(answers.map((raw) => api.readAnswer(JSON.parse(JSON.stringify(raw))))).toEqual([result]);
    expect(result).toMatchObject({ ok: true, value: { taskId: "task_1" } });
  },
);

test("a saved HTTP 502 response without a task id is reported as possibly charged", async () => {
  const { api } = apiAt("http://127.0.0.1:9");
  const text = '{"code":1004,"message":"no","data":{"success":false}}';
  expect(api.readAnswer({ text, isWhole: true, status: 502 })).toEqual(unclear("http 502"));
  // A response that was saved without a status was a 200.
  expect(api.readAnswer({ text, isWhole: true })).toMatchObject({ refusal: { kind: "bad_request" } });
});

test("an HTTP 402 response to a paid call is not saved", async () => {
  const { api } = await serving(402, whole);
  const answers: RawAnswer[] = [];
  await api.submit(key, boat, async (raw) => void answers.push(raw));
  expect(answers).toEqual([]);
});

test.for([
  ["7", 7_000],
  ["0", 0],
  ["Sat, 21 Nov 2026 00:01:30 GMT", 90_000],
  ["Fri, 20 Nov 2026 23:59:00 GMT", 0],
] as const)("the Retry-After header %j is read as a wait of %i ms", async ([header, retryAfterMs]) => {
  const { result } = await submitTo(429, "", { "retry-after": header });
  expect(result).toEqual({ ok: false, refusal: { kind: "rate_limited", retryAfterMs } });
});

test.for(["soon", "-5", "99999999999999999999"])("the Retry-After header %j is ignored", async (header) => {
  const { result } = await submitTo(429, "", { "retry-after": header });
  expect(result).toEqual({ ok: false, refusal: { kind: "rate_limited", retryAfterMs: null } });
});

test.for([
  [
    "the service's message in an HTTP 400 response is reported as plain text",
    400,
    { msg: "Prompt **too long**" },
    { kind: "bad_request", detail: "http 400", serviceWords: "Prompt too long" },
  ],
  [
    "the service's message in an HTTP 422 response is reported",
    422,
    { code: 422, msg: "duration?" },
    { kind: "bad_request", detail: "http 422", serviceWords: "duration?" },
  ],
  [
    "the service's message in an HTTP 200 response with an error code is reported",
    200,
    { code: 7, msg: "Not allowed" },
    { kind: "bad_request", detail: "code 7", serviceWords: "Not allowed" },
  ],
  [
    "the service's message in an HTTP 400 response is not reported if the message contains the API key",
    400,
    { msg: `bad key ${KEY_TEXT}` },
    { kind: "bad_request", detail: "http 400" },
  ],
  [
    "an HTTP 400 response that says “busy” is reported as a busy service",
    400,
    { msg: "The model is busy" },
    { kind: "busy", detail: "http 400" },
  ],
  [
    "an HTTP 200 response that says “overloaded” is reported as a busy service",
    200,
    { code: 5, msg: "Model overloaded, try again later" },
    { kind: "busy", detail: "code 5" },
  ],
  [
    "the service's message in an HTTP 404 response is not reported",
    404,
    { msg: "no such prompt" },
    { kind: "wrong_address", detail: "http 404" },
  ],
  [
    "the service's message in an HTTP 429 response is not reported",
    429,
    { msg: "busy" },
    { kind: "rate_limited", retryAfterMs: null },
  ],
] as const)("%s", async ([, status, body, refusal]) => {
  const { result, received, log } = await submitTo(status, body);
  expect(result).toEqual({ ok: false, refusal });
  expect(received).toHaveLength(1);
  expect(JSON.stringify(log.lines)).not.toMatch(/long|allowed|overloaded|duration/i);
});
