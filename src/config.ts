import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { readEnv } from "./config/read-env.ts";
import { secretFileNames, withSecretFiles } from "./config/secret-files.ts";
import { isLoopback, type Shards, variableNames, variables, words } from "./config/variables.ts";
import { fileErrorCode } from "./core/error-code.ts";
import type { FilmBucket } from "./core/film/kept-film.ts";
import type { Operator } from "./core/operator.ts";
import { ok, type Result, refuse } from "./core/result.ts";
import { editDistance } from "./core/text/edit-distance.ts";
import { parseUrl } from "./core/text/parse-url.ts";
import { Secret } from "./core/text/secret.ts";

export type Config = z.infer<typeof variables> & {
  readonly isSandbox: boolean;
  /** PORT. If nobody set it and nothing outside expects Reelay there, also the ports after it. */
  readonly ports: readonly [number, ...number[]];
  readonly discord: {
    readonly token: string;
    readonly apiUrl: string;
    readonly shards: Shards;
    readonly publicKey: string | null;
    readonly hasGateway: boolean;
    readonly mentions: "on" | "off" | "auto";
  } | null;
  readonly slack: SlackConfig | null;
  readonly operator: Operator;
  readonly keptFilms: {
    /** Films are kept this long, and no longer than their job. 0: films are not kept. */
    readonly keepMs: number;
    readonly maxBytes: number;
    /** Default: the folder `films` in DATA_DIR. */
    readonly bucket: FilmBucket | null;
  };
  /** Origins that may be fetched or passed on although they are not public https. */
  readonly trusted: {
    readonly videos: ReadonlySet<string>;
    /** Excludes the video service's own origin: people type picture addresses, and could name any path there. */
    readonly pictures: ReadonlySet<string>;
  };
};

export { openSecretFiles, secretFilesOf } from "./config/secret-files.ts";

type SlackTransport =
  | { readonly kind: "socket"; readonly appToken: string }
  | { readonly kind: "http"; readonly signingSecret: string };

type SlackAccess =
  | { readonly kind: "token"; readonly botToken: string }
  | {
      readonly kind: "installs";
      readonly clientId: string;
      readonly clientSecret: string;
      readonly stateSecret: string;
      readonly publicUrl: string;
    };

export interface SlackConfig {
  readonly access: SlackAccess;
  readonly apiUrl: string;
  readonly transport: SlackTransport;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Adds the variables of `.env` and the secrets in files. Exits with a message if such a file cannot be used. */
export function readEnvironment(): Environment {
  const written = readEnvFile(ENV_FILE);
  if (!written.ok) endWith(written.refusal);
  for (const [name, value] of Object.entries(written.value)) process.env[name] ??= value;
  const environment = withSecretFiles(process.env);
  if (environment.ok) return environment.value;
  return endWith(describeProblems(environment.refusal));
}

function endWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

export const ENV_FILE = ".env";

export function readEnvFile(file: string): Result<Environment, string> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === null) throw error;
    return code === "ENOENT"
      ? ok({})
      : refuse(`${file} cannot be read (${code}). This user must be allowed to read it.`);
  }
  const read = readEnv(bytes);
  if (read.ok) return read;
  const head = `${file} cannot be read, so nothing was started or changed:`;
  return refuse([head, ...read.refusal.map((problem) => `  - ${problem}`)].join("\n"));
}

export function settingsIn(file: string): Environment {
  const read = readEnvFile(file);
  return read.ok ? read.value : {};
}

/** What any program needs: its path, home, temporary files and time zone. */
export function machineNeeds(environment: Environment): Environment {
  const names = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "SystemRoot", "TEMP", "TMP", "USERPROFILE"];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

/** npm does not forward signals to the program. */
export function isUnderNpm({ npm_lifecycle_event: script }: Environment): boolean {
  return Boolean(script);
}

export const IS_UNDER_NPM = isUnderNpm(process.env);

const INSTALLS = ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"] as const;

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
        ? {
            token: values.DISCORD_TOKEN,
            apiUrl: values.DISCORD_API_URL,
            shards: values.DISCORD_SHARDS,
            publicKey: values.DISCORD_PUBLIC_KEY ?? null,
            hasGateway: values.DISCORD_GATEWAY === "on",
            mentions: values.DISCORD_MENTIONS ?? "auto",
          }
        : null,
    slack: isSandbox ? null : slackOf(values),
    operator: operatorOf(values),
    keptFilms: keptFilmsOf(values),
    trusted: { videos: new Set(videos), pictures: new Set(pictures) },
  });
}

/**
 * Used by programs besides the bot, even if other settings are incomplete. Replaces an invalid platform address by the
 * platform's own.
 */
export function readParts(environment: Environment) {
  const given = (name: string) => environment[name]?.trim() || null;
  const redisUrl = given("REDIS_URL");
  const appToken = given("SLACK_APP_TOKEN");
  const isByHttp = given("SLACK_SIGNING_SECRET") !== null;
  return {
    dir: given("DATA_DIR") ?? variables.shape.DATA_DIR.parse(undefined),
    redis: redisUrl === null ? null : { url: redisUrl, acceptsLoss: given("REDIS_ACCEPT_LOSS") === "1" },
    redisUrl,
    secretKeys: given("SECRET_KEYS"),
    discord: { token: given("DISCORD_TOKEN"), apiUrl: baseFor("DISCORD_API_URL", environment) },
    slack: {
      apiUrl: baseFor("SLACK_API_URL", environment),
      botToken: given("SLACK_BOT_TOKEN"),
      appToken,
      isByHttp,
      isForMany: INSTALLS.some((name) => given(name)),
    },
    /** Valid for twelve hours, so it is set for one command and stored nowhere. */
    slackConfigToken: given("SLACK_CONFIG_TOKEN"),
    manifest: {
      prefix: variables.shape.COMMAND_PREFIX.catch("video").parse(given("COMMAND_PREFIX") ?? undefined),
      transport: isByHttp && appToken === null ? ("http" as const) : ("socket" as const),
      publicUrl: given("PUBLIC_URL"),
      operator: operatorOf({
        OPERATOR_CONTACT: valid("OPERATOR_CONTACT", environment),
        TERMS_URL: valid("TERMS_URL", environment),
        PRIVACY_URL: valid("PRIVACY_URL", environment),
      }),
    },
  };
}

function valid(name: keyof OperatorVariables, environment: Environment): string | undefined {
  return variables.shape[name].catch(undefined).parse(environment[name]?.trim() || undefined);
}

/** Returns the platform's own address if the setting is invalid or would expose a token in transit. */
function baseFor(name: "DISCORD_API_URL" | "SLACK_API_URL", environment: Environment): string {
  const url = variables.shape[name];
  const given = url.safeParse(environment[name]);
  return given.success && !isReadOnTheWay(new URL(given.data), environment) ? given.data : url.parse(undefined);
}

export function describeProblems(problems: readonly string[]): string {
  const count = problems.length === 1 ? "One setting needs" : `${problems.length} settings need`;
  return [`Reelay cannot start. ${count} your attention:`, ...problems.map((problem) => `  - ${problem}`)].join("\n");
}

const CHAT_CREDENTIALS = [
  ...["DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"],
  ...["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"],
];

export function ignoredBySandbox(environment: Environment): readonly string[] {
  const set = Object.entries(variables.shape).filter(([name]) => environment[name]?.trim() && name !== "SANDBOX");
  const changed = set.filter(([name, field]) => {
    const read = field.safeParse(environment[name]);
    return !read.success || !isDeepStrictEqual(read.data, field.safeParse(undefined).data);
  });
  const taken = sandboxEnvironment(environment);
  return changed.map(([name]) => name).filter((name) => !(name in taken));
}

type OperatorVariables = Pick<z.infer<typeof variables>, "OPERATOR_CONTACT" | "TERMS_URL" | "PRIVACY_URL">;

function operatorOf(values: OperatorVariables): Operator {
  return {
    contact: values.OPERATOR_CONTACT ?? null,
    termsUrl: values.TERMS_URL ?? null,
    privacyUrl: values.PRIVACY_URL ?? null,
  };
}

const NEXT_PORTS = 9;

function nextPorts(port: number): readonly number[] {
  return Array.from({ length: NEXT_PORTS }, (_, index) => port + index + 1);
}

function wantsSandbox(given: Environment): boolean {
  if (given.SANDBOX === "on" || given.SANDBOX === "off") return given.SANDBOX === "on";
  return given.NODE_ENV !== "production" && realSettings(given).length === 0;
}

const OF_THE_MACHINE = ["DATA_DIR", "HOST"];

/** If any is set, the operator does not mean the sandbox. */
function realSettings(given: Environment): readonly string[] {
  return ignoredBySandbox(given).filter((name) => !OF_THE_MACHINE.includes(name));
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
    const real = realSettings(given);
    const sandboxHint =
      real.length === 0 ? "" : ` The sandbox does not start by itself with these settings: ${real.join(", ")}.`;
    problems.push(`DISCORD_TOKEN is missing, and so is Slack. ${cure}${sandboxHint}`);
  }
  if (given.DISCORD_GATEWAY === "off" && !given.DISCORD_PUBLIC_KEY)
    problems.push(
      "DISCORD_GATEWAY is off, and commands do not arrive over HTTP. Set DISCORD_PUBLIC_KEY, or remove DISCORD_GATEWAY.",
    );
  if ((given.ROLE === "front" || given.ROLE === "worker") && !given.REDIS_URL)
    problems.push(`ROLE is ${given.ROLE}, which needs Redis. Set REDIS_URL, or remove ROLE.`);
  if (given.REDIS_URL && !given.SECRET_KEYS)
    problems.push(
      "SECRET_KEYS is missing. All processes on one Redis need the same: set it to a:$(openssl rand -base64 32) everywhere.",
    );
  problems.push(...clearTextProblems(given), ...slackProblems(given), ...bucketProblems(given));
  return problems;
}

const SENT = {
  VIDEO_API_URL: "people's API keys",
  DISCORD_API_URL: "the bot's token",
  SLACK_API_URL: "the bot's token",
  POLICY_URL: "people's prompts",
  FILMS_S3_ENDPOINT: "people's videos",
} as const;

/** Addresses where others could read secrets in transit, each in a sentence with its fix. */
export function clearTextProblems(given: Environment): readonly string[] {
  return Object.entries(SENT).flatMap(([name, what]) => {
    const url = parseUrl(given[name] ?? "");
    if (!url || !isReadOnTheWay(url, given)) return [];
    return `${name} uses http://, so others could read ${what} in transit. Set it to https://, or add ${url.origin} to TRUSTED_ORIGINS.`;
  });
}

/** Plain http to another machine that the operator has not named as trusted. */
function isReadOnTheWay(url: URL, { TRUSTED_ORIGINS = "" }: Environment): boolean {
  const trusted = words(TRUSTED_ORIGINS).map((word) => parseUrl(word)?.origin);
  return url.protocol === "http:" && !isLoopback(url.hostname) && !trusted.includes(url.origin);
}

/**
 * These variables can be set in the sandbox. Any other, including one added later, might hold an external URL, a real
 * person's id, or the path of real data or keys.
 */
const TUNABLE: ReadonlySet<string> = new Set([
  "PORT",
  "ATTACH_VIDEOS",
  "COMMAND_PREFIX",
  "VIDEO_PRICES",
  "VIDEO_IDEMPOTENCY_HEADER",
  "VIDEO_IDEMPOTENCY_HOURS",
  "POLL_MIN_MS",
  "JOB_DEADLINE_MS",
  "MAX_JOBS_PER_USER",
  "MAX_JOBS_PER_WORKSPACE",
  "MAX_WAITING_PER_USER",
  "COMMANDS_PER_MINUTE",
  "RETENTION_DAYS",
  "KEEP_VIDEOS_DAYS",
  "FILMS_MAX_GB",
  "LOG_LEVEL",
  "LOG_FORMAT",
]);

export function sandboxEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => TUNABLE.has(name)));
}

/** Names that differ by more letters are different words. */
const LETTERS_MAX = 2;

/** `.env` may also set these, for Node, npm, Docker, `compose.yaml` or the system. */
const OTHERS =
  /^(?:NODE|NPM|COMPOSE|DOCKER)_|^(?:HTTPS?|NO)_PROXY$|^(?:TZ|LANG|PATH|HOME|TMPDIR|SLACK_CONFIG_TOKEN)$|^(?:REELAY_IMAGE|REDIS_FOLLOWS|REDIS_REPLICA_FOLLOWS)$/i;

/**
 * Reports everything unknown in `.env`, and what looks like a misspelled setting in the rest of the environment: one or two
 * letters off (`DISCORD_TOKN`), or a word too many or too few (`DISCORD_BOT_TOKEN`, `VIDEO_URL`). Names of one word are too
 * short to compare: HOME is not HOST.
 */
export function unknownSettings(environment: Environment, written: Environment): readonly string[] {
  const set = Object.keys(environment).filter((name) => environment[name]?.trim());
  const missing = variableNames.filter((name) => name.includes("_") && !set.includes(name));
  return set
    .filter((name) => !variableNames.includes(name) && !secretFileNames.includes(name) && !OTHERS.test(name))
    .flatMap((name) => {
      const meant = name.includes("_") ? missing.find((each) => isNear(name, each)) : undefined;
      if (meant !== undefined) return [`${name} is not a Reelay setting. Did you mean ${meant}?`];
      return name in written ? [`${name} in ${ENV_FILE} is not a Reelay setting. Correct its name, or remove it.`] : [];
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

function slackProblems(given: Readonly<Record<string, string | undefined>>): readonly string[] {
  const problems: string[] = [];
  const hasWayIn = given.SLACK_APP_TOKEN || given.SLACK_SIGNING_SECRET;
  const isForMany = INSTALLS.some((name) => given[name]);
  const bare = isForMany ? "SLACK_CLIENT_ID" : given.SLACK_BOT_TOKEN ? "SLACK_BOT_TOKEN" : null;
  if (bare && !hasWayIn)
    problems.push(
      `${bare} is not enough by itself. Add SLACK_APP_TOKEN (Socket Mode), or SLACK_SIGNING_SECRET for requests over HTTP.`,
    );
  if (!isForMany && hasWayIn && !given.SLACK_BOT_TOKEN)
    problems.push(
      "SLACK_BOT_TOKEN is missing. Copy it from the Slack app's page OAuth & Permissions; it begins with xoxb-.",
    );
  if (!isForMany) return problems;
  const missing = [...INSTALLS, "PUBLIC_URL"].filter((name) => !given[name]);
  if (missing.length > 0)
    problems.push(`${areMissing(missing)} To serve many Slack workspaces, set ${INSTALLS.join(", ")} and PUBLIC_URL.`);
  if (given.SLACK_BOT_TOKEN)
    problems.push(
      "SLACK_BOT_TOKEN is for one workspace, SLACK_CLIENT_ID for many. Remove it, and install Reelay in each workspace at PUBLIC_URL/slack/install.",
    );
  return problems;
}

function slackOf(values: z.infer<typeof variables>): SlackConfig | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, SLACK_STATE_SECRET: stateSecret } = values;
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = values;
  const { PUBLIC_URL: publicUrl } = values;
  const access: SlackAccess | null =
    clientId && clientSecret && stateSecret && publicUrl
      ? { kind: "installs", clientId, clientSecret, stateSecret, publicUrl }
      : botToken
        ? { kind: "token", botToken }
        : null;
  const transport: SlackTransport | null = appToken
    ? { kind: "socket", appToken }
    : signingSecret
      ? { kind: "http", signingSecret }
      : null;
  return access && transport && { access, apiUrl: values.SLACK_API_URL, transport };
}

function areMissing(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} missing.`;
}

const BUCKET = [
  "FILMS_S3_ENDPOINT",
  "FILMS_S3_BUCKET",
  "FILMS_S3_ACCESS_KEY_ID",
  "FILMS_S3_SECRET_ACCESS_KEY",
] as const;

function bucketProblems(given: Environment): readonly string[] {
  const missing = BUCKET.filter((name) => !given[name]);
  if (missing.length === 0 || missing.length === BUCKET.length) return [];
  return [
    `${areMissing(missing)} To keep videos in a bucket, set ${BUCKET.join(", ")}; for the folder in DATA_DIR, none of them.`,
  ];
}

const DAY_MS = 86_400_000;
const GB = 1_000_000_000;

function keptFilmsOf(values: z.infer<typeof variables>): Config["keptFilms"] {
  const days = Math.min(values.KEEP_VIDEOS_DAYS, values.RETENTION_DAYS);
  return { keepMs: days * DAY_MS, maxBytes: values.FILMS_MAX_GB * GB, bucket: bucketOf(values) };
}

function bucketOf(values: z.infer<typeof variables>): FilmBucket | null {
  const { FILMS_S3_ENDPOINT: endpoint, FILMS_S3_BUCKET: name, FILMS_S3_REGION: region } = values;
  const { FILMS_S3_ACCESS_KEY_ID: keyId, FILMS_S3_SECRET_ACCESS_KEY: secret } = values;
  if (!endpoint || !name || !keyId || !secret) return null;
  return { endpoint, name, region, accessKeyId: new Secret(keyId), secretAccessKey: new Secret(secret) };
}
