import { expect, it, test } from "vitest";
import { boltLogger, scopeWatch } from "../../../../src/frontends/slack/connect/slack-clients.ts";
import { everyScope } from "../../../../src/frontends/slack/connect/slack-manifest.ts";
import { type RecordingLog, recordingLog } from "../../../fakes/recording-log.ts";
import { aSlackFor, cardFor, givenCard, plain } from "../slack-world.ts";

const warnings = (lines: RecordingLog["lines"]) => lines.filter(({ event }) => event === "slack scopes missing");

/** The log lines after Slack names such scopes in its answers to each of these installations. */
async function logged(answers: readonly (readonly [string | null, string | null])[]) {
  const log = recordingLog();
  const watch = scopeWatch(log);
  for (const [id, granted] of answers) {
    const headers = granted === null ? new Headers() : new Headers({ "x-oauth-scopes": granted });
    await watch(id, async () => Response.json({ ok: true }, { headers }))("https://slack.com/api/auth.test", {}, 1_000);
  }
  return warnings(log.lines).map(({ fields }) => [fields.workspace, fields.what]);
}

const all = everyScope.join(",");
const without = (...names: readonly string[]) => everyScope.filter((each) => !names.includes(each)).join(", ");

test("a missing Slack scope is logged once per workspace, and again if another scope is missing", async () => {
  const lacking = without("groups:history");
  expect(
    await logged([
      ["T1", lacking],
      ["T1", lacking],
      ["T2", all],
      ["T3", null],
      ["T4", lacking],
      ["T1", without("groups:history", "files:write")],
    ]),
  ).toEqual([
    ["T1", "groups:history"],
    ["T4", "groups:history"],
    ["T1", "files:write, groups:history"],
  ]);
});

test("a bot with all Slack scopes logs no warning, and a bot without a scope logs that scope at Slack's next response", async () => {
  const world = await aSlackFor(cardFor);
  const { slack, log, front } = world;
  const card = await givenCard(world);
  expect(warnings(log.lines)).toEqual([]);
  slack.grants.history = false;
  for (const title of ["Making", "Ready"]) await front.chat.show(card, plain(title), "in_place");
  expect(warnings(log.lines)).toMatchObject([
    { level: "warn", fields: { workspace: null, what: "channels:history, groups:history" } },
  ]);
});

it("debug lines of the Slack libraries, which contain payloads, are dropped, and other lines are shortened", () => {
  const log = recordingLog();
  const logger = boltLogger(log);
  logger.debug("Received a message on the WebSocket: sk-canary");
  expect(log.lines).toEqual([]);
  logger.error("x".repeat(2_000));
  expect(log.lines).toEqual([{ level: "warn", event: "slack library", fields: { text: "x".repeat(500) } }]);
});
