import fc from "fast-check";
import { expect, test } from "vitest";
import { networkFailure } from "../../src/video-api/exchange.ts";
import { readRetryAfter } from "../../src/video-api/read-answer.ts";
import { findTaskId, readStart, readTask, readVideoUrl } from "../../src/video-api/wire.ts";
import { anyText } from "../fakes/any-text.ts";
import { anyUrl } from "../fakes/any-url.ts";
import { runs } from "../fakes/how-many.ts";
import { answer, envelope } from "../fuzz/service-kinds.ts";

const noOrigins: ReadonlySet<string> = new Set();

const anyAnswer = fc.oneof(envelope, fc.json(), anyText());

test("any response to a paid call is parsed into valid values without an exception", () => {
  fc.assert(
    fc.property(anyAnswer, fc.boolean(), (text, isCut) => {
      const reading = readStart(text, isCut);
      if (reading.kind !== "started") return;
      const { taskId, credits } = reading.started;
      expect(taskId).toMatch(/^\P{Cc}{1,256}$/u);
      expect(credits === null || (Number.isFinite(credits) && credits >= 0)).toBe(true);
    }),
    { numRuns: runs(3_000) },
  );
});

test("a response with a task id in an extra field is never read as a refusal of the paid call", () => {
  fc.assert(
    fc.property(answer, fc.string({ minLength: 1 }), (value, taskId) => {
      const text = JSON.stringify({ ...Object(value), extra: { taskId } });
      expect(readStart(text, false).kind).not.toBe("refused");
    }),
    { numRuns: runs(2_000) },
  );
});

test("any response to a poll is parsed into valid values without an exception", () => {
  fc.assert(
    fc.property(anyAnswer, (text) => {
      const reading = readTask(text, "task_1", { httpOrigins: noOrigins, key: null });
      if (reading.kind === "unclear") return;
      const { task } = reading;
      if (task.status === "running" && task.percent !== null) {
        expect(task.percent).toBeGreaterThanOrEqual(0);
        expect(task.percent).toBeLessThanOrEqual(100);
      }
      if (task.status === "succeeded" && task.videoUrl !== null) expect(task.videoUrl).toMatch(/^https:/);
    }),
    { numRuns: runs(3_000) },
  );
});

test("every accepted video URL uses https and contains neither a login nor a control character", () => {
  const anything = fc.oneof(anyUrl(["http", "https", "ftp"]), fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(anything, (given) => {
      const url = readVideoUrl(given, noOrigins);
      if (url !== null) expect(url).toMatch(/^https:\/\/[^@\s\p{Cc}/]+\/[^\s\p{Cc}]*$/u);
    }),
    { numRuns: runs(3_000) },
  );
});

test("a task id is found in JSON that is nested 200,000 levels deep", () => {
  const deep = `${"[".repeat(200_000)}{"taskId":"task_1"}${"]".repeat(200_000)}`;
  expect(readStart(deep, false)).toMatchObject({ kind: "started", started: { taskId: "task_1" } });
});

test("no task id is found in a megabyte of incomplete task ids", () => {
  expect(findTaskId({ text: '"taskId" : '.repeat(90_000) }).kind).toBe("unclear");
});

test("any Retry-After header is either ignored or parsed as a finite delay of zero or more", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.constant(undefined)), (header) => {
      const waitMs = readRetryAfter(header, 0);
      expect(waitMs === null || (Number.isFinite(waitMs) && waitMs >= 0)).toBe(true);
    }),
  );
});

test.for([
  ["ENOTFOUND", "name not resolved"],
  ["EAI_AGAIN", "name not resolved"],
  ["UND_ERR_CONNECT_TIMEOUT", "timed out"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls failure, DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls failure, ERR_TLS_CERT_ALTNAME_INVALID"],
  ["E_NEVER_SEEN", "connection failed"],
] as const)("a network error with the code %s is logged only as “%s”", ([code, words]) => {
  expect(networkFailure(Object.assign(new Error("Bearer vk-canary"), { code }))).toBe(words);
});

test("a network error without a code is logged only as “connection failed”", () => {
  for (const thrown of [new Error("secret"), "secret", null, undefined, { code: 7 }])
    expect(networkFailure(thrown)).toBe("connection failed");
});
