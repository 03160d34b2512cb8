import { expect, test } from "vitest";
import { keepNothing } from "../fakes/video-api.ts";
import { localServer, sendJson } from "./local-server.ts";
import { apiAt, boat, key } from "./world.ts";

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
  const { origin } = await localServer((response) => sendJson(response, 429, "", { "retry-after": header }));
  const result = await apiAt(origin).api.submit(key, boat, keepNothing);
  expect(result).toEqual({ ok: false, refusal: { kind: "rate_limited", retryAfterMs } });
});
