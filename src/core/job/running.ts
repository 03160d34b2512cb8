import type { EpochMs } from "../clock.ts";
import type { Credits } from "../request/price.ts";
import type { TaskId } from "./ids.ts";
import type { Trace } from "./trace.ts";

export interface Running {
  readonly status: "running";
  readonly taskId: TaskId;
  readonly credits: Credits;
  /** False where the service did not say what it charged and `credits` is the price from the table. */
  readonly creditsAreExact: boolean;
  /** 0 to 99, never falling; null before the service named one. */
  readonly percent: number | null;
  readonly since: EpochMs;
  /** How its progress was seen to go; absent before the first percentage. */
  readonly trace?: Trace;
  /** When the task should end, as the last poll let expect; null where nothing could be said, absent before the first one. */
  readonly endsAt?: EpochMs | null;
  /** The last poll that still said running: a link lives 2 h from the end, which is not before this. */
  readonly lastRunningAt: EpochMs;
  /** Polls in a row that brought no news, what was amiss with them, and since when. */
  readonly misses: number;
  readonly missing: Miss | null;
  readonly missingSince: EpochMs | null;
  readonly waitingFor: "key" | null;
  /** When its person gave another key, or the old one worked again: no refusal of a key from before counts. Absent: never. */
  readonly keyRenewedAt?: EpochMs;
  readonly notBefore: EpochMs;
}

/** Why a poll brought no news. */
export type Miss = "no_answer" | "unknown_task" | "no_link" | "bad_key";
