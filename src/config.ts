import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { clearTextProblems, isReadOnTheWay } from "./config/clear-text.ts";
import type { Shards } from "./config/fields.ts";
import { nearMisses, nearMissText } from "./config/near-misses.ts";
import { sandboxEnvironment } from "./config/sandbox.ts";
import { INSTALLS, type SlackConfig, type SlackTransport, slackOf, slackProblems } from "./config/slack.ts";
import { variableNames, variables } from "./config/variables.ts";
import { ok, type Result, refuse } from "./core/result.ts";

/** Everything that comes in from the environment, checked and complete. */
export type Config = z.infer<typeof variables> & {
  /** Start the emulators and connect to them alone. */
  readonly isSandbox: boolean;
  /** Where to listen: PORT, and the next ones where nobody chose it and nothing outside expects Reelay there. */
  readonly ports: readonly [number, ...number[]];
  readonly discord: { readonly token: string; readonly apiUrl: string; readonly shards: Shards } | null;
  readonly slack: SlackConfig | null;
  /** Origins that may be fetched or passed on although they are not public https. */
  readonly trusted: {
    /** The configured bases and TRUSTED_ORIGINS. */
    readonly videos: ReadonlySet<string>;
    /** Not the video service's: a picture's address is a person's word, and might be any path there. */
    readonly pictures: ReadonlySet<string>;
  };
};

export interface ManifestChoice {
  readonly prefix: string;
  readonly transport: SlackTransport["kind"];
  readonly publicUrl: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's own environment, with what a `.env` beside it adds. */
export function readEnvironment(): Environment {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}

/** What any program needs of the machine: where programs, a home and temporary files are, and the clock's zone. */
export function machineNeeds(environment: Environment): Environment {
  const names = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "SystemRoot", "TEMP", "TMP", "USERPROFILE"];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

/** Whether npm started this program, which passes no signal on to it. */
export function isUnderNpm({ npm_lifecycle_event: script }: Environment): boolean {
  return Boolean(script);
}

/** A config, or every bad variable at once, each a sentence with its cure. */
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

/** Where the data is, and whether its master keys are elsewhere: for a program that needs nothing else of the environment. */
export function readStorage(environment: Environment): { readonly dir: string; readonly hasSecretKeys: boolean } {
  const { DATA_DIR: dir, SECRET_KEYS: keys } = environment;
  return { dir: variables.shape.DATA_DIR.parse(dir?.trim() ? dir : undefined), hasSecretKeys: Boolean(keys?.trim()) };
}

/** SECRET_KEYS as they are set; null where the keys are in DATA_DIR. */
export function readSecretKeys({ SECRET_KEYS: keys }: Environment): string | null {
  return keys?.trim() || null;
}

/** The Redis that is set; null where everything is in DATA_DIR. */
export function readRedis({
  REDIS_URL: url,
  REDIS_ACCEPT_LOSS: accepts,
}: Environment): { readonly url: string; readonly acceptsLoss: boolean } | null {
  return url?.trim() ? { url: url.trim(), acceptsLoss: accepts?.trim() === "1" } : null;
}

/** How to ask Discord: for a program that needs nothing else of the environment. An address that cannot be used is Discord's own. */
export function readDiscord(environment: Environment): { readonly token: string | undefined; readonly apiUrl: string } {
  return { token: environment.DISCORD_TOKEN?.trim() || undefined, apiUrl: baseFor("DISCORD_API_URL", environment) };
}

/** Slack's part of it for such a program: its address, and the tokens of one workspace as they are set. */
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

/** Slack's token for the app's owner. It lives for twelve hours, so it is set for one command and written down nowhere. */
export function readSlackConfigToken({ SLACK_CONFIG_TOKEN: token }: Environment): string | null {
  return token?.trim() || null;
}

/** The address that is set, or the platform's own where that is none, or a token could be read on the way to it. */
function baseFor(name: "DISCORD_API_URL" | "SLACK_API_URL", environment: Environment): string {
  const url = variables.shape[name];
  const given = url.safeParse(environment[name]);
  return given.success && !isReadOnTheWay(new URL(given.data), environment) ? given.data : url.parse(undefined);
}

/** What Slack's manifest is made from: requests over HTTP where their secret is set and no socket's token is, or `isHttp`. */
export function readManifest(environment: Environment, isHttp: boolean): ManifestChoice {
  const { COMMAND_PREFIX, PUBLIC_URL, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET } = environment;
  const isByHttp = isHttp || Boolean(SLACK_SIGNING_SECRET?.trim() && !SLACK_APP_TOKEN?.trim());
  return {
    prefix: variables.shape.COMMAND_PREFIX.catch("video").parse(COMMAND_PREFIX?.trim() || undefined),
    transport: isByHttp ? "http" : "socket",
    publicUrl: PUBLIC_URL?.trim() || null,
  };
}

/** The one message an operator reads instead of a stack. */
export function describeProblems(problems: readonly string[]): string {
  const count = problems.length === 1 ? "One setting needs" : `${problems.length} settings need`;
  return [`Reelay cannot start. ${count} your attention:`, ...problems.map((problem) => `  - ${problem}`)].join("\n");
}

const CHAT_CREDENTIALS = [
  ...["DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"],
  ...["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"],
];

/** Of the variables that are set, and not to what they are without it, those that the sandbox ignores. */
export function ignoredBySandbox(environment: Environment): readonly string[] {
  const set = Object.entries(variables.shape).filter(([name]) => environment[name]?.trim() && name !== "SANDBOX");
  const changed = set.filter(([name, field]) => {
    const read = field.safeParse(environment[name]);
    return !read.success || !isDeepStrictEqual(read.data, field.safeParse(undefined).data);
  });
  const taken = sandboxEnvironment(environment);
  return changed.map(([name]) => name).filter((name) => !(name in taken));
}

/** As many more are tried. */
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

/** Variables that are set and are no setting, a sentence each that names the one that was probably meant. */
export function strayVariables(environment: Environment): readonly string[] {
  return nearMisses(environment, variableNames).map(nearMissText);
}

export { variableNames } from "./config/variables.ts";
