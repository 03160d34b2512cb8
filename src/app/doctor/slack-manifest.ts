import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { ok, refuse } from "../../core/result.ts";
import { manifestOf } from "../program/manifest.ts";
import { ask } from "./ask-slack.ts";
import { type DoctorDeps, type Found, unanswered, type Verdict } from "./check.ts";
import { differenceText } from "./difference.ts";

const some = <T extends z.ZodType>(of: T) => z.array(of).default([]);
/** What is compared of a manifest: all that people or Slack's events can meet. Slack leaves out what is empty. */
const manifest = z.object({
  features: z
    .object({
      slash_commands: some(
        z.object({
          command: z.string(),
          url: z.string().default(""),
          description: z.string().default(""),
          usage_hint: z.string().default(""),
        }),
      ),
      shortcuts: some(
        z.object({ callback_id: z.string(), name: z.string(), type: z.string(), description: z.string() }),
      ),
    })
    .prefault({}),
  oauth_config: z.object({ scopes: z.object({ bot: some(z.string()) }).prefault({}) }).prefault({}),
  settings: z.object({ event_subscriptions: z.object({ bot_events: some(z.string()) }).prefault({}) }).prefault({}),
});
const exported = z.object({ manifest });
const self = z.object({ user_id: z.string() });
const user = z.object({ user: z.object({ profile: z.object({ api_app_id: z.string() }) }) });

const PASTE =
  "Paste what npm run manifest prints at https://api.slack.com/apps, your app, App Manifest, and install the app again where Slack asks for that.";

/**
 * Whether the app has this version's manifest. Slack gives it to the app's owner alone, by a token that lives for twelve hours;
 * without one, the operator is told what to look for.
 */
export async function lookAtManifest(
  { apiUrl, botToken }: { readonly apiUrl: string; readonly botToken: string | null },
  deps: DoctorDeps,
): Promise<Verdict> {
  const ours = manifest.parse(manifestOf(choiceOf(deps.config)));
  const { slackConfigToken } = deps;
  if (!slackConfigToken || botToken === null) return ok(byHand(ours));
  const appId = await ownAppId({ apiUrl, token: botToken }, deps);
  if (!appId.ok) return appId;
  const said = await ask("apps.manifest.export", { apiUrl, token: slackConfigToken }, deps, { app_id: appId.value });
  if (!said.ok) return said;
  const { ok: isGiven, error = "no reason" } = said.value.answer;
  if (!isGiven)
    return unanswered(
      `Slack did not give the app's manifest (${error}). Generate a new SLACK_CONFIG_TOKEN as its owner.`,
    );
  const read = exported.safeParse(said.value.answer);
  if (!read.success) return unanswered("Slack's answer is no manifest that can be compared.");
  return compared(read.data.manifest, ours);
}

function choiceOf({ COMMAND_PREFIX, PUBLIC_URL, slack }: Config) {
  return {
    prefix: COMMAND_PREFIX,
    transport: slack?.transport.kind ?? "socket",
    publicUrl: PUBLIC_URL ?? null,
  } as const;
}

type Manifest = z.output<typeof manifest>;

function byHand({ features }: Manifest): string {
  const names = features.slash_commands.map(({ command }) => command).join(", ");
  return `Slack shows a bot its scopes, but not its commands. This version has ${names}: type / in Slack to see whether all are there. If one is missing: ${PASTE} To have it compared here, set SLACK_CONFIG_TOKEN for one run (docs/slack.md).`;
}

/** The id of the app, whose bot's own profile has it. */
async function ownAppId(bot: Parameters<typeof ask>[1], deps: DoctorDeps): Promise<Found<string>> {
  const said = await ask("auth.test", bot, deps);
  if (!said.ok) return said;
  const own = self.safeParse(said.value.answer);
  if (!own.success) return refuse("It can be compared once the bot's token is accepted.");
  const profile = await ask("users.info", bot, deps, { user: own.data.user_id });
  if (!profile.ok) return profile;
  const read = user.safeParse(profile.value.answer);
  return read.success
    ? ok(read.data.user.profile.api_app_id)
    : unanswered("Slack does not say which app the bot is of.");
}

function compared(there: Manifest, ours: Manifest): Verdict {
  const [old, now] = [partsOf(there), partsOf(ours)];
  const names = [...now.keys()];
  const missing = names.filter((name) => !old.has(name));
  const changed = names.filter((name) => old.has(name) && !isDeepStrictEqual(old.get(name), now.get(name)));
  if (missing.length + changed.length === 0) return ok("the app has this version's");
  return refuse(`It is another version's. ${differenceText({ missing, changed })} ${PASTE}`);
}

/** Each part with its name. */
function partsOf({ features, oauth_config, settings }: Manifest): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...features.slash_commands.map((one) => [one.command, one] as const),
    ...features.shortcuts.map((one) => [`the shortcut ${one.name}`, one] as const),
    ...oauth_config.scopes.bot.map((scope) => [`the scope ${scope}`, true] as const),
    ...settings.event_subscriptions.bot_events.map((event) => [`the event ${event}`, true] as const),
  ]);
}
