import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { variables } from "../../config/variables.ts";
import { clearTextProblems, type Environment, readConfig, readParts, secretFilesOf } from "../../config.ts";
import { exists } from "../../core/durable-file.ts";
import { ok, refuse } from "../../core/result.ts";
import { newEntry } from "../../keys/key-ring.ts";
import { oneLine, scrub } from "../../ops/log.ts";
import type { NetworkDeps, Verdict } from "../doctor/check.ts";
import { checkService } from "../doctor/own-checks.ts";
import {
  checkAppToken,
  checkBotToken,
  checkDiscordToken,
  checkScopes,
  discordPublicKey,
} from "../doctor/platform-checks.ts";
import { inviteText } from "../program/print-invite.ts";
import { PROGRAM } from "../program/program-name.ts";
import { newAppAddress } from "../program/registered-at-slack.ts";
import type { Asker } from "./asker.ts";
import { type EnvFile, type EnvSettings, openEnvFile, withSettings, writeEnvFile } from "./env-file.ts";

export interface SetUpDeps extends Talk, NetworkDeps {
  readonly file: string;
  readonly environment: Environment;
}

const ASKED_FOR = [
  "DISCORD_TOKEN",
  "DISCORD_PUBLIC_KEY",
  "DISCORD_GATEWAY",
  "SLACK_BOT_TOKEN",
  "SLACK_APP_TOKEN",
  "VIDEO_API_URL",
  "SECRET_KEYS",
] as const;

/**
 * Checks each setting with its platform, and writes them only at the end. Returns false if input ended or nothing could be
 * written.
 */
export async function setUp(deps: SetUpDeps): Promise<boolean> {
  const { file, environment, print } = deps;
  const there = await openEnvFile(file);
  if (!there.ok) {
    print(there.refusal);
    return false;
  }
  print(
    `Each answer is checked, and all are written to ${file} at the end. Press Enter to skip a question, Ctrl+C to quit without changing anything.`,
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

async function askAll(deps: SetUpDeps): Promise<EnvSettings | "gone"> {
  const { environment, print } = deps;
  print("");
  print("Discord");
  const discord = await askDiscord(deps);
  if (discord === "gone") return "gone";

  print("");
  print("Slack");
  const slack = await askSlack(deps);
  if (slack === "gone") return "gone";

  print("");
  print("The video service");
  const service = await settle(serviceAddress(deps, environment), environment.VIDEO_API_URL?.trim() || null, deps);
  if (service === "gone") return "gone";
  const settings = {
    ...discord,
    ...slack,
    ...(service.isNew && service.value !== null ? { VIDEO_API_URL: service.value } : {}),
  };
  if (!hasAccount({ ...environment, ...settings })) return settings;
  const shown = await askForPeople(deps);
  return shown === "gone" ? "gone" : { ...settings, ...shown };
}

function hasAccount(environment: Environment): boolean {
  const { discord, slack } = readParts(environment);
  return discord.token !== null || slack.botToken !== null || slack.isForMany;
}

const FOR_PEOPLE = [
  {
    name: "VIDEO_DASHBOARD_URL",
    how: "The page where people get an API key and see their credits; messages link to it.",
    question: "Its https address (Enter: none)",
  },
  {
    name: "VIDEO_SERVICE_NAME",
    how: "The name of the video service, as people know it.",
    question: "Its name (Enter: “the video service”)",
  },
  {
    name: "OPERATOR_CONTACT",
    how: "Whom people ask for help with Reelay: a mail address, a page or a channel.",
    question: "Your contact (Enter: none)",
  },
] as const;

async function askForPeople(deps: SetUpDeps): Promise<EnvSettings | "gone"> {
  const { environment, asker, print } = deps;
  print("");
  print("What people read");
  const settings: Record<string, string> = {};
  for (const { name, how, question } of FOR_PEOPLE) {
    const setting: Setting = {
      file: null,
      how: [how],
      question,
      isSecret: false,
      isText: true,
      async verify(text) {
        const read = variables.shape[name].safeParse(text);
        return read.success ? ok(text) : refuse(`It ${read.error.issues[0]?.message}.`);
      },
    };
    const settled = await settle(setting, environment[name]?.trim() || null, deps);
    // A pipe may end before the last questions.
    if (settled === "gone") return asker.isStopped() ? "gone" : settings;
    if (settled.isNew && settled.value !== null) settings[name] = settled.value;
  }
  return settings;
}

function fileOf(name: string, environment: Environment): string | null {
  return secretFilesOf(environment).find((secret) => secret.name === name)?.path ?? null;
}

/** Settings that only this shell has. Secrets in files stay there. */
function fromShell({ settings: written }: EnvFile, environment: Environment, print: Talk["print"]): EnvSettings {
  const given = ASKED_FOR.flatMap((name) => {
    const value = environment[name]?.trim();
    return value && !written[name]?.trim() && fileOf(name, environment) === null ? [[name, value] as const] : [];
  });
  const [storable, odd] = [true, false].map((fits) => given.filter(([, value]) => canStandInEnv(value) === fits));
  const names = (some: typeof given = []) => some.map(([name]) => name).join(", ");
  if (storable?.length || odd?.length) print("");
  if (storable?.length)
    print(`Your shell sets ${names(storable)}. Saved here too, so that Reelay also starts from another shell.`);
  if (odd?.length)
    print(
      `Your shell sets ${names(odd)}, with characters that a .env file cannot contain. Keep setting this where Reelay is started.`,
    );
  return Object.fromEntries(storable ?? []);
}

async function askDiscord(deps: SetUpDeps): Promise<EnvSettings | "gone"> {
  const { environment, asker, print } = deps;
  const { token: present, apiUrl } = readParts(environment).discord;
  const token = await settle(discordToken(apiUrl, deps), present, deps);
  if (token === "gone") return "gone";
  if (token.value === null || !token.isNew) return {};
  const settings = { DISCORD_TOKEN: token.value };
  if (environment.DISCORD_PUBLIC_KEY?.trim()) return settings;

  print("  Commands can come in two ways:");
  print("  - over the gateway, a connection that Reelay opens: it needs no public address, and suits one process;");
  print("  - over HTTP, to your public address: several processes behind a proxy can share them.");
  const way = await asker.ask("  Use HTTP? (y; Enter: gateway): ");
  if (way === null) return "gone";
  if (!isYes(way)) return settings;
  const publicKey = await discordPublicKey({ token: token.value, apiUrl }, deps);
  if (publicKey === null) {
    print(
      "  Discord did not return the application's public key, so Reelay uses the gateway. See docs/discord.md to change it.",
    );
    return settings;
  }
  print("  ok: got the application's public key");
  print("  Reelay can also use the gateway, for messages to Reelay, its status, and events of servers that remove it.");
  const without = await asker.ask("  Turn the gateway off? (y; Enter: no): ");
  if (without === null) return "gone";
  return { ...settings, DISCORD_PUBLIC_KEY: publicKey, ...(isYes(without) && { DISCORD_GATEWAY: "off" }) };
}

function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer);
}

/** Both tokens of a workspace or none: Reelay does not start with one alone. */
async function askSlack(deps: SetUpDeps): Promise<EnvSettings | "gone"> {
  const { environment, asker, print } = deps;
  const { apiUrl, botToken, appToken, isByHttp, isForMany } = readParts(environment).slack;
  if (isForMany) {
    print("  It is already set up for many workspaces.");
    return {};
  }
  if (botToken === null && appToken === null && !isByHttp) {
    const wants = await asker.ask("  Use Reelay on Slack? (y; Enter: no): ");
    if (wants === null) return "gone";
    if (!isYes(wants)) return {};
    await showManifest(deps);
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

/** A terminal would break the form's address of 4,000 characters, so a page links to it. */
async function showManifest({ environment, print }: SetUpDeps): Promise<void> {
  const page = join(await mkdtemp(join(tmpdir(), "reelay-")), "slack-app.html");
  const address = newAppAddress(readParts(environment).manifest).replaceAll("&", "&amp;");
  await writeFile(
    page,
    `<!doctype html>\n<meta charset="utf-8">\n<meta http-equiv="refresh" content="0; url=${address}">\n<a href="${address}">Create the Slack app</a>\n`,
  );
  print(
    "  Open this page in a browser. It leads to Slack, where you choose your workspace; the app is filled in already:",
  );
  print(`  ${pathToFileURL(page)}`);
  print("  Without a browser on this machine: at https://api.slack.com/apps choose Create New App, From a manifest,");
  print(`  and paste what ${PROGRAM} manifest prints.`);
}

/** Generates a key unless one exists, because data sealed with the existing key would be lost. */
async function masterKey(environment: Environment, print: Talk["print"]): Promise<EnvSettings> {
  const { dir, secretKeys } = readParts(environment);
  if (secretKeys !== null) return {};
  const { DISCORD_TOKEN, SLACK_BOT_TOKEN } = environment;
  if (!DISCORD_TOKEN && !SLACK_BOT_TOKEN) return {};
  print("");
  const keyFile = join(dir, "secret.keys");
  if (await exists(keyFile)) {
    print(`Reelay keeps using the master key in ${keyFile}.`);
    return {};
  }
  print(
    "SECRET_KEYS is a new master key that encrypts people's API keys. Keep a copy somewhere safe: without it they cannot be read.",
  );
  return { SECRET_KEYS: newEntry() };
}

async function write({ file, print }: SetUpDeps, there: EnvFile, settings: EnvSettings): Promise<boolean> {
  const names = Object.keys(settings);
  print("");
  if (names.length === 0 && !there.isOpen) {
    print(`Nothing new: ${file} is unchanged.`);
    return true;
  }
  const text = names.length === 0 ? there.text : withSettings(there.text, settings);
  const written = await writeEnvFile(file, text);
  if (!written.ok) {
    print(`${written.refusal} Give this user permission to write there, then run this command again.`);
    return false;
  }
  if (there.isOpen) print(`Others on this machine could read ${file}. Now only you can.`);
  if (names.length > 0) print(`Written to ${file}, which only you can read: ${names.join(", ")}.`);
  return true;
}

function discordToken(apiUrl: string, network: SetUpDeps): Setting {
  return {
    file: fileOf("DISCORD_TOKEN", network.environment),
    how: [
      "At https://discord.com/developers/applications: New Application, then Bot, Reset Token.",
      "No privileged intent is needed.",
    ],
    question: "The bot's token (Enter: no Discord)",
    isSecret: true,
    verify: (token) => checkDiscordToken({ token, apiUrl }, network),
  };
}

function slackBotToken(apiUrl: string, network: SetUpDeps): Setting {
  return {
    file: fileOf("SLACK_BOT_TOKEN", network.environment),
    how: ["Then Install App, and copy the Bot User OAuth Token."],
    question: "The bot's token, xoxb-… (Enter: no Slack)",
    isSecret: true,
    async verify(token) {
      const ofToken = await checkBotToken({ token, apiUrl }, network);
      const ofScopes = ofToken.ok ? await checkScopes({ token, apiUrl }, network) : ofToken;
      return ofToken.ok && ofScopes.ok ? ok(`${ofToken.value}; ${ofScopes.value}`) : ofScopes;
    },
  };
}

function slackAppToken(apiUrl: string, network: SetUpDeps): Setting {
  return {
    file: fileOf("SLACK_APP_TOKEN", network.environment),
    how: ["Basic Information, App-Level Tokens: create one with connections:write, and copy it."],
    question: "The app's token, xapp-… (Enter: no Slack)",
    isSecret: true,
    verify: (token) => checkAppToken({ token, apiUrl }, network),
  };
}

function serviceAddress(network: NetworkDeps, environment: Environment): Setting {
  return {
    file: null,
    how: ["The address of the video service, without /api/…"],
    question: "Its base address (Enter: later)",
    isSecret: false,
    async verify(url) {
      const read = variables.shape.VIDEO_API_URL.safeParse(url);
      if (!read.success) return refuse(`It ${read.error.issues[0]?.message}.`);
      const [problem] = clearTextProblems({ TRUSTED_ORIGINS: environment.TRUSTED_ORIGINS, VIDEO_API_URL: url });
      return problem === undefined ? checkService(url, network) : refuse(problem);
    },
  };
}

export interface Setting {
  readonly how: readonly string[];
  readonly question: string;
  readonly isSecret: boolean;
  /** The file that has the current value, if it is not in `.env`. Setup changes only `.env`. */
  readonly file: string | null;
  readonly isText?: boolean;
  verify(value: string): Promise<Verdict>;
}

/** "gone": input has ended. */
export type Settled = { readonly value: string | null; readonly isNew: boolean } | "gone";

export interface Talk {
  readonly asker: Asker;
  print(line: string): void;
}

async function settle(setting: Setting, present: string | null, talk: Talk): Promise<Settled> {
  if (present === null) for (const line of setting.how) talk.print(`  ${line}`);
  let value = present ?? (await typed(setting, setting.question, talk));
  for (;;) {
    if (value === null) return "gone";
    if (value === "") return { value: present, isNew: false };
    const verdict = await setting.verify(value);
    talk.print(`  ${headOf(verdict)}: ${scrub(oneLine(verdict.ok ? verdict.value : verdict.refusal))}`);
    if (verdict.ok) return { value, isNew: value !== present };
    if (setting.file) {
      if (!verdict.isUnanswered) talk.print(`  It is in ${setting.file}. Change it there: setup only writes to .env.`);
      return { value: present, isNew: false };
    }
    const next = await typed(setting, questionAfter(verdict, value === present), talk);
    if (next === "keep") return { value, isNew: value !== present };
    // If the check got no answer, Enter checks the same value again.
    if (next !== "" || !verdict.isUnanswered || value === present) value = next;
  }
}

function headOf(verdict: Verdict): string {
  if (verdict.ok) return "ok";
  return verdict.isUnanswered ? "NOT CHECKED" : "WRONG";
}

function questionAfter({ isUnanswered }: Verdict, isPresent: boolean): string {
  if (isPresent) return "Type another one (Enter: keep this one)";
  return isUnanswered
    ? "It may be correct. Type another one (keep: save it unchecked; Enter: check it again)"
    : "Type another one (keep: save this one anyway; Enter: skip)";
}

function canStandInEnv(text: string): boolean {
  return /^[^\s"'`#$\\]*$/.test(text);
}

/** Accepts only text that a .env file can hold unchanged. */
async function typed({ isSecret, isText }: Setting, question: string, { asker, print }: Talk): Promise<string | null> {
  for (;;) {
    const words = `  ${question}${isSecret ? ", not shown" : ""}: `;
    const answer = await (isSecret ? asker.askSecret(words) : asker.ask(words));
    if (answer === null || canStandInEnv(isText ? answer.replace(/[ #']/g, "") : answer)) return answer;
    print("  It contains a space, a quote, # or $, which cannot be part of it. Type it again.");
  }
}

async function nextSteps(environment: Environment): Promise<readonly string[]> {
  const { discord, slack, manifest } = readParts(environment);
  const { botToken, isForMany } = slack;
  const isOnSlack = botToken !== null || isForMany;
  if (!discord.token && !isOnSlack) {
    const config = readConfig(environment);
    const start = config.ok && config.value.isSandbox ? `${PROGRAM} start` : `SANDBOX=on ${PROGRAM} start`;
    return ["", `No account is set up. ${start} runs Reelay on its sandbox, which needs none.`];
  }

  const invited = discord.token ? await inviteText(discord) : null;
  const first = `/${manifest.prefix}-key set, then /${manifest.prefix}`;
  const steps = [
    ...(environment.VIDEO_API_URL?.trim()
      ? []
      : ["Run this command again with the video service's address: Reelay does not start without it."]),
    ...(environment.SANDBOX?.trim() === "on" ? ["Remove SANDBOX=on: it keeps Reelay on its sandbox."] : []),
    ...(invited
      ? [
          invited.ok
            ? invited.value.replaceAll("\n", "\n     ")
            : `${PROGRAM} invite prints the addresses at which people install Reelay on Discord.`,
        ]
      : []),
    `${PROGRAM} start`,
    ...(discord.token && environment.DISCORD_PUBLIC_KEY?.trim()
      ? [
          `Set PUBLIC_URL to the address that leads to Reelay's PORT; ${PROGRAM} doctor then has Discord send commands there.`,
        ]
      : []),
    ...(discord.token ? [`On Discord: ${first}`] : []),
    ...(isOnSlack ? [`On Slack: /invite @Reelay in a channel, then ${first}`] : []),
  ];
  return [
    "",
    "Next steps:",
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    "",
    `${PROGRAM} doctor checks that everything works.`,
  ];
}
