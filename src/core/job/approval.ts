import type { EpochMs } from "../clock.ts";
import type { UserId } from "./ids.ts";

/** A team's manager is asked before the team pays: the video costs more than it may without a question, or its person's cap is reached. */
export interface Approval {
  readonly because: "ask_above" | "person_month";
  readonly askedAt: EpochMs;
  /** Its person was a manager who may approve their own; absent: nobody may. */
  readonly mayBeOwn?: true;
  /** No way leads to its managers now; absent: they were asked, or are about to be. */
  readonly isUnreached?: true;
  /** The first word, which stays; null: nobody has said one. */
  readonly decision: Decision | null;
}

/** The one word in which an approval ends. */
export interface Decision {
  readonly word: "approved" | "declined" | "expired" | "withdrawn";
  /** null: the time has passed. */
  readonly by: UserId | null;
  readonly at: EpochMs;
  /** What was said with it, a line; absent: nothing. */
  readonly note?: string;
}

/** Longest line that is said with a decision, in characters. */
export const NOTE_MAX = 300;

/** An approval that nobody answers is asked for this long. */
export const APPROVAL_MS = 86_400_000;
/** A job waits this long for a running place. */
export const TURN_MS = 7_200_000;
/** A job waits this long until the service is well again. */
export const SERVICE_MS = 3_600_000;
