import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { openLog } from "../../src/ops/log.ts";
import { scrub } from "../../src/ops/scrub.ts";

function lines(format: "json" | "pretty") {
  const written: string[] = [];
  const destination = new Writable({
    write(part, _encoding, done) {
      written.push(String(part));
      done();
    },
  });
  return { log: openLog({ level: "info", format, destination }), text: () => written.join("") };
}

test.for<[what: string, text: string, secret: string]>([
  ["a Slack bot token", "xoxb-1234567890-abcdefghij", "abcdefghij"],
  ["a Slack app token", "xapp-1-A0-123-abcdef", "123-abcdef"],
  ["an Authorization header", "Bearer 0123456789abcdef", "0123456789abcdef"],
  ["an API key", "vk-live-0123456789abcdef", "0123456789abcdef"],
  [
    "an interaction token",
    "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246MTIz/messages",
    "aW50ZXJhY3Rpb246MTIz",
  ],
  ["a response_url", "https://hooks.slack.com/commands/T1/2/abcdef", "abcdef"],
  ["a Discord token", "MTAwMDAwMDAwMDAwMDAwMDAx.GabcdE.x34YMuaFQCd3UQlLabgHS_GyaoAjAYKE1QaGAA", "x34YMuaFQCd3UQ"],
])("a line shows nothing of %s", ([, text, secret]) => {
  const line = scrub(`{"error":"request to ${text} failed"}\n`);
  expect(line).not.toContain(secret);
  expect(line).toMatch(/^\{"error":"request to .* failed"\}\n$/);
});

test("words that are no secrets stay as they are", () => {
  const line = '{"job":"13ca37cbee5cd2decf91","outcome":"succeeded","at":"http://127.0.0.1:3000"}\n';
  expect(scrub(line)).toBe(line);
});

test("an error with a token in it is logged on one line without it", () => {
  const { log, text } = lines("json");
  log.error("step failed", { error: 'POST https://hooks.slack.com/commands/T1/2/abcdef\n{"forged":true}' });
  expect(text().trimEnd().split("\n")).toHaveLength(1);
  expect(text()).not.toContain("abcdef");
  expect(JSON.parse(text())).toMatchObject({ level: 50, msg: "step failed" });
});

test("what is below the level is not written", () => {
  const { log, text } = lines("json");
  log.debug("quiet");
  expect(text()).toBe("");
});

test("pretty is one readable line an event", () => {
  const { log, text } = lines("pretty");
  log.info("job settled", { job: "13ca37", outcome: "failed" });
  expect(text().trimEnd().split("\n")).toHaveLength(1);
  expect(text()).toContain("job settled");
  expect(text()).toContain("failed");
});
