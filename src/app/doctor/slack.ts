import { z } from "zod";
import type { SlackConfig } from "../../config/slack-config.ts";
import { ok, refuse } from "../../core/result.ts";
import { optionalScopes, scopes } from "../../frontends/slack/connect/slack-manifest.ts";
import { ask, type Credential } from "./ask-slack.ts";
import type { Check, Network, Verdict } from "./check.ts";
import { lookAtManifest } from "./slack-manifest.ts";

const self = z.object({ team: z.string().catch("its workspace"), user: z.string().catch("the bot") });

/** Whether Slack takes that bot's token, and in which workspace. */
export async function lookAtBotToken(credential: Credential, ways: Network): Promise<Verdict> {
  const cure = "Copy the Bot User OAuth Token from your app's page OAuth & Permissions; it begins with xoxb-.";
  if (!credential.token.startsWith("xoxb-")) return refuse(`This is not a bot token. ${cure}`);
  const said = await ask("auth.test", credential, ways);
  if (!said.ok) return said;
  const { ok: isTaken, error = "no reason" } = said.value.answer;
  const { user, team } = self.parse(said.value.answer);
  return isTaken ? ok(`@${user} in ${team}`) : refuse(`Slack refused SLACK_BOT_TOKEN (${error}). ${cure}`);
}

/** Whether a socket may be opened with that token; none is. */
export async function lookAtAppToken(credential: Credential, ways: Network): Promise<Verdict> {
  const cure =
    "Create one at Basic Information, App-Level Tokens, with connections:write (it begins with xapp-), and check that Socket Mode is on.";
  if (!credential.token.startsWith("xapp-")) return refuse(`This is not an app-level token. ${cure}`);
  const said = await ask("apps.connections.open", credential, ways);
  if (!said.ok) return said;
  const { ok: isTaken, error = "no reason" } = said.value.answer;
  return isTaken ? ok("it can open a socket") : refuse(`Slack refused SLACK_APP_TOKEN (${error}). ${cure}`);
}

/** Whether the bot's token has all that Reelay needs. */
export async function lookAtScopes(credential: Credential, ways: Network): Promise<Verdict> {
  const said = await ask("auth.test", credential, ways);
  if (!said.ok) return said;
  if (!said.value.answer.ok) return refuse("They can be checked once the bot's token is accepted.");
  const granted = said.value.scopes;
  if (granted === null) return ok("Slack does not list them");
  const lacking = (all: Readonly<Record<string, string>>) => Object.keys(all).filter((each) => !granted.includes(each));
  const describe = (all: Readonly<Record<string, string>>) => lacking(all).map((each) => `${each} (to ${all[each]})`);
  const again = "Paste what npm run manifest prints at App Manifest, then install the app again at Install App.";
  const missing = describe(scopes);
  if (missing.length > 0) return refuse(`Missing: ${missing.join(", ")}. ${again}`);
  const without = describe(optionalScopes);
  return ok(
    without.length === 0
      ? "all of them"
      : `all that it needs, but not ${without.join(" and ")}. To grant them: ${again}`,
  );
}

export function slackChecks({ access, apiUrl, transport }: SlackConfig): readonly Check[] {
  const checks: Check[] = [];
  if (access.kind === "token") {
    const credential = { apiUrl, token: access.botToken };
    checks.push({ about: "Slack's bot token", look: (deps) => lookAtBotToken(credential, deps) });
    checks.push({ about: "Slack's scopes", look: (deps) => lookAtScopes(credential, deps) });
  }
  const botToken = access.kind === "token" ? access.botToken : null;
  checks.push({ about: "Slack's manifest", look: (deps) => lookAtManifest({ apiUrl, botToken }, deps) });
  if (transport.kind === "socket") {
    const credential = { apiUrl, token: transport.appToken };
    checks.push({ about: "Slack's app token", look: (deps) => lookAtAppToken(credential, deps) });
  }
  return checks;
}
