import { Writable } from "node:stream";
import fc from "fast-check";
import pretty from "pino-pretty";
import { expect, test } from "vitest";
import { openLog, scrub } from "../../src/ops/log.ts";
import { anyText } from "../fakes/any-text.ts";
import { runs } from "../fakes/how-many.ts";

function lines(format: "json" | "pretty") {
  const written: string[] = [];
  const destination = new Writable({
    write(part, _encoding, done) {
      written.push(String(part));
      done();
    },
  });
  return {
    log: openLog({ level: "info", pretty: format === "pretty" ? pretty : null, destination }),
    text: () => written.join(""),
  };
}

test("an error that contains a token is logged on one line without the token", () => {
  const { log, text } = lines("json");
  log.error("step failed", { error: 'POST https://hooks.slack.com/commands/T1/2/abcdef\n{"forged":true}' });
  expect(text().trimEnd().split("\n")).toHaveLength(1);
  expect(text()).not.toContain("abcdef");
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(JSON.parse(text())).toMatchObject({ level: "error", time, msg: "step failed" });
});

test("lines below the log level are not written", () => {
  const { log, text } = lines("json");
  log.debug("quiet");
  expect(text()).toBe("");
});

test("LOG_FORMAT=pretty writes one readable line per event", () => {
  const { log, text } = lines("pretty");
  log.info("job settled", { job: "13ca37", outcome: "failed" });
  expect(text().trimEnd().split("\n")).toHaveLength(1);
  expect(text()).toContain("job settled");
  expect(text()).toContain("failed");
});

test.for(["json", "pretty"] as const)(
  "a log line with any text is a single line without control or text-direction characters (log format: %s)",
  (format) => {
    const forgeries = fc.array(
      fc.oneof(
        fc.constantFrom(
          "\r\n",
          "\n",
          "\u0085",
          "\u2028",
          "\u2029",
          "\u001b[2K",
          "\u202e",
          "\u2066",
          "\u200f",
          '"}\n{"level":50',
        ),
        anyText({ maxLength: 20 }),
      ),
    );
    fc.assert(
      fc.property(forgeries, (parts) => {
        const { log, text } = lines(format);
        const forged = parts.join("");
        log.error(forged, { error: forged, text: forged, job: "13ca37" });
        expect(text().match(/\n/g)).toHaveLength(1);
        expect(text().slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(text().isWellFormed()).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  },
);

test("a log line contains only permitted fields, without the content of nested objects", () => {
  const { log, text } = lines("json");
  const refusal = { kind: "unavailable", headers: "canary", prompt: "canary" };
  const nested: Record<string, unknown> = { detail: { url: "canary" } };
  log.warn("card not posted", { ...refusal, ...nested });
  expect(JSON.parse(text())).toMatchObject({ kind: "unavailable", detail: "[object]" });
  expect(text()).not.toContain("canary");
});

test("a logged value of more than 1,000 characters is shortened", () => {
  const { log, text } = lines("json");
  log.warn("slow", { detail: "ab ".repeat(100_000) });
  expect(text().length).toBeLessThan(1_200);
});

const random = "Zx3kQ9vB2mN7pL5rT8wY1cD4";

test.for<[what: string, text: string, secret: string]>([
  ["a Slack bot token", `xoxb-1234567890-${random}`, random],
  ["a Slack app token", "xapp-1-A0-123-abcdef", "123-abcdef"],
  ["an Authorization header", "Authorization: Bearer 0123456789abcdef", "0123456789abcdef"],
  ["an Authorization header with a bot token", `authorization: Bot ${random}`, random],
  ["an Authorization header without a scheme", `authorization: ${random}`, random],
  ["a Basic authorization", "Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNz"],
  ["an API key", "vk-live-0123456789abcdef", "0123456789abcdef"],
  ["a Discord interaction token", "aW50ZXJhY3Rpb246MTIzOmFiY2RlZg", "MTIzOmFiY2"],
  [
    "a Discord interaction URL",
    "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb246MTIz/messages",
    "aW50ZXJhY3Rp",
  ],
  ["a Discord webhook", `https://discord.com/api/webhooks/123/${random}`, random],
  ["a Discord token", "MTAwMDAwMDAwMDAwMDAwMDAx.GabcdE.x34YMuaFQCd3UQlLabgHS_GyaoAjAYKE1QaGAA", "x34YMuaFQCd3UQ"],
  ["a Slack response_url", "https://hooks.slack.com/commands/T1/2/abcdef", "abcdef"],
  [
    "a Slack response_url with escaped slashes",
    String.raw`https:\\/\\/hooks.slack.com\\/actions\\/T1\\/2\\/abcdef`,
    "abcdef",
  ],
  ["a Slack response_url in a form body", "https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1%2F2%2Fabcdef", "abcdef"],
  [
    "a Slack response_url with escaped slashes in a form body",
    "https%3A%5C%2F%5C%2Fhooks.slack.com%5C%2Factions%5C%2FT1%5C%2F2%5C%2Fabcdef",
    "abcdef",
  ],
  ["a response_url on another host", String.raw`{\"response_url\":\"https:\\/\\/proxy.example\\/${random}\"}`, random],
  ["a password in a URL", "rediss://default:correct-horse@redis.example:6379/0", "correct-horse"],
  ["a Discord webhook in JSON", String.raw`https:\\/\\/discord.com\\/api\\/webhooks\\/123\\/${random}`, random],
  ["a Slack webhook", `https://hooks.slack.com/services/T1/B2/${random}`, random],
  ["a Slack upload_url", "https://files.slack.com/upload/v1/CwABAAAAXAoAAZ", "CwABAAAAXAo"],
  ["a Slack url_private", "https://files.slack.com/files-pri/T1-F2/cat.png", "T1-F2"],
  ["a GovSlack response_url", "https://hooks.slack-gov.com/commands/T1/2/abcdef", "abcdef"],
  ["a WebSocket ticket", `wss://wss-primary.slack.com/link/?ticket=${random}&app_id=1`, random],
  ["an OAuth code", `https://x.example/oauth?code=1234567890.${random}`, random],
  ["an OAuth client secret", `client_id=1.2&client_secret=${random}`, random],
  ["an OAuth access token", `{"access_token":"${random}"}`, random],
  ["an OAuth access token in escaped JSON", String.raw`{\"access_token\":\"${random}\"}`, random],
  ["a JSON Web Token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${random}`, random],
  ["a master key of SECRET_KEYS", `k1:${"A".repeat(42)}w=`, "AAAA"],
])("the secret part of %s is removed from a log line", ([, text, secret]) => {
  const line = scrub(`{"error":"request to ${text} failed"}\n`);
  expect(line).not.toContain(secret);
  expect(line).toMatch(/^\{"error":"request to .* failed"\}\n$/);
});

test.for([
  ["a job id and a local URL", '{"job":"13ca37cbee5cd2decf91","outcome":"succeeded","at":"http://127.0.0.1:3000"}'],
  ["a task id", '{"job":"13ca37cbee5cd2decf91","taskId":"task_0190b3f2-5d6e-7a31-9f0a-2b1c","msg":"job settled"}'],
  ["an event id", '{"eventId":"1098765432109876543","act":"make_video","afterMs":1500}'],
  ["error codes", '{"detail":"ECONNRESET","reason":"no hello","code":50001,"status":"in_queue"}'],
  ["the path of a database file", '{"error":"Error: /srv/reelay/data/reelay.db cannot be written"}'],
  ["a stack trace", '{"at":"at step (file:///srv/reelay/dist/jobs/step.js:41:13)"}'],
  ["the ordinary words Bearer, Bot and Basic", '{"text":"Bearer of news, Bot connected, basic needs"}'],
] as const)("a log line with %s is written unchanged", ([, text]) => {
  expect(scrub(`${text}\n`)).toBe(`${text}\n`);
});
