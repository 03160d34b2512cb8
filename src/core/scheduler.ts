import type { EpochMs } from "./clock.ts";
import type { JobId } from "./job/ids.ts";

/** How a step has its job. Where several processes share the jobs, another one may take it over. */
export interface Hold {
  /** The process that had it before lost it in the middle of a step: it died, or hung, and the effects of that step may still come. */
  readonly isTakenOver: boolean;
  /** False once another process may have taken it: nothing that is not fenced by the job's version may be done any more. */
  isHeld(): boolean;
}

/**
 * A job's lock in Redis lives for this long, and is renewed at half of it: a job whose process was
 * killed goes on in another one within 8 s.
 */
export const LOCK_MS = 5_000;

/** A process whose event loop stood still for this long may have lost its hold: it may have missed a renewal of the lock. */
export const HOLD_DOUBTED_AFTER_MS = 2_000;

/** Takes one job as far as it can go now; answers when that is due again, null for never. */
export type Step = (id: JobId, hold: Hold) => Promise<EpochMs | null>;

/** Wakes jobs when they are due. Never two steps of one job at once, but where a process lost its hold on it. */
export interface Scheduler {
  /** A later call replaces an earlier one. While the job's step is running, it is remembered and takes effect after it. */
  schedule(id: JobId, at: EpochMs): void;
  /** Sets an alarm for each of these that has none; says how many had none. */
  ensure(jobs: readonly { readonly id: JobId; readonly at: EpochMs }[]): Promise<number>;
  /** Begins to wake jobs. A step that rejects is tried again after some seconds. */
  start(step: Step): void;
  /** Wakes nobody any more; resolves when the steps in flight have ended. */
  stop(): Promise<void>;
  /** Jobs that wait, for the metrics. Rejects where the count is not known. */
  size(): number | Promise<number>;
}
