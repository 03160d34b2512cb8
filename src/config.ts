import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { clearTextProblems, isReadOnTheWay } from "./config/clear-text.ts";
import {
  address,
  ids,
  oneOf,
  origins,
  page,
  plainName,
  redisUrl,
  type Shards,
  shards,
  whole,
  words,
} from "./config/fields.ts";
import { sandboxEnvironment } from "./config/sandbox.ts";
import { INSTALLS, type SlackConfig, type SlackTransport, slackOf, slackProblems } from "./config/slack.ts";
import { ok, type Result, refuse } from "./core/result.ts";

/** Everything that comes in from the environment, checked and complete. */
export type Config = z.infer<typeof variables> & {
  /** Start the emulators and connect to them alone. */
  readonly isSandbox: boolean;
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
    problems.push(`ROLE is ${given.ROLE}, and shares its work through Redis. Set REDIS_URL, or remove ROLE.`);
  if (given.REDIS_URL && !given.SECRET_KEYS)
    problems.push(
      "SECRET_KEYS is missing, and every process on one Redis must have the same. Set it to a:$(openssl rand -base64 32), everywhere alike.",
    );
  problems.push(...clearTextProblems(given), ...slackProblems(given));
  return problems;
}

const variables = z.object({
  VIDEO_API_URL: address("https://video.example.com").optional(),
  DISCORD_TOKEN: z.string().trim().optional(),
  DISCORD_API_URL: address("https://discord.com/api").default("https://discord.com/api"),
  DISCORD_SHARDS: shards,
  SLACK_BOT_TOKEN: z.string().trim().startsWith("xoxb-", "must begin with xoxb-").optional(),
  SLACK_APP_TOKEN: z.string().trim().startsWith("xapp-", "must begin with xapp-").optional(),
  SLACK_SIGNING_SECRET: z.string().trim().optional(),
  SLACK_CLIENT_ID: z.string().trim().optional(),
  SLACK_CLIENT_SECRET: z.string().trim().optional(),
  SLACK_STATE_SECRET: z.string().trim().min(16, "must be at least 16 characters that nobody can guess").optional(),
  SLACK_API_URL: address("https://slack.com/api/").default("https://slack.com/api/"),
  SANDBOX: oneOf("on", "off").optional(),
  SECRET_KEYS: z
    .string()
    .refine(
      (text) => words(text).every((word) => /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/.test(word)),
      "must be id:key pairs, comma-separated, each key 32 bytes in base64: a:$(openssl rand -base64 32)",
    )
    .optional(),
  DATA_DIR: z.string().default("./data"),
  REDIS_URL: redisUrl.optional(),
  REDIS_ACCEPT_LOSS: oneOf("0", "1").default("0"),
  ROLE: oneOf("all", "front", "worker").default("all"),
  PUBLIC_URL: address("https://reelay.example.com").optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(0, 65_535, 3_000),
  TRUSTED_ORIGINS: origins,
  ATTACH_VIDEOS: oneOf("on", "off").default("on"),
  COMMAND_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{1,24}$/, "must be 1 to 24 small letters, digits, - or _, such as video")
    .default("video"),
  POLL_MIN_MS: whole(20, 60_000, 2_000),
  JOB_DEADLINE_MS: whole(1_000, 86_400_000, 3_600_000),
  MAX_JOBS_PER_USER: whole(1, 1_000, 3),
  MAX_JOBS_PER_WORKSPACE: whole(1, 100_000, 100),
  COMMANDS_PER_MINUTE: whole(1, 10_000, 20),
  VIDEO_SERVICE_NAME: plainName.optional(),
  VIDEO_DASHBOARD_URL: page("https://video.example.com/dashboard").optional(),
  ALLOWED_GUILDS: ids,
  ALLOWED_TEAMS: ids,
  ALLOWED_CHANNELS: ids,
  ALLOWED_ROLES: ids,
  BLOCKED_USERS: ids,
  RETENTION_DAYS: whole(1, 3_650, 90),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
  LOG_FORMAT: oneOf("pretty", "json").optional(),
});

/** Every variable Reelay knows, in the order of `.env.example`. */
export const variableNames: readonly string[] = Object.keys(variables.shape);
