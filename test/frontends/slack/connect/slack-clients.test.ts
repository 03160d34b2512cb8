import { expect, it, test } from "vitest";
import { boltLogger, scopeWatch } from "../../../../src/frontends/slack/connect/slack-clients.ts";
import { everyScope } from "../../../../src/frontends/slack/connect/slack-manifest.ts";
import { type RecordingLog, recordingLog } from "../../../fakes/recording-log.ts";
import { aSlackFor, cardFor, givenCard, plain } from "../slack-world.ts";

const warnings = (lines: RecordingLog["lines"]) => lines.filter(({ event }) => event === "slack scopes missing");

/** The log lines after Slack has returned these scopes in its responses to each installation. */
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

test("each set of missing Slack scopes is logged only once per workspace", async () => {
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

test("the loss of a Slack scope is logged only once, at Slack's next response", async () => {
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

// Debug lines contain payloads.
it("debug lines of the Slack libraries are not logged", () => {
  const log = recordingLog();
  boltLogger(log).debug("Received a message on the WebSocket: sk-canary");
  expect(log.lines).toEqual([]);
});

it("error lines of the Slack libraries are cut to 500 characters in the log", () => {
  const log = recordingLog();
  boltLogger(log).error("x".repeat(2_000));
  expect(log.lines).toEqual([{ level: "warn", event: "slack library", fields: { text: "x".repeat(500) } }]);
});
