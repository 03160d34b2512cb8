import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Environment, readDiscord, readManifest, readSecretKeys, readSlack, readStorage } from "../../config.ts";
import { exists } from "../../keys/durable-file.ts";
import { newEntry } from "../../keys/key-ring.ts";
import type { Network } from "../doctor/check.ts";
import { newAppAddress } from "../program/manifest.ts";
import { type EnvFile, readEnvFile, type Settings, withSettings, writeEnvFile } from "./env-file.ts";
import { nextSteps } from "./next-steps.ts";
import { discordToken, serviceAddress, slackAppToken, slackBotToken } from "./settings.ts";
import { canStandInEnv, settle, type Talk } from "./settle.ts";

export interface SetUpDeps extends Talk, Network {
  /** Where the settings are kept. */
  readonly file: string;
  /** What is set already, in that file or beside it. */
  readonly environment: Environment;
}

/** What setup asks for, or makes. */
const ASKED_FOR = ["DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "VIDEO_API_URL", "SECRET_KEYS"] as const;

/**
 * Asks for what is missing, looks at each with its platform, and writes it down at the end: until then nothing is changed.
 * False where nobody answers any more, or nothing can be written.
 */
export async function setUp(deps: SetUpDeps): Promise<boolean> {
  const { file, environment, print } = deps;
  const there = await readEnvFile(file);
  if (!there.ok) {
    print(there.refusal);
    return false;
  }
  print(
    `Your settings are saved in ${file}. Press Enter to skip a question, Ctrl+C to quit without changing anything.`,
  );
  const answers = await askAll(deps);
  if (answers === "gone" || deps.asker.isStopped()) {
    print("Stopped. Nothing was written.");
    return false;
  }
  const settings = {
    ...fromShell(there.value, environment, print),
    ...answers,
    ...(await masterKey({ ...environment, ...answers }, print)),
  };
  if (!(await write(deps, there.value, settings))) return false;
  for (const line of await nextSteps({ ...environment, ...settings })) print(line);
  return true;
}

/** What is new, by its name. */
async function askAll(deps: SetUpDeps): Promise<Settings | "gone"> {
  const { environment, print } = deps;
  print("");
  print("Discord");
  const { token, apiUrl } = readDiscord(environment);
  const discord = await settle(discordToken(apiUrl, deps), token ?? null, deps);
  if (discord === "gone") return "gone";

  print("");
  print("Slack");
  const slack = await askSlack(deps);
  if (slack === "gone") return "gone";

  print("");
  print("The video service");
  const service = await settle(serviceAddress(deps, environment), environment.VIDEO_API_URL?.trim() || null, deps);
  if (service === "gone") return "gone";
  return {
    ...(discord.isNew && discord.value !== null ? { DISCORD_TOKEN: discord.value } : {}),
    ...slack,
    ...(service.isNew && service.value !== null ? { VIDEO_API_URL: service.value } : {}),
  };
}

/** What the shell sets and the file does not: the next shell may not set it. */
function fromShell({ text }: EnvFile, environment: Environment, print: Talk["print"]): Settings {
  const written = parseEnv(text);
  const given = ASKED_FOR.flatMap((name) => {
    const value = environment[name]?.trim();
    return value && !written[name]?.trim() ? [[name, value] as const] : [];
  });
  const [storable, odd] = [true, false].map((fits) => given.filter(([, value]) => canStandInEnv(value) === fits));
  const names = (some: typeof given = []) => some.map(([name]) => name).join(", ");
  if (storable?.length || odd?.length) print("");
  if (storable?.length)
    print(`Your shell sets ${names(storable)}: saved here too, so that Reelay also starts from another shell.`);
  if (odd?.length)
    print(`Your shell sets ${names(odd)}, with characters that a .env file cannot hold. Set it where Reelay starts.`);
  return Object.fromEntries(storable ?? []);
}

/** Both tokens of a workspace, or none: one alone does not start. */
async function askSlack(deps: SetUpDeps): Promise<Settings | "gone"> {
  const { environment, asker, print } = deps;
  const { apiUrl, botToken, appToken, isByHttp, isForMany } = readSlack(environment);
  if (isForMany) {
    print("  It is already set up for many workspaces.");
    return {};
  }
  if (botToken === null && appToken === null && !isByHttp) {
    const wants = await asker.ask("  Use Reelay on Slack? (y; Enter: no): ");
    if (wants === null) return "gone";
    if (!/^y(es)?$/i.test(wants)) return {};
    showManifest(deps);
  }
  const bot = await settle(slackBotToken(apiUrl, deps), botToken, deps);
  if (bot === "gone") return "gone";
  const botSetting = bot.isNew && bot.value !== null ? { SLACK_BOT_TOKEN: bot.value } : {};
  if (bot.value === null || (isByHttp && appToken === null)) return botSetting;
  const app = await settle(slackAppToken(apiUrl, deps), appToken, deps);
  if (app === "gone") return "gone";
  if (app.value === null) {
    print("  Slack needs both tokens, so it is skipped.");
    return {};
  }
  return { ...botSetting, ...(app.isNew ? { SLACK_APP_TOKEN: app.value } : {}) };
}

function showManifest({ environment, print }: SetUpDeps): void {
  print("  Open this address and choose your workspace; the app is filled in already:");
  print("");
  print(newAppAddress(readManifest(environment, false)));
  print("");
  print("  If it does not open: https://api.slack.com/apps, Create New App, From a manifest, and paste there what");
  print("  npm run manifest prints.");
}

/** A fresh one, but where there is one already: what it sealed could not be opened any more. */
async function masterKey(environment: Environment, print: Talk["print"]): Promise<Settings> {
  if (readSecretKeys(environment) !== null) return {};
  const { DISCORD_TOKEN, SLACK_BOT_TOKEN } = environment;
  if (!DISCORD_TOKEN && !SLACK_BOT_TOKEN) return {};
  print("");
  const keyFile = join(readStorage(environment).dir, "secret.keys");
  if (await exists(keyFile)) {
    print(`Reelay keeps using the master key in ${keyFile}.`);
    return {};
  }
  print(
    "SECRET_KEYS is a new master key that encrypts people's API keys. Keep a copy somewhere safe: without it they cannot be read.",
  );
  return { SECRET_KEYS: newEntry() };
}

async function write({ file, print }: SetUpDeps, there: EnvFile, settings: Settings): Promise<boolean> {
  const names = Object.keys(settings);
  print("");
  if (names.length === 0 && !there.isOpen) {
    print(`Nothing new: ${file} is unchanged.`);
    return true;
  }
  const text = names.length === 0 ? there.text : withSettings(there.text, settings);
  if (text === null) {
    print(`${file} has a line that is not NAME=value, so it was not changed. Fix that line and run this again.`);
    return false;
  }
  const written = await writeEnvFile(file, text);
  if (!written.ok) {
    print(`${written.refusal} Give this user permission to write there, then run this again.`);
    return false;
  }
  if (there.isOpen) print(`Others on this machine could read ${file}: now only you can.`);
  if (names.length > 0) print(`Written to ${file}, which only you can read: ${names.join(", ")}.`);
  return true;
}
