import { at, textAt } from "../recorder.ts";
import { type Opened, type Reach, runChecks, type Side } from "../run-checks.ts";
import { openFrames } from "../socket.ts";
import { actingChecks } from "./acting.ts";
import { blockChecks } from "./blocks.ts";
import { askedOf, type SlackContext, slackCode, slackContext } from "./context.ts";
import { identityChecks } from "./identity.ts";
import { messageChecks } from "./messages.ts";

/** The check that removes the app comes last. */
export const slackChecks = [...identityChecks, ...blockChecks, ...actingChecks, ...messageChecks];

/** The settings for the checks on Slack. */
export interface SlackReach extends Reach {
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  /** The installed app's slash command, with its slash. */
  readonly command: string;
}

/** Connects. Throws with a sentence if it fails. */
export async function openSlack(reach: SlackReach): Promise<Opened> {
  const { edge, person, wait, withinMs, command, receives } = reach;
  const { apiUrl, botToken, appToken } = reach;
  const who = await edge(askedOf(reach, { method: "auth.test" }));
  if (at(who.body, "ok") !== true) throw new Error(`Slack rejects SLACK_BOT_TOKEN (${slackCode(who) ?? who.status}).`);
  const opened = await edge(askedOf(reach, { method: "apps.connections.open", by: "app" }));
  if (at(opened.body, "ok") !== true)
    throw new Error(`Slack rejects SLACK_APP_TOKEN (${slackCode(opened) ?? opened.status}).`);
  const socket = await openFrames(textAt(opened.body, "url"), withinMs, receives);
  await socket.next((frame) => at(frame, "type") === "hello", { what: "hello" });
  const place = {
    apiUrl,
    botToken,
    appToken,
    socket,
    botUserId: textAt(who.body, "user_id"),
    command,
    withinMs,
    receives,
    met: { quiet: null },
  };
  const side: Side<SlackContext> = {
    checks: slackChecks,
    wait,
    codeOf: slackCode,
    contextOf: (tools) => slackContext({ place, person, edge, wait, ...tools }),
  };
  return { run: (chosen) => runChecks(side, chosen), end: async () => socket.close() };
}
