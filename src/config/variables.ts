import { z } from "zod";
import { DEFAULT_PRICES, type Prices, readPrices } from "../core/request/price.ts";
import { parseUrl } from "../core/text/parse-url.ts";

export type Shards = "auto" | number | { readonly list: readonly number[]; readonly of: number };

/** http or https, without login, query or fragment. */
function address(example: string) {
  return z.string().refine(isHttp, `must be an address such as ${example}`);
}

function isHttp(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}

/** The longest address of a button. Source: Discord docs, components reference, button url (read 2026-11-22). */
const PAGE_MAX = 512;

/** A page for people to open: https, or http on this machine, without a login. */
function page(example: string) {
  return z
    .string()
    .trim()
    .refine((text) => {
      const url = text.length <= PAGE_MAX ? parseUrl(text) : null;
      if (!url || url.username || url.password || url.href.length > PAGE_MAX) return false;
      return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
    }, `must be an https:// address such as ${example}`)
    .transform((text) => new URL(text).href);
}

/** Longer names do not read well in a sentence. */
const NAME_MAX = 40;

/** Shown in sentences unchanged. */
const plainName = z
  .string()
  .trim()
  .refine(
    (text) => text.length <= NAME_MAX && /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'’+-]*$/u.test(text),
    `must be a name of ${NAME_MAX} characters at most: letters, digits, spaces and . & ' + -`,
  );

const CONTACT_MAX = 100;

const contact = z
  .string()
  .trim()
  .refine(
    (text) => text.length <= CONTACT_MAX && /^[\p{L}\p{N}#@][\p{L}\p{M}\p{N} .,:;/#@&'’()+=?%~_-]*$/u.test(text),
    `must be one line of ${CONTACT_MAX} characters at most, such as help@example.com or #video-help`,
  );

/** `hostname` as parsed by `URL`. Source: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3 (read 2026-11-22). */
export function isLoopback(hostname: string): boolean {
  return /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)$/.test(hostname) || hostname.endsWith(".localhost");
}

function whole(least: number, most: number, normally: number) {
  return z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}; the default is ${normally}`,
    )
    .transform(Number)
    .default(normally);
}

function oneOf<const Words extends readonly string[]>(...words: Words) {
  return z.enum(words, `must be one of: ${words.join(", ")}`);
}

const ids = z
  .string()
  .transform((text) => new Set(words(text)))
  .default(new Set<string>());

const origins = z
  .string()
  .refine((text) => words(text).every(isHttp), "must be origins such as https://cdn.example.com, comma-separated")
  .transform((text) => words(text).map((word) => new URL(word).origin))
  .default([]);

const shards = z
  .string()
  .refine((text) => readShards(text) !== null, "must be auto, a number such as 2, or a range of shards such as 0-3/8")
  .transform((text): Shards => readShards(text) ?? "auto")
  .default("auto");

const redisUrl = z
  .string()
  .trim()
  .refine((text) => isRedisUrl(text) || isSentinelUrl(text), {
    error:
      "must be an address such as redis://127.0.0.1:6379 or redis+sentinel://host-1:26379,host-2:26379/name, with rediss in place of redis for TLS",
    abort: true,
  });

function isRedisUrl(text: string): boolean {
  return /^rediss?:$/.test(parseUrl(text)?.protocol ?? "") && /^rediss?:\/\/[^/]/.test(text);
}

/** `URL` cannot parse an address with several hosts. */
function isSentinelUrl(text: string): boolean {
  return /^rediss?\+sentinel:\/\/([^:@/]*:[^@/]*@)?[^@/,?#]+(,[^@/,?#]+)*\/[^/?#]+(\/\d+)?$/.test(text);
}

export function words(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function readShards(text: string): Shards | null {
  if (text === "auto") return "auto";
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  const range = /^(\d{1,5})-(\d{1,5})\/(\d{1,5})$/.exec(text)?.slice(1).map(Number);
  const [from, to, of] = range ?? [];
  if (from === undefined || to === undefined || of === undefined || from > to || to >= of) return null;
  return { list: Array.from({ length: to - from + 1 }, (_, index) => from + index), of };
}

const prices = z
  .string()
  .transform((text, context): Prices => {
    const read = readPrices(text);
    if (read.ok) return read.value;
    for (const message of read.refusal) context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .default(DEFAULT_PRICES);

/** Headers that Reelay sends with the paid call, or that the connection uses. */
const OTHER_HEADERS: ReadonlySet<string> = new Set([
  ...["authorization", "content-type", "content-length", "accept", "accept-encoding", "user-agent"],
  ...["host", "connection", "transfer-encoding", "upgrade", "expect", "keep-alive", "te", "trailer"],
]);

const idempotencyHeader = z
  .string()
  .trim()
  .refine(
    (text) => /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(text) && !OTHER_HEADERS.has(text.toLowerCase()),
    "must be the name of a header that Reelay does not use otherwise, such as Idempotency-Key",
  );

export const variables = z.object({
  VIDEO_API_URL: address("https://video.example.com")
    .refine((url) => !/\/api\/[\w-]+\/?$/.test(url), "must be the service's base address, without /api/…")
    .optional(),
  DISCORD_TOKEN: z.string().trim().optional(),
  SLACK_BOT_TOKEN: z.string().trim().startsWith("xoxb-", "must begin with xoxb-").optional(),
  SLACK_APP_TOKEN: z.string().trim().startsWith("xapp-", "must begin with xapp-").optional(),
  VIDEO_DASHBOARD_URL: page("https://video.example.com/dashboard").optional(),
  VIDEO_SERVICE_NAME: plainName.optional(),
  OPERATOR_CONTACT: contact.optional(),
  TERMS_URL: page("https://example.com/terms").optional(),
  PRIVACY_URL: page("https://example.com/privacy").optional(),
  VIDEO_PRICES: prices,
  VIDEO_IDEMPOTENCY_HEADER: idempotencyHeader.optional(),
  VIDEO_IDEMPOTENCY_HOURS: whole(1, 168, 24),
  // The longest command is /…-settings. With a prefix of 22 characters and the slash, which Slack counts, it has 32
  // characters. This is the limit on both platforms.
  COMMAND_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{1,22}$/, "must be 1 to 22 lowercase letters, digits, - or _, such as video")
    .default("video"),
  ATTACH_VIDEOS: oneOf("on", "off").default("on"),
  MAX_JOBS_PER_USER: whole(1, 1_000, 3),
  MAX_JOBS_PER_WORKSPACE: whole(1, 100_000, 100),
  MAX_WAITING_PER_USER: whole(1, 100, 5),
  COMMANDS_PER_MINUTE: whole(1, 10_000, 20),
  POLL_MIN_MS: whole(20, 60_000, 2_000),
  JOB_DEADLINE_MS: whole(1_000, 86_400_000, 3_600_000),
  ALLOWED_GUILDS: ids,
  ALLOWED_TEAMS: ids,
  ALLOWED_CHANNELS: ids,
  ALLOWED_ROLES: ids,
  BLOCKED_USERS: ids,
  POLICY_FILE: z.string().trim().optional(),
  POLICY_URL: address("https://rules.example.com/judge").optional(),
  POLICY_FAIL: oneOf("closed", "open").default("closed"),
  DATA_DIR: z.string().default("./data"),
  SECRET_KEYS: z
    .string()
    .refine(
      (text) => words(text).every((word) => /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/.test(word)),
      "must be id:key pairs, comma-separated, each key 32 bytes in base64: a:$(openssl rand -base64 32)",
    )
    .optional(),
  RESTORED: z
    .string()
    .trim()
    .max(100)
    .optional()
    .transform((text) => (text === "0" ? undefined : text)),
  RETENTION_DAYS: whole(1, 3_650, 90),
  KEEP_VIDEOS_DAYS: whole(0, 3_650, 0),
  FILMS_MAX_GB: whole(1, 1_000_000, 10),
  FILMS_S3_ENDPOINT: address("https://s3.eu-central-1.amazonaws.com").optional(),
  FILMS_S3_BUCKET: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name: 3 to 63 lowercase letters, digits, . or -")
    .optional(),
  FILMS_S3_REGION: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/, "must be a region such as eu-central-1")
    .default("us-east-1"),
  FILMS_S3_ACCESS_KEY_ID: z.string().trim().optional(),
  FILMS_S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
  PUBLIC_URL: address("https://reelay.example.com")
    .transform((url) => url.replace(/(?<!\/)\/+$/, ""))
    .optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(0, 65_535, 3_000),
  TRUSTED_ORIGINS: origins,
  SLACK_SIGNING_SECRET: z.string().trim().optional(),
  SLACK_CLIENT_ID: z.string().trim().optional(),
  SLACK_CLIENT_SECRET: z.string().trim().optional(),
  SLACK_STATE_SECRET: z.string().trim().min(16, "must be at least 16 characters that nobody can guess").optional(),
  SLACK_API_URL: address("https://slack.com/api/").default("https://slack.com/api/"),
  DISCORD_PUBLIC_KEY: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{64}$/i, "must be the 64 letters and digits of the Public Key in the Developer Portal")
    .optional(),
  DISCORD_GATEWAY: oneOf("on", "off").default("on"),
  DISCORD_SHARDS: shards,
  DISCORD_MENTIONS: oneOf("on", "off").optional(),
  DISCORD_API_URL: address("https://discord.com/api").default("https://discord.com/api"),
  REDIS_URL: redisUrl.optional(),
  REDIS_ACCEPT_LOSS: oneOf("0", "1").default("0"),
  REDIS_REPLICAS: whole(0, 10, 0),
  ROLE: oneOf("all", "front", "worker").default("all"),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
  LOG_FORMAT: oneOf("pretty", "json").optional(),
  SANDBOX: oneOf("on", "off").optional(),
});

/** In the order of `.env.example`. */
export const variableNames: readonly string[] = Object.keys(variables.shape);
