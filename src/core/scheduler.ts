import type { EpochMs } from "./clock.ts";
import type { JobId } from "./job/ids.ts";

/** A step holds its job through this. If several processes share the jobs, another one may take it over. */
export interface Hold {
  /** The process that held it before lost it in the middle of a step: it died, or hung, and the effects of that step may still come. */
  readonly isTakenOver: boolean;
  /** Returns false once another process may have taken it: then nothing may be done that is not fenced by the job's version. */
  isHeld(): boolean;
}

/**
 * A job's lock in Redis lives for this long, and is renewed at each quarter of it: a job whose process was
 * killed goes on in another one within 8 s.
 */
export const LOCK_MS = 5_000;

/** A process whose event loop was stalled for this long may have lost its hold: it may have missed renewing the lock. */
export const HOLD_DOUBTED_AFTER_MS = 2_000;

/** Takes one job as far as it can go now; returns when it is due again, null for never. */
export type Step = (id: JobId, hold: Hold) => Promise<EpochMs | null>;

/** Wakes jobs when they are due. A job never has two steps at once, unless a process lost its hold on it. */
export interface Scheduler {
  /** Sets a job's alarm; a later call replaces an earlier one. While the job's step is running, the alarm is remembered and takes effect after it. */
  schedule(id: JobId, at: EpochMs): void;
  /** Sets an alarm for each of these that has none; returns how many had none. */
  ensure(jobs: readonly { readonly id: JobId; readonly at: EpochMs }[]): Promise<number>;
  /** Begins to wake jobs. A step that rejects is tried again after some seconds. */
  start(step: Step): void;
  /** Stops waking jobs; resolves when the steps in flight have ended. */
  stop(): Promise<void>;
  /** Returns how many jobs wait, for the metrics. Rejects if the count is not known. */
  size(): number | Promise<number>;
}
