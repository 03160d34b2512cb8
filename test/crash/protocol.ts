import { z } from "zod";

/** Bounds of the messages between the judge, the process of the servers and the bot that is to die. */
export const platforms = ["discord", "slack"] as const;
export type Platform = (typeof platforms)[number];

/** A bot's settings with which no bound of one person stands in the way of a crowd's load. */
export const UNBOUND = { MAX_JOBS_PER_USER: "1000", MAX_JOBS_PER_WORKSPACE: "100000", COMMANDS_PER_MINUTE: "10000" };

const platform = z.enum(platforms);
const fate = z.enum(["normal", "quick", "fails"]);
export type Fate = z.infer<typeof fate>;

/** A question of the judge to the servers; its answer has the same `id`. */
export const ask = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("type"), id: z.number(), platform, prompt: z.string() }),
  /** The fate of all paid calls from now on. */
  z.object({ kind: z.literal("fate"), id: z.number(), fate }),
  /** Resolves when Ben has given the team of that platform a key, and is asked before every video. */
  z.object({ kind: z.literal("team"), id: z.number(), platform }),
  /** Cleo asks for a video that the team pays for; somebody says a word about one, as `roll` (0 to 1) says. */
  z.object({ kind: z.literal("team_ask"), id: z.number(), platform, prompt: z.string() }),
  z.object({ kind: z.literal("team_word"), id: z.number(), platform, roll: z.number() }),
  /** Resolves when a private answer on Discord takes files of that size at most, and all that Ada is answered is private. */
  z.object({ kind: z.literal("small_files"), id: z.number(), maxBytes: z.number() }),
  z.object({ kind: z.literal("report"), id: z.number() }),
  /** Resolves when Ada has given her key on both platforms. */
  z.object({ kind: z.literal("seeded"), id: z.number() }),
]);
export type Ask = z.infer<typeof ask>;

/** One thing that the servers received or did; `at` in milliseconds since the epoch. */
export const sight = z.object({
  at: z.number(),
  platform,
  what: z.enum(["connected", "answered", "unanswered", "message", "edited", "deleted", "pinged"]),
  messageId: z.string().optional(),
  interactionId: z.string().optional(),
  /** The message that this one replies to. */
  replyTo: z.string().optional(),
  /** The text that a person reads; empty if it is no message. */
  text: z.string(),
});
export type Sight = z.infer<typeof sight>;

export const report = z.object({
  tasks: z.array(z.object({ prompt: z.string(), status: z.string(), creditsUsed: z.number() })),
  ledger: z.object({ charged: z.number(), refunded: z.number(), tasks: z.number() }),
  /** The messages that stand before Ada now. */
  visible: z.array(z.object({ platform, messageId: z.string() })),
});
export type Report = z.infer<typeof report>;

/** An answer or a report of the servers. */
export const serverMessage = z.discriminatedUnion("kind", [
  /** The environment that points a bot at them. */
  z.object({ kind: z.literal("open"), env: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal("seen"), sight }),
  /** `value` is the interaction's id for "type", a report for "report". */
  z.object({ kind: z.literal("done"), id: z.number(), value: z.unknown().optional() }),
  z.object({ kind: z.literal("failed"), id: z.number(), why: z.string() }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

/** Tells the bot to kill itself at its nth durable write from now on, 1 being the next. */
export const arming = z.object({ nth: z.number(), side: z.enum(["before", "after"]) });
export type Arming = z.infer<typeof arming>;
