import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Config, SlackConfig } from "../../config.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import {
  type ApplicationRefusal,
  noSentence,
  ownApplication,
  setEndpoint,
} from "../../frontends/discord/connect/discord-application.ts";
import { FEW_SERVERS } from "../../frontends/discord/connect/discord-gateway.ts";
import { listedAtDiscord } from "../../frontends/discord/connect/register-commands.ts";
import { discordApi } from "../../frontends/discord/out/discord-api.ts";
import { optionalScopes, scopes } from "../../frontends/slack/connect/slack-manifest.ts";
import { isOutage } from "../../frontends/slack/out/slack-calls.ts";
import { discordSpecs } from "../platforms.ts";
import { silent } from "../program/print-invite.ts";
import { PROGRAM } from "../program/program-name.ts";
import { manifestOf } from "../program/registered-at-slack.ts";
import {
  below,
  type Check,
  type DoctorDeps,
  differenceText,
  type Found,
  type NetworkDeps,
  type PlatformChecks,
  reached,
  unanswered,
  type Verdict,
} from "./check.ts";

type Discord = Pick<NonNullable<Config["discord"]>, "token" | "apiUrl">;

const DISCORD_TOKEN = "Discord's token";
const SLACK_TOKEN = "Slack's bot token";

const applicationOf = (discord: Discord, network: NetworkDeps) =>
  ownApplication(discordApi({ ...discord, ...network, log: silent }));

export async function checkDiscordToken(discord: Discord, network: NetworkDeps): Promise<Verdict> {
  const application = await applicationOf(discord, network);
  return application.ok
    ? ok(`${application.value.name} (application ${application.value.id})`)
    : withoutApplication(application.refusal);
}

/** Only a refusal means that something is wrong: Discord may be down or busy. */
function withoutApplication({ sentence, isUnanswered }: ApplicationRefusal): Verdict {
  return isUnanswered ? unanswered(sentence) : refuse(sentence);
}

export async function discordPublicKey(discord: Discord, network: NetworkDeps): Promise<string | null> {
  const application = await applicationOf(discord, network);
  return application.ok ? application.value.verify_key : null;
}

export function discordChecks(discord: Discord): PlatformChecks {
  return {
    name: "Discord",
    address: below(discord.apiUrl, "v10/gateway"),
    checks: [
      { about: DISCORD_TOKEN, run: (deps) => checkDiscordToken(discord, deps) },
      { about: "Discord's commands", needs: DISCORD_TOKEN, run: (deps) => checkCommands(discord, deps) },
      { about: "Transport of Discord's commands", needs: DISCORD_TOKEN, run: (deps) => checkEndpoint(discord, deps) },
      { about: "Mentions on Discord", needs: DISCORD_TOKEN, run: (deps) => checkMentions(discord, deps) },
    ],
  };
}

async function checkCommands(discord: Discord, { config, ...network }: DoctorDeps): Promise<Verdict> {
  const { COMMAND_PREFIX: prefix } = config;
  const api = discordApi({ ...discord, ...network, log: silent });
  const application = await ownApplication(api);
  if (!application.ok) return withoutApplication(application.refusal);
  const listed = await listedAtDiscord(api, application.value.id, discordSpecs(prefix));
  if (!listed.ok) {
    const sentence = noSentence(listed.refusal);
    return listed.refusal.kind === "refused" ? refuse(sentence) : unanswered(sentence);
  }
  if (listed.value === "ours") return ok(`/${prefix} and the others are registered`);
  if (listed.value === "none") return ok("not registered yet; the first start registers them");
  const { missing, changed, strange } = listed.value;
  const difference = differenceText({ missing, changed, "not Reelay's": strange });
  return refuse(
    `They do not match this version and its settings. ${difference} Restart Reelay in this version: each start registers its commands.`,
  );
}

async function checkEndpoint(discord: Discord, { config, ...network }: DoctorDeps): Promise<Verdict> {
  const { DISCORD_PUBLIC_KEY: publicKey, PUBLIC_URL: publicUrl } = config;
  const application = await applicationOf(discord, network);
  if (!application.ok) return withoutApplication(application.refusal);
  const { verify_key: verifyKey, interactions_endpoint_url: endpoint } = application.value;
  const portal = "Interactions Endpoint URL, in the Developer Portal at General Information,";
  if (!publicKey)
    return endpoint === null
      ? ok("over the gateway")
      : refuse(`Discord sends them to ${endpoint}. Set DISCORD_PUBLIC_KEY, or empty the ${portal} for the gateway.`);
  if (verifyKey !== null && verifyKey.toLowerCase() !== publicKey.toLowerCase())
    return refuse(
      "DISCORD_PUBLIC_KEY does not belong to this application. Copy it from General Information in the Developer Portal.",
    );
  const wanted = publicUrl ? below(publicUrl, "discord/interactions") : "https://…/discord/interactions";
  if (endpoint === null)
    return config.DISCORD_GATEWAY === "off"
      ? refuse(`Discord sends them to the gateway, which is off. Set the ${portal} to ${wanted}.`)
      : ok(`over the gateway; for HTTP, set the ${portal} to ${wanted}`);
  return publicUrl && endpoint !== wanted
    ? refuse(`Discord sends them to ${endpoint}, not to this bot. Set the ${portal} to ${wanted}.`)
    : ok(`over HTTP, to ${endpoint}`);
}

/** Null if Discord already sends its commands here, or the bot lacks a key or address for it. */
export async function endpointOffer(
  { discord, DISCORD_PUBLIC_KEY: publicKey, PUBLIC_URL: publicUrl }: Config,
  network: NetworkDeps,
) {
  if (!discord || !publicKey || !publicUrl) return null;
  const api = discordApi({ ...discord, ...network, log: silent });
  const application = await ownApplication(api);
  const wanted = below(publicUrl, "discord/interactions");
  if (!application.ok || application.value.interactions_endpoint_url === wanted) return null;
  return {
    address: wanted,
    async take(): Promise<Result<null, string>> {
      const saved = await setEndpoint(api, wanted);
      if (saved.ok) return ok(null);
      const { refusal } = saved;
      if (refusal.kind !== "refused" || refusal.status === 401) return refuse(noSentence(refusal));
      return refuse(
        "Discord got no valid response there. Start Reelay, check that the address leads to its PORT, and try again.",
      );
    },
  };
}

async function checkMentions(discord: Discord, { config, ...network }: DoctorDeps): Promise<Verdict> {
  const { DISCORD_MENTIONS: set } = config;
  const cost = "Discord sends Reelay every message in its servers";
  if (set) return ok(set === "on" ? `received: ${cost}` : "not received: DISCORD_MENTIONS is off");
  const application = await applicationOf(discord, network);
  const servers = application.ok ? application.value.approximate_guild_count : null;
  if (servers === null) return ok("not received: Discord does not report the number of servers");
  return ok(
    servers < FEW_SERVERS
      ? `received, in ${servers === 1 ? "1 server" : `${servers} servers`}: ${cost}`
      : `not received, in ${servers} servers: ${cost}. With DISCORD_MENTIONS=on, Reelay receives them anyway`,
  );
}

const self = z.object({ team: z.string().catch("its workspace"), user: z.string().catch("the bot") });

export async function checkBotToken(credential: Credential, network: NetworkDeps): Promise<Verdict> {
  const cure = "Copy the Bot User OAuth Token from your app's page OAuth & Permissions; it begins with xoxb-.";
  if (!credential.token.startsWith("xoxb-")) return refuse(`This is not a bot token. ${cure}`);
  const response = await ask("auth.test", credential, network);
  if (!response.ok) return response;
  const { ok: isTaken, error = "no reason" } = response.value.answer;
  const { user, team } = self.parse(response.value.answer);
  return isTaken ? ok(`@${user} in ${team}`) : refuse(`Slack refused SLACK_BOT_TOKEN (${error}). ${cure}`);
}

/** Opens no socket. */
export async function checkAppToken(credential: Credential, network: NetworkDeps): Promise<Verdict> {
  const cure =
    "Create one at Basic Information, App-Level Tokens, with connections:write (it begins with xapp-), and check that Socket Mode is on.";
  if (!credential.token.startsWith("xapp-")) return refuse(`This is not an app-level token. ${cure}`);
  const response = await ask("apps.connections.open", credential, network);
  if (!response.ok) return response;
  const { ok: isTaken, error = "no reason" } = response.value.answer;
  return isTaken ? ok("it can open a socket") : refuse(`Slack refused SLACK_APP_TOKEN (${error}). ${cure}`);
}

export async function checkScopes(credential: Credential, network: NetworkDeps): Promise<Verdict> {
  const response = await ask("auth.test", credential, network);
  if (!response.ok) return response;
  if (!response.value.answer.ok) return refuse("They cannot be checked until Slack accepts the bot's token.");
  const granted = response.value.scopes;
  if (granted === null) return ok("Slack does not list them");
  const lacking = (all: Readonly<Record<string, string>>) => Object.keys(all).filter((each) => !granted.includes(each));
  const describe = (all: Readonly<Record<string, string>>) => lacking(all).map((each) => `${each} (to ${all[each]})`);
  const again = `Paste what ${PROGRAM} manifest prints at App Manifest, then reinstall the app at Install App.`;
  const missing = describe(scopes);
  if (missing.length > 0) return refuse(`Missing: ${missing.join(", ")}. ${again}`);
  const without = describe(optionalScopes);
  return ok(
    without.length === 0
      ? "the token has every scope that Reelay uses"
      : `the token has all required scopes, but not ${without.join(" and ")}. To add them: ${again}`,
  );
}

export function slackChecks({ access, apiUrl, transport }: SlackConfig): PlatformChecks {
  const botToken = access.kind === "token" ? access.botToken : null;
  const bot = botToken === null ? null : { apiUrl, token: botToken };
  const app = transport.kind === "socket" ? { apiUrl, token: transport.appToken } : null;
  const checks: readonly (Check | null)[] = [
    bot && { about: SLACK_TOKEN, run: (deps) => checkBotToken(bot, deps) },
    bot && { about: "Slack's scopes", needs: SLACK_TOKEN, run: (deps) => checkScopes(bot, deps) },
    { about: "Slack's manifest", run: (deps) => checkManifest({ apiUrl, botToken }, deps) },
    app && { about: "Slack's app token", run: (deps) => checkAppToken(app, deps) },
  ];
  return {
    name: "Slack",
    address: below(apiUrl, "api.test"),
    isOwnAnswer: async (response) => answer.safeParse(await response.json().catch(() => null)).success,
    checks: checks.filter((check) => check !== null),
  };
}

const some = <T extends z.ZodType>(of: T) => z.array(of).default([]);
/** Compares all that people or Slack's events can reach. Slack leaves out empty parts. */
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
const botSelf = z.object({ user_id: z.string() });
const user = z.object({ user: z.object({ profile: z.object({ api_app_id: z.string() }) }) });

const PASTE = `Paste what ${PROGRAM} manifest prints at https://api.slack.com/apps, your app, App Manifest, and reinstall the app if Slack asks you to.`;

/** Only the app's owner can read the manifest. Without their token, lists what the operator must compare. */
async function checkManifest(
  { apiUrl, botToken }: { readonly apiUrl: string; readonly botToken: string | null },
  deps: DoctorDeps,
): Promise<Verdict> {
  const ours = manifest.parse(manifestOf(choiceOf(deps.config)));
  const { slackConfigToken } = deps;
  if (!slackConfigToken || botToken === null) return ok(byHand(ours));
  const appId = await ownAppId({ apiUrl, token: botToken }, deps);
  if (!appId.ok) return appId;
  const response = await ask("apps.manifest.export", { apiUrl, token: slackConfigToken }, deps, {
    app_id: appId.value,
  });
  if (!response.ok) return response;
  const { ok: isGiven, error = "no reason" } = response.value.answer;
  if (!isGiven)
    return refuse(
      `Slack did not return the app's manifest (${error}). Create a new SLACK_CONFIG_TOKEN as the app's owner.`,
    );
  const read = exported.safeParse(response.value.answer);
  if (!read.success) return unanswered("Slack did not return a valid manifest.");
  return compared(read.data.manifest, ours);
}

function choiceOf({ COMMAND_PREFIX, PUBLIC_URL, slack, operator }: Config) {
  return {
    operator,
    prefix: COMMAND_PREFIX,
    transport: slack?.transport.kind ?? "socket",
    publicUrl: PUBLIC_URL ?? null,
  } as const;
}

type Manifest = z.output<typeof manifest>;

function byHand({ features }: Manifest): string {
  const names = features.slash_commands.map(({ command }) => command).join(", ");
  return `Slack does not show a bot its commands. This version has ${names}: type / in Slack to check them. If one is missing: ${PASTE} To have them compared here, set SLACK_CONFIG_TOKEN for one run (docs/slack.md).`;
}

async function ownAppId(bot: Parameters<typeof ask>[1], deps: DoctorDeps): Promise<Found<string>> {
  const response = await ask("auth.test", bot, deps);
  if (!response.ok) return response;
  const own = botSelf.safeParse(response.value.answer);
  if (!own.success) return refuse("It cannot be compared until Slack accepts the bot's token.");
  const profile = await ask("users.info", bot, deps, { user: own.data.user_id });
  if (!profile.ok) return profile;
  const read = user.safeParse(profile.value.answer);
  return read.success
    ? ok(read.data.user.profile.api_app_id)
    : unanswered("Slack does not report which app the bot belongs to.");
}

function compared(there: Manifest, ours: Manifest): Verdict {
  const [old, now] = [partsOf(there), partsOf(ours)];
  const names = [...now.keys()];
  const missing = names.filter((name) => !old.has(name));
  const changed = names.filter((name) => old.has(name) && !isDeepStrictEqual(old.get(name), now.get(name)));
  if (missing.length + changed.length === 0) return ok("it matches this version and its settings");
  return refuse(`It does not match this version and its settings. ${differenceText({ missing, changed })} ${PASTE}`);
}

function partsOf({ features, oauth_config, settings }: Manifest): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...features.slash_commands.map((one) => [one.command, one] as const),
    ...features.shortcuts.map((one) => [`the shortcut ${one.name}`, one] as const),
    ...oauth_config.scopes.bot.map((scope) => [`the scope ${scope}`, true] as const),
    ...settings.event_subscriptions.bot_events.map((event) => [`the event ${event}`, true] as const),
  ]);
}

interface Credential {
  readonly apiUrl: string;
  readonly token: string;
}

const answer = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
});

async function ask(
  method: string,
  { apiUrl, token }: Credential,
  network: NetworkDeps,
  args: Readonly<Record<string, string>> = {},
): Promise<Found<{ readonly answer: z.infer<typeof answer>; readonly scopes: readonly string[] | null }>> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(args).toString();
  const asked = await reached(network, below(apiUrl, method), { method: "POST", headers, body });
  if (!asked.ok) return unanswered(`Slack cannot be reached (${asked.refusal}). Check the network and SLACK_API_URL.`);
  const { status } = asked.value;
  if (status === 429) return unanswered("Slack is busy. Try again in a minute.");
  if (status >= 500) return unanswered(`Slack has a problem (status ${status}). Try again later.`);
  const read = answer.safeParse(await asked.value.json().catch(() => null));
  if (!read.success) return refuse(`The response is not from Slack (status ${status}). Check SLACK_API_URL.`);
  const { error } = read.data;
  if (!read.data.ok && error !== undefined && isOutage(error))
    return unanswered(`Slack, or this workspace, has a problem (${error}). Try again later.`);
  const granted = asked.value.headers.get("x-oauth-scopes");
  return ok({ answer: read.data, scopes: granted === null ? null : granted.split(",").map((each) => each.trim()) });
}
