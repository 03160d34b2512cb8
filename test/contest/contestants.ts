import { type Statement, statementsIn } from "../claims/read-text.ts";
import { isFinalMessage } from "../crash/claims.ts";

/** The addresses and the folder that a contestant's bot needs for one run. */
export interface Places {
  readonly videoUrl: string;
  readonly trusted: readonly string[];
  readonly key: string;
  readonly discordUrl: string;
  readonly discordToken: string;
  readonly redisUrl: string;
  /** A folder and a name that only this run uses. */
  readonly dir: string;
  readonly name: string;
}

export interface Contestant {
  readonly name: string;
  /** A program in `test/programs/` with its arguments. Null: the built bot. */
  readonly program: readonly [name: string, ...args: string[]] | null;
  /** True if a person enters a key before the first video. Otherwise the bot has its operator's key. */
  readonly asksForKey: boolean;
  /** The header with the idempotency key, if the service and the bot support one. */
  readonly idempotencyHeader?: string;
  env(places: Places): Readonly<Record<string, string>>;
  /** Returns true if the text is a final message. */
  isFinal(text: string): boolean;
  /** Extracts the statements about money from a final message. */
  statementsIn(text: string): readonly Statement[];
}

const plain = {
  asksForKey: false,
  env: ({ videoUrl, key, discordUrl, discordToken, redisUrl, dir, name }: Places) => ({
    VIDEO_API_URL: videoUrl,
    VIDEO_API_KEY: key,
    DISCORD_API_URL: discordUrl,
    DISCORD_TOKEN: discordToken,
    REDIS_URL: redisUrl,
    QUEUE_PREFIX: name,
    DATA_DIR: dir,
  }),
  isFinal: (text: string) => /^(?:The video is ready|Sorry)/.test(text),
  // People assume that a video that did not work was not charged.
  statementsIn: (text: string): readonly Statement[] => (/did not work/.test(text) ? ["nothing charged"] : []),
};

const reelay = {
  program: null,
  asksForKey: true,
  env: ({ videoUrl, trusted, discordUrl, discordToken, dir }) => ({
    VIDEO_API_URL: videoUrl,
    TRUSTED_ORIGINS: trusted.join(),
    DISCORD_API_URL: discordUrl,
    DISCORD_TOKEN: discordToken,
    DATA_DIR: dir,
    PORT: "0",
    // Two polls of one video, so that one of them sees it running.
    POLL_MIN_MS: "200",
    LOG_LEVEL: "warn",
    SANDBOX: "off",
  }),
  isFinal: isFinalMessage,
  statementsIn,
} satisfies Omit<Contestant, "name">;

const HEADER = "Idempotency-Key";

export const CONTESTANTS: readonly Contestant[] = [
  { name: "Reelay", ...reelay },
  {
    name: "Reelay, with an idempotency key",
    ...reelay,
    idempotencyHeader: HEADER,
    env: (places) => ({ ...reelay.env(places), VIDEO_IDEMPOTENCY_HEADER: HEADER }),
  },
  { name: "BullMQ", program: ["contest-bot", "queue"], ...plain },
  { name: "SDK loop", program: ["contest-bot", "sdk"], ...plain },
];
