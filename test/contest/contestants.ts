import { type Statement, statementsIn } from "../claims/read-text.ts";
import { isFinalMessage } from "../crash/claims.ts";

/** The addresses and folder that a life's bot needs. */
export interface Places {
  readonly videoUrl: string;
  readonly trusted: readonly string[];
  readonly key: string;
  readonly discordUrl: string;
  readonly discordToken: string;
  readonly redisUrl: string;
  /** A folder, and a name, of this life alone. */
  readonly dir: string;
  readonly name: string;
}

export interface Contestant {
  readonly name: string;
  /** A program of `test/programs/` with its arguments; null: the built bot. */
  readonly program: readonly [name: string, ...args: string[]] | null;
  /** A person enters a key before they ask for a video; else the bot has its operator's. */
  readonly asksForKey: boolean;
  /** The video service starts one video for all starts with the same value in this header, and the bot knows it. */
  readonly idempotencyHeader?: string;
  env(places: Places): Readonly<Record<string, string>>;
  /** Returns whether the text is a final message. */
  isFinal(text: string): boolean;
  /** Reads what a final message states about money. */
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
  // A person takes it that what did not work was not charged.
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
    // Two looks at a video, so that one still says running.
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
