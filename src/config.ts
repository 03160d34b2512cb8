import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { secretFileNames, withSecretFiles } from "./config/secret-files.ts";
import { INSTALLS, type SlackConfig, type SlackTransport, slackOf, slackProblems } from "./config/slack-config.ts";
import { isLoopback, type Shards, variableNames, variables, words } from "./config/variables.ts";
import { ok, type Result, refuse } from "./core/result.ts";
import { editDistance } from "./core/text/edit-distance.ts";
import { parseUrl } from "./core/text/parse-url.ts";

/** The settings from the environment, checked and complete. */
export type Config = z.infer<typeof variables> & {
  /** Starts the emulators and connects to them alone. */
  readonly isSandbox: boolean;
  /** The ports to listen on: PORT, and the next ones where nobody chose it and nothing outside expects Reelay there. */
  readonly ports: readonly [number, ...number[]];
  readonly discord: { readonly token: string; readonly apiUrl: string; readonly shards: Shards } | null;
  readonly slack: SlackConfig | null;
  /** Origins that may be fetched or passed on although they are not public https. */
  readonly trusted: {
    /** The configured bases and TRUSTED_ORIGINS. */
    readonly videos: ReadonlySet<string>;
    /**
     * The video service's base is not among them: a person types a picture's address, and it might be any path there.
     */
    readonly pictures: ReadonlySet<string>;
  };
};

export { openSecretFiles, secretFilesOf } from "./config/secret-files.ts";

export interface ManifestChoice {
  readonly prefix: string;
  readonly transport: SlackTransport["kind"];
  readonly publicUrl: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the process's own environment, with the variables that a `.env` beside it adds and the secrets that stand in
 * files. Ends the program with a sentence where such a file cannot be used.
 */
export function readEnvironment(): Environment {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const environment = withSecretFiles(process.env);
  if (environment.ok) return environment.value;
  process.stderr.write(`${describeProblems(environment.refusal)}\n`);
  process.exit(1);
}

/**
 * Returns the part of the environment that any program needs: where programs, a home and temporary files are, and the
 * time zone.
 */
export function machineNeeds(environment: Environment): Environment {
  const names = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "SystemRoot", "TEMP", "TMP", "USERPROFILE"];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

/** Says whether npm started this program, which passes no signal on to it. */
export function isUnderNpm({ npm_lifecycle_event: script }: Environment): boolean {
  return Boolean(script);
}

/** Returns the config, or every bad variable at once, each a sentence with its cure. */
export function readConfig(environment: Environment): Result<Config, readonly string[]> {
  // `NAME=` in a .env file means that it is not set.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const isSandbox = wantsSandbox(set);
  const given = isSandbox ? sandboxEnvironment(set) : set;
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  if (!isSandbox) problems.push(...missingForReal(given));
  if (!parsed.success || problems.length > 0) return refuse([...new Set(problems)]);

  const values = parsed.data;
  const platforms = [values.DISCORD_API_URL, values.SLACK_API_URL].map((url) => new URL(url).origin);
  const pictures = [...platforms, ...values.TRUSTED_ORIGINS];
  const videos = values.VIDEO_API_URL ? [...pictures, new URL(values.VIDEO_API_URL).origin] : pictures;
  return ok({
    ...values,
    isSandbox,
    ports:
      set.PORT || set.PUBLIC_URL || set.NODE_ENV === "production"
        ? [values.PORT]
        : [values.PORT, ...nextPorts(values.PORT)],
    discord:
      !isSandbox && values.DISCORD_TOKEN
        ? { token: values.DISCORD_TOKEN, apiUrl: values.DISCORD_API_URL, shards: values.DISCORD_SHARDS }
        : null,
    slack: isSandbox ? null : slackOf(values),
    trusted: { videos: new Set(videos), pictures: new Set(pictures) },
  });
}

/**
 * Says where the data is, and whether its master keys are elsewhere: for a program that needs nothing else of the
 * environment.
 */
export function readStorage(environment: Environment): { readonly dir: string; readonly hasSecretKeys: boolean } {
  const { DATA_DIR: dir, SECRET_KEYS: keys } = environment;
  return { dir: variables.shape.DATA_DIR.parse(dir?.trim() ? dir : undefined), hasSecretKeys: Boolean(keys?.trim()) };
}

/** Returns SECRET_KEYS as they are set; null where the keys are in DATA_DIR. */
export function readSecretKeys({ SECRET_KEYS: keys }: Environment): string | null {
  return keys?.trim() || null;
}

/** Returns the Redis that is set; null where everything is in DATA_DIR. */
export function readRedis({
  REDIS_URL: url,
  REDIS_ACCEPT_LOSS: accepts,
}: Environment): { readonly url: string; readonly acceptsLoss: boolean } | null {
  return url?.trim() ? { url: url.trim(), acceptsLoss: accepts?.trim() === "1" } : null;
}

/**
 * Says how to reach Discord: for a program that needs nothing else of the environment. An address that cannot be used
 * is replaced by Discord's own.
 */
export function readDiscord(environment: Environment): { readonly token: string | undefined; readonly apiUrl: string } {
  return { token: environment.DISCORD_TOKEN?.trim() || undefined, apiUrl: baseFor("DISCORD_API_URL", environment) };
}

/** Says how to reach Slack, for such a program: its address, and the tokens of one workspace as they are set. */
export function readSlack(environment: Environment): {
  readonly apiUrl: string;
  readonly botToken: string | null;
  readonly appToken: string | null;
  readonly isByHttp: boolean;
  readonly isForMany: boolean;
} {
  const given = (name: string) => environment[name]?.trim() || null;
  return {
    apiUrl: baseFor("SLACK_API_URL", environment),
    botToken: given("SLACK_BOT_TOKEN"),
    appToken: given("SLACK_APP_TOKEN"),
    isByHttp: given("SLACK_SIGNING_SECRET") !== null,
    isForMany: INSTALLS.some((name) => given(name)),
  };
}

/**
 * Returns the Slack token of the app's owner. It is valid for twelve hours, so it is set for one command and stored
 * nowhere.
 */
export function readSlackConfigToken({ SLACK_CONFIG_TOKEN: token }: Environment): string | null {
  return token?.trim() || null;
}

/**
 * Returns the address that is set, or the platform's own where that is no address, or where a token could be read on
 * the way to it.
 */
function baseFor(name: "DISCORD_API_URL" | "SLACK_API_URL", environment: Environment): string {
  const url = variables.shape[name];
  const given = url.safeParse(environment[name]);
  return given.success && !isReadOnTheWay(new URL(given.data), environment) ? given.data : url.parse(undefined);
}

/** Returns what Slack's manifest is made from: requests over HTTP where their secret is set and no socket's token is, or `isHttp`. */
export function readManifest(environment: Environment, isHttp: boolean): ManifestChoice {
  const { COMMAND_PREFIX, PUBLIC_URL, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET } = environment;
  const isByHttp = isHttp || Boolean(SLACK_SIGNING_SECRET?.trim() && !SLACK_APP_TOKEN?.trim());
  return {
    prefix: variables.shape.COMMAND_PREFIX.catch("video").parse(COMMAND_PREFIX?.trim() || undefined),
    transport: isByHttp ? "http" : "socket",
    publicUrl: PUBLIC_URL?.trim() || null,
  };
}

/** Returns the one message an operator reads instead of a stack. */
export function describeProblems(problems: readonly string[]): string {
  const count = problems.length === 1 ? "One setting needs" : `${problems.length} settings need`;
  return [`Reelay cannot start. ${count} your attention:`, ...problems.map((problem) => `  - ${problem}`)].join("\n");
}

const CHAT_CREDENTIALS = [
  ...["DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"],
  ...["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"],
];

/** Names the variables that the sandbox ignores, of those that are set to something else than their default. */
export function ignoredBySandbox(environment: Environment): readonly string[] {
  const set = Object.entries(variables.shape).filter(([name]) => environment[name]?.trim() && name !== "SANDBOX");
  const changed = set.filter(([name, field]) => {
    const read = field.safeParse(environment[name]);
    return !read.success || !isDeepStrictEqual(read.data, field.safeParse(undefined).data);
  });
  const taken = sandboxEnvironment(environment);
  return changed.map(([name]) => name).filter((name) => !(name in taken));
}

/** This many further ports are tried. */
const NEXT_PORTS = 9;

function nextPorts(port: number): readonly number[] {
  return Array.from({ length: NEXT_PORTS }, (_, index) => port + index + 1);
}

function wantsSandbox(given: Environment): boolean {
  if (given.SANDBOX === "on" || given.SANDBOX === "off") return given.SANDBOX === "on";
  return given.NODE_ENV !== "production" && !CHAT_CREDENTIALS.some((name) => given[name]);
}

function missingForReal(given: Environment): string[] {
  const problems: string[] = [];
  if (given.NODE_ENV === "production" && !given.SANDBOX && !CHAT_CREDENTIALS.some((name) => given[name])) {
    return [
      "SANDBOX does not start by itself with NODE_ENV=production. Set DISCORD_TOKEN or the SLACK_ tokens, or SANDBOX=on.",
    ];
  }
  if (!given.VIDEO_API_URL) problems.push("VIDEO_API_URL is missing. Set it to the video service's base address.");
  if (!CHAT_CREDENTIALS.some((name) => given[name])) {
    const cure = "Set DISCORD_TOKEN, or SLACK_BOT_TOKEN and SLACK_APP_TOKEN, or SANDBOX=on to try without an account.";
    problems.push(`DISCORD_TOKEN is missing, and so is Slack. ${cure}`);
  }
  if ((given.ROLE === "front" || given.ROLE === "worker") && !given.REDIS_URL)
    problems.push(`ROLE is ${given.ROLE}, which needs Redis. Set REDIS_URL, or remove ROLE.`);
  if (given.REDIS_URL && !given.SECRET_KEYS)
    problems.push(
      "SECRET_KEYS is missing. All processes on one Redis need the same: set it to a:$(openssl rand -base64 32) everywhere.",
    );
  problems.push(...clearTextProblems(given), ...slackProblems(given));
  return problems;
}

/** The addresses to which secrets are sent. */
const SENT = {
  VIDEO_API_URL: "people's API keys",
  DISCORD_API_URL: "the bot's token",
  SLACK_API_URL: "the bot's token",
  POLICY_URL: "people's prompts",
} as const;

/** Names the addresses on which others could read secrets on the way, each in a sentence with its cure. */
export function clearTextProblems(given: Environment): readonly string[] {
  return Object.entries(SENT).flatMap(([name, what]) => {
    const url = parseUrl(given[name] ?? "");
    if (!url || !isReadOnTheWay(url, given)) return [];
    return `${name} uses http://, so others could read ${what} in transit. Set it to https://, or add ${url.origin} to TRUSTED_ORIGINS.`;
  });
}

/** Says whether that is plain http to another machine, which the operator has not named as trusted. */
function isReadOnTheWay(url: URL, { TRUSTED_ORIGINS = "" }: Environment): boolean {
  const trusted = words(TRUSTED_ORIGINS).map((word) => parseUrl(word)?.origin);
  return url.protocol === "http:" && !isLoopback(url.hostname) && !trusted.includes(url.origin);
}

/**
 * These a person may tune in the sandbox: how the bot behaves, where its page is, what is logged. Any other variable, a
 * new one too, points outside, names real people and places, or says where real data and keys are.
 */
const TUNABLE: ReadonlySet<string> = new Set([
  "PORT",
  "ATTACH_VIDEOS",
  "COMMAND_PREFIX",
  "POLL_MIN_MS",
  "JOB_DEADLINE_MS",
  "MAX_JOBS_PER_USER",
  "MAX_JOBS_PER_WORKSPACE",
  "MAX_WAITING_PER_USER",
  "COMMANDS_PER_MINUTE",
  "RETENTION_DAYS",
  "LOG_LEVEL",
  "LOG_FORMAT",
]);

/** Returns the part of the environment that reaches the sandbox's bot. */
export function sandboxEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => TUNABLE.has(name)));
}

/** Names that differ by more letters than these are different words. */
const LETTERS_MAX = 2;

/**
 * Names each variable that is set and looks like a misspelt setting, a sentence each: one or two letters off
 * (`DISCORD_TOKN`), or with a word too many or too few after the same first one (`DISCORD_BOT_TOKEN`, `VIDEO_URL`).
 * Names of one word are too short to judge: HOME is not HOST.
 */
export function strayVariables(environment: Environment): readonly string[] {
  const set = Object.keys(environment).filter((name) => name.includes("_") && environment[name]?.trim());
  const missing = variableNames.filter((name) => name.includes("_") && !set.includes(name));
  return set
    .filter((name) => !variableNames.includes(name) && !secretFileNames.includes(name))
    .flatMap((name) => {
      const meant = missing.find((each) => isNear(name, each));
      return meant === undefined ? [] : [`${name} is not a Reelay setting. Did you mean ${meant}?`];
    });
}

function isNear(name: string, meant: string): boolean {
  const upper = name.toUpperCase();
  const isAsLong = Math.abs(upper.length - meant.length) <= LETTERS_MAX;
  return (isAsLong && editDistance(upper, meant) <= LETTERS_MAX) || differsByOneWord(upper, meant);
}

function differsByOneWord(name: string, meant: string): boolean {
  const [longer, shorter] = [name.split("_"), meant.split("_")].sort((a, b) => b.length - a.length);
  if (longer === undefined || shorter === undefined || shorter.length < 2) return false;
  if (longer.length !== shorter.length + 1 || longer[0] !== shorter[0]) return false;
  return longer.some((_, left) => longer.filter((_, index) => index !== left).join() === shorter.join());
}
