import type { EpochMs } from "../clock.ts";
import { foreseenEnd, pollGapMs } from "../pace/task-pace.ts";
import type { Job, Running } from "./job.ts";

export interface Pace {
  /** The shortest gap between two polls of one task, in milliseconds. */
  readonly pollMinMs: number;
}

/** A job past its deadline is polled this often in the first two hours, and then this often. */
const POLL_OVERDUE_MS = 60_000;
const OVERDUE_FOR_LONG_MS = 7_200_000;
const POLL_OVERDUE_FOR_LONG_MS = 300_000;
/** A task whose key is refused is polled this often. */
const POLL_WITHOUT_KEY_MS = 60_000;
/** A poll that brought no news is followed by the next after its usual gap, or after 1 s at first, 30 s at most. */
const MISS_MAX_MS = 30_000;

/** Returns the job with what follows from its state: when its next step is due, and when its task should end. */
export function paced(job: Job, now: EpochMs, pace: Pace, fraction: number): Job {
  const { state } = job;
  if (state.status === "closed") return { ...job, dueAt: null };
  const timed = { ...job, dueAt: dueAt(job, now, pace, fraction) };
  if (state.status !== "running" || state.trace === undefined) return timed;
  return { ...timed, state: { ...state, endsAt: foreseenEnd(state, now) } };
}

/** Returns when the job's next step is due, as a whole millisecond; null once it is closed. `fraction` (0 to 1) spreads steps that would fall together. */
export function dueAt(job: Job, now: EpochMs, pace: Pace, fraction: number): EpochMs | null {
  const { state } = job;
  switch (state.status) {
    case "closed":
      return null;
    case "submitting":
      return Math.ceil(Math.max(now, clamped(job, state.idempotency?.againAt ?? now, now)));
    case "running":
      return Math.ceil(Math.max(clamped(job, state.notBefore, now), now + gapOf(job, state, now, pace, fraction)));
    default:
      return Math.ceil(Math.max(now, clamped(job, state.notBefore, now)));
  }
}

/** Returns when a job saved as due at `dueAt` is due by the present clock. */
export function dueNow(job: Job, now: EpochMs): EpochMs {
  return job.dueAt === null ? now : clamped(job, job.dueAt, now);
}

/** No job waits longer than this, unless its person cannot be reached or others decide about it. */
export const WAIT_MAX_MS = 600_000;
const LONG_WAIT_MAX_MS = 86_400_000;

/** An implausibly distant due time means that the clock was set back: the job is due now. */
function clamped({ state }: Job, at: EpochMs, now: EpochMs): EpochMs {
  const isSlow = state.status === "waiting" || ("noWaySince" in state && state.noWaySince !== null);
  return at - now > (isSlow ? LONG_WAIT_MAX_MS : WAIT_MAX_MS) ? now : at;
}

function gapOf(job: Job, state: Running, now: EpochMs, pace: Pace, fraction: number): number {
  const overdueMs = now - job.deadlineAt;
  if (overdueMs >= 0) return overdueMs < OVERDUE_FOR_LONG_MS ? POLL_OVERDUE_MS : POLL_OVERDUE_FOR_LONG_MS;
  if (state.waitingFor === "key") return POLL_WITHOUT_KEY_MS;
  // A poll that brought no news is not repeated early, so that retries never become a load of their own.
  const backedOffMs = state.misses > 0 ? backoffMs(state.misses, MISS_MAX_MS, fraction) : 0;
  return Math.max(usualGapMs(state, now, pace), backedOffMs);
}

/** Returns the gap to the next poll of a task that was found running just now. */
export function usualGapMs({ trace, since }: Running, now: EpochMs, { pollMinMs }: Pace): number {
  // A clock that was set back makes no task younger than new.
  const ageMs = Math.max(0, Math.round(now - since));
  return pollGapMs(trace ?? [], ageMs, pollMinMs);
}

/** Returns a wait that doubles from 1 s with the number of failures (1 and more), up to `mostMs`, spread over its upper half. */
export function backoffMs(failures: number, mostMs: number, fraction: number): number {
  const full = Math.min(mostMs, 1_000 * 2 ** Math.min(30, failures - 1));
  return full * (0.5 + 0.5 * fraction);
}
