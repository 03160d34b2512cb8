import { z } from "zod";

/** The messages between the crash test, the servers' process and the bot that is killed. */
export const platforms = ["discord", "slack"] as const;
export type Platform = (typeof platforms)[number];

/** Settings of a bot that raise the limits per person for load tests. */
export const UNBOUND = { MAX_JOBS_PER_USER: "1000", MAX_JOBS_PER_WORKSPACE: "100000", COMMANDS_PER_MINUTE: "10000" };

const platform = z.enum(platforms);
const fate = z.enum(["normal", "quick", "fails"]);
export type Fate = z.infer<typeof fate>;

/** A request to the servers. The response has the same `id`. */
export const ask = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("type"), id: z.number(), platform, prompt: z.string() }),
  /** Sets what happens to all paid calls from now on. */
  z.object({ kind: z.literal("fate"), id: z.number(), fate }),
  /** Resolves when Ben has given that platform's team a key and turned on approvals for every video. */
  z.object({ kind: z.literal("team"), id: z.number(), platform }),
  /**
   * Cleo requests a video that the team pays for. In `team_word` somebody decides about a request. `roll` (0 to 1) chooses
   * the person, the decision and the request.
   */
  z.object({ kind: z.literal("team_ask"), id: z.number(), platform, prompt: z.string() }),
  z.object({ kind: z.literal("team_word"), id: z.number(), platform, roll: z.number() }),
  /** Limits the files of private Discord answers to this size, and makes all answers to Ada private. */
  z.object({ kind: z.literal("small_files"), id: z.number(), maxBytes: z.number() }),
  z.object({ kind: z.literal("report"), id: z.number() }),
  /** Resolves when Ada has given her key on both platforms. */
  z.object({ kind: z.literal("seeded"), id: z.number() }),
]);
export type Ask = z.infer<typeof ask>;

/** Something that the servers received or did. `at` is in milliseconds since the epoch. */
export const sight = z.object({
  at: z.number(),
  platform,
  what: z.enum(["connected", "answered", "unanswered", "message", "edited", "deleted", "pinged"]),
  messageId: z.string().optional(),
  interactionId: z.string().optional(),
  replyTo: z.string().optional(),
  /** The text that a person reads. Empty if it is not a message. */
  text: z.string(),
});
export type Sight = z.infer<typeof sight>;

export const report = z.object({
  tasks: z.array(z.object({ prompt: z.string(), status: z.string(), creditsUsed: z.number() })),
  ledger: z.object({ charged: z.number(), refunded: z.number(), tasks: z.number() }),
  /** The messages that Ada sees now. */
  visible: z.array(z.object({ platform, messageId: z.string() })),
});
export type Report = z.infer<typeof report>;

/** A response or a report from the servers. */
export const serverMessage = z.discriminatedUnion("kind", [
  /** The environment with which a bot uses the servers. */
  z.object({ kind: z.literal("open"), env: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal("seen"), sight }),
  /** `value` is the interaction's id for "type" and a report for "report". */
  z.object({ kind: z.literal("done"), id: z.number(), value: z.unknown().optional() }),
  z.object({ kind: z.literal("failed"), id: z.number(), why: z.string() }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

/** Makes the bot kill itself at its nth durable write from now on. 1 is the next write. */
export const arming = z.object({ nth: z.number(), side: z.enum(["before", "after"]) });
export type Arming = z.infer<typeof arming>;
