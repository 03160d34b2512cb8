import { expect, test } from "vitest";
import { Secret } from "../../src/core/text/secret.ts";
import { closedOrigin, localServer, sendJson } from "./local-server.ts";
import { against, apiAt, key } from "./world.ts";

/** One poll for task_1 at a server that responds with this status and body. */
async function pollAt(status: number, body: unknown, trustedOrigins: readonly string[] = []) {
  const server = await localServer((response) => sendJson(response, status, body));
  const { api, log } = apiAt(server.origin, trustedOrigins);
  return { result: await api.poll(key, "task_1"), log, server, api };
}

/** A client of a server that never responds. */
const hanging = () => against(() => {});

const task = (data: object) => ({ code: 0, msg: "success", data: { id: "task_1", ...data } });
const running = (percent: number | null) => ({ ok: true, value: { status: "running", percent } });
const unavailable = (detail: string) => ({ ok: false, refusal: { kind: "unavailable", sent: true, detail } });

// JSON.parse turns the last one into Infinity.
test.for([
  ["42.5", "42.5 percent", 42.5],
  ["-3", "0 percent", 0],
  ["250", "100 percent", 100],
  ["null", "unknown", null],
  ['"42"', "unknown", null],
  ["1e999", "unknown", null],
] as const)("the progress value %s in a poll response is reported as %s", async ([progress, , percent]) => {
  for (const status of [200, 201, 203])
    expect((await pollAt(status, `{"code":0,"data":{"status":"running","progress":${progress}}}`)).result).toEqual(
      running(percent),
    );
});

test.for([202, 204, 206])(
  "a poll response with HTTP status %i and an empty body is reported as an unavailable service",
  async (status) => {
    const { result } = await pollAt(status, "");
    expect(result).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
  },
);

test.for([
  [400, "an unknown task", { kind: "unknown_task" }],
  [404, "an unknown task", { kind: "unknown_task" }],
  [410, "an unknown task", { kind: "unknown_task" }],
  [422, "an unknown task", { kind: "unknown_task" }],
  [401, "a rejected API key", { kind: "bad_key" }],
  [403, "a rejected API key", { kind: "bad_key" }],
  [402, "missing credits", { kind: "no_credits" }],
  [429, "a rate limit", { kind: "rate_limited", retryAfterMs: null }],
  [425, "a rate limit", { kind: "rate_limited", retryAfterMs: null }],
  [302, "an unavailable service", { kind: "unavailable", sent: true, detail: "http 302" }],
  [500, "an unavailable service", { kind: "unavailable", sent: true, detail: "http 500" }],
] as const)("a poll response with HTTP status %i is reported as %s", async ([status, , refusal]) => {
  const { result, server } = await pollAt(status, task({ status: "failed" }));
  expect(result).toEqual({ ok: false, refusal });
  expect(server.received).toHaveLength(1);
});

test.for([
  ["with an error code", { code: 5, msg: "busy", data: { status: "failed" } }, "code 5"],
  ["without a code", { data: { status: "failed" } }, "answer not in shape"],
  ["without data", { code: 0 }, "answer not in shape"],
  ["with a number as status", { code: 0, data: { status: 3 } }, "answer not in shape"],
  ["with invalid JSON", "{", "answer not in shape"],
  ["about another task", { code: 0, data: { id: "task_2", status: "failed" } }, "answer of another task"],
  ["with an object as task id", { code: 0, data: { id: { a: 1 }, status: "failed" } }, "answer of another task"],
  [
    "with a task id that cannot become a string",
    { code: 0, data: { id: { toString: 1 }, status: "failed" } },
    "answer of another task",
  ],
  ["with a number as task id", { code: 0, data: { id: 7, status: "failed" } }, "answer of another task"],
] as const)("a poll response %s is reported as an unavailable service", async ([, body, detail]) => {
  const { result } = await pollAt(200, body);
  expect(result).toEqual(unavailable(detail));
});

test("a failed task's reason is taken from the field failReason, not from the response's “success” message", async () => {
  const reasonOf = async (body: unknown) => (await pollAt(200, body)).result;
  const failed = (reason: object) => ({ ok: true, value: { status: "failed", ...reason } });
  expect(await reasonOf(task({ status: "failed", failReason: "No faces" }))).toEqual(failed({ reason: "No faces" }));
  expect(await reasonOf(task({ status: "failed" }))).toEqual(failed({}));
  const withKey = task({ status: "failed", reason: `refused for ${key.reveal()}` });
  expect(await reasonOf(withKey)).toEqual(failed({}));
});

test("a truncated poll response is reported as an unavailable service even if it says that the task has failed", async () => {
  const body = JSON.stringify(task({ status: "failed" }));
  const cut = `HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n${body}`;
  const { api } = await against((_response, _request, socket) => socket.end(cut));
  expect(await api.poll(key, "task_1")).toEqual(unavailable("connection closed"));
});

test("a poll whose connection is refused is reported as an unavailable service", async () => {
  const { api } = apiAt(await closedOrigin());
  expect(await api.poll(key, "task_1")).toEqual(unavailable("connection refused"));
});

test("a poll without a response is aborted after 10 s", async () => {
  const { api, clock, ...server } = await hanging();
  const result = api.poll(key, "task_1");
  await server.arrived(1);
  await clock.advance(10_000);
  expect(await result).toEqual(unavailable("timed out"));
});

test("a call that is aborted while it waits for a connection is not sent later", async () => {
  const { api, clock, ...server } = await hanging();
  const polls = Array.from({ length: 32 }, () => api.poll(key, "task_1"));
  await server.arrived(32);
  const verdict = api.checkKey(key);
  await clock.advance(8_000);
  expect(await verdict).toBe("unchecked");
  await clock.advance(2_000);
  for (const result of await Promise.all(polls)) expect(result).toEqual(unavailable("timed out"));
  const after = api.poll(key, "task_after");
  await server.arrived(33);
  expect(server.received.slice(32)).toMatchObject([{ body: { taskId: "task_after" } }]);
  await clock.advance(10_000);
  await after;
});

test.for([
  ["unchanged if it is one word", "in_queue", "in_queue"],
  ["unchanged if it is a short text", "Waiting for GPU", "Waiting for GPU"],
  ["as “not a word” if it contains control characters", "not a word", "queued\n\x1b[31mred"],
  ["as “not a word” if it looks like an API key", "not a word", "vk-canary-0123456789"],
  ["as “not a word” if it has 41 characters", "not a word", "x".repeat(41)],
  ["as “not a word” if it is empty", "not a word", ""],
] as const)("an unknown task status is reported as running and logged %s", async ([, logged, status]) => {
  const { result, api, log } = await pollAt(200, task({ status, progress: 3 }));
  expect(result).toEqual(running(3));
  await api.poll(key, "task_1");
  expect(log.lines.map(({ fields }) => fields.status)).toEqual([logged]);
});

test.for([
  [
    "with encoded characters is returned unchanged",
    "https://cdn.example/v.mp4?sig=a%20b",
    "https://cdn.example/v.mp4?sig=a%20b",
  ],
  [
    "with 2,048 characters is returned unchanged",
    `https://cdn.example/${"a".repeat(2_028)}`,
    `https://cdn.example/${"a".repeat(2_028)}`,
  ],
  ["with a space is returned encoded", "https://cdn.example/a b>c", "https://cdn.example/a%20b%3Ec"],
  [
    "with plain http is returned if the origin is trusted",
    "http://proxy.example:8080/v.mp4",
    "http://proxy.example:8080/v.mp4",
  ],
] as const)("a video URL %s", async ([, given, videoUrl]) => {
  const { result } = await pollAt(200, task({ status: "succeeded", videoUrl: given }), ["http://proxy.example:8080"]);
  expect(result).toEqual({ ok: true, value: { status: "succeeded", videoUrl } });
});

test.for([
  ["a video URL with 2,049 characters", `https://cdn.example/${"a".repeat(2_029)}`],
  ["a video URL that is too long after encoding", `https://cdn.example/${"ü".repeat(1_000)}`],
  ["a video URL with plain http", "http://cdn.example/v.mp4"],
  ["a video URL with a trusted host's name but another port", "http://proxy.example/v.mp4"],
  ["a video URL with a user name", "https://user@cdn.example/v.mp4"],
  ["a video URL with a line break", "https://cdn.example/v\n.mp4"],
  ["a video URL with ftp", "ftp://cdn.example/v.mp4"],
  ["a number instead of a video URL", 17],
  ["a missing video URL", undefined],
] as const)("%s is ignored", async ([, given]) => {
  const { result } = await pollAt(200, task({ status: "succeeded", videoUrl: given }), ["http://proxy.example:8080"]);
  expect(result).toEqual({ ok: true, value: { status: "succeeded", videoUrl: null } });
});

test("a video URL at the service's own origin may use plain http", async () => {
  const server = await localServer((response) =>
    sendJson(response, 200, task({ status: "succeeded", videoUrl: `${server.origin}/v.mp4` })),
  );
  const { api } = apiAt(`${server.origin}/`);
  const videoUrl = `${server.origin}/v.mp4`;
  expect(await api.poll(key, "task_1")).toEqual({ ok: true, value: { status: "succeeded", videoUrl } });
});

test.for([
  [401, "invalid", "bad"],
  [403, "invalid", "bad"],
  [402, "valid but without credits", "no_credits"],
  [302, "unchecked", "unchecked"],
  [405, "unchecked", "unchecked"],
  [425, "unchecked", "unchecked"],
  [429, "unchecked", "unchecked"],
  [500, "unchecked", "unchecked"],
  [404, "valid", "good"],
  [400, "valid", "good"],
  [200, "valid", "good"],
] as const)("a key test with HTTP status %i reports the API key as %s", async ([status, , verdict]) => {
  const { api, ...server } = await against((response) => sendJson(response, status, { code: 1 }));
  expect(await api.checkKey(key)).toBe(verdict);
  expect(server.received).toMatchObject([{ path: "/api/check-video-status", body: { taskId: "reelay-key-check" } }]);
});

test("an API key is reported as unchecked if the test of the key gets no response within 8 s", async () => {
  const { api, clock, ...server } = await hanging();
  const verdict = api.checkKey(key);
  await server.arrived(1);
  await clock.advance(8_000);
  expect(await verdict).toBe("unchecked");
  expect(await apiAt(await closedOrigin()).api.checkKey(key)).toBe("unchecked");
});

test("an API key with Latin-1 characters is sent unchanged", async () => {
  const { api, ...server } = await against((response) => sendJson(response, 404, ""));
  expect(await api.checkKey(new Secret("schlüssel-0123456789"))).toBe("good");
  expect(server.received[0]?.headers.authorization).toBe("Bearer schlüssel-0123456789");
});

test("closing the client of the video service aborts a running poll and rejects further polls", async () => {
  const { api, ...server } = await hanging();
  const inFlight = api.poll(key, "task_1");
  await server.arrived(1);
  await api.close();
  expect(await inFlight).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
  expect(await api.poll(key, "task_1")).toEqual(unavailable("closed by us"));
  expect(server.received).toHaveLength(1);
});
