import { z } from "zod";
import { address, ids, oneOf, origins, page, plainName, redisUrl, shards, whole, words } from "./fields.ts";

/** The settings as they are written, each with what it must be. */
export const variables = z.object({
  VIDEO_API_URL: address("https://video.example.com").optional(),
  DISCORD_TOKEN: z.string().trim().optional(),
  SLACK_BOT_TOKEN: z.string().trim().startsWith("xoxb-", "must begin with xoxb-").optional(),
  SLACK_APP_TOKEN: z.string().trim().startsWith("xapp-", "must begin with xapp-").optional(),
  VIDEO_DASHBOARD_URL: page("https://video.example.com/dashboard").optional(),
  VIDEO_SERVICE_NAME: plainName.optional(),
  // Slack counts the slash: /…-settings has 32 characters then, the most there and on Discord.
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
  PUBLIC_URL: address("https://reelay.example.com").optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(0, 65_535, 3_000),
  TRUSTED_ORIGINS: origins,
  SLACK_SIGNING_SECRET: z.string().trim().optional(),
  SLACK_CLIENT_ID: z.string().trim().optional(),
  SLACK_CLIENT_SECRET: z.string().trim().optional(),
  SLACK_STATE_SECRET: z.string().trim().min(16, "must be at least 16 characters that nobody can guess").optional(),
  SLACK_API_URL: address("https://slack.com/api/").default("https://slack.com/api/"),
  DISCORD_SHARDS: shards,
  DISCORD_API_URL: address("https://discord.com/api").default("https://discord.com/api"),
  REDIS_URL: redisUrl.optional(),
  REDIS_ACCEPT_LOSS: oneOf("0", "1").default("0"),
  ROLE: oneOf("all", "front", "worker").default("all"),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
  LOG_FORMAT: oneOf("pretty", "json").optional(),
  SANDBOX: oneOf("on", "off").optional(),
});

/** Every variable Reelay knows, in the order of `.env.example`. */
export const variableNames: readonly string[] = Object.keys(variables.shape);
