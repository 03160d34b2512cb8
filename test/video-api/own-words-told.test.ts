import { expect, test } from "vitest";
import { keepNothing } from "../fakes/video-api.ts";
import { localServer, sendJson } from "./local-server.ts";
import { apiAt, boat, KEY_TEXT, key } from "./world.ts";

test.for([
  [400, { msg: "Prompt **too long**" }, { kind: "bad_request", detail: "http 400", said: "Prompt too long" }],
  [422, { code: 422, msg: "duration?" }, { kind: "bad_request", detail: "http 422", said: "duration?" }],
  [200, { code: 7, msg: "Not allowed" }, { kind: "bad_request", detail: "code 7", said: "Not allowed" }],
  [400, { msg: `bad key ${KEY_TEXT}` }, { kind: "bad_request", detail: "http 400" }],
  [400, { msg: "The model is busy" }, { kind: "busy", detail: "http 400" }],
  [200, { code: 5, msg: "Model overloaded, try again later" }, { kind: "busy", detail: "code 5" }],
  [404, { msg: "no such prompt" }, { kind: "wrong_address", detail: "http 404" }],
  [429, { msg: "busy" }, { kind: "rate_limited", retryAfterMs: null }],
] as const)("a %i that says %j is told in the service's own words, made plain", async ([status, body, refusal]) => {
  const { origin, received } = await localServer((response) => sendJson(response, status, body));
  const { api, log } = apiAt(origin);
  const result = await api.submit(key, boat, keepNothing);
  expect(result).toEqual({ ok: false, refusal });
  expect(received).toHaveLength(1);
  expect(JSON.stringify(log.lines)).not.toMatch(/long|allowed|overloaded|duration/i);
});
