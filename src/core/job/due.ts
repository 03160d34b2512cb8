import type { EpochMs } from "../clock.ts";
import { estimatedEnd, pollGapMs } from "../pace/next-poll.ts";
import type { Job, Running } from "./job.ts";

export interface Pace {
  readonly pollMinMs: number;
}

/** A job past its deadline is polled this often for the first two hours, and more rarely after that. */
const POLL_OVERDUE_MS = 60_000;
const OVERDUE_FOR_LONG_MS = 7_200_000;
const POLL_OVERDUE_FOR_LONG_MS = 300_000;
const POLL_WITHOUT_KEY_MS = 60_000;
/** Maximum backoff after polls without news, unless the usual gap is longer. */
const MISS_MAX_MS = 30_000;

export function paced(job: Job, now: EpochMs, pace: Pace, fraction: number): Job {
  const { state } = job;
  const timed = { ...job, dueAt: dueAt(job, now, pace, fraction) };
  if (state.status !== "running") return timed;
  return { ...timed, state: { ...state, endsAt: estimatedEnd(state, now) } };
}

/** In whole milliseconds. `fraction` (0 to 1) spreads steps that would otherwise coincide. */
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

export function dueNow(job: Job, now: EpochMs): EpochMs {
  return job.dueAt === null ? now : clamped(job, job.dueAt, now);
}

/** Maximum wait of a job, unless its owner cannot be reached or its next step depends on others. */
export const WAIT_MAX_MS = 600_000;
const LONG_WAIT_MAX_MS = 86_400_000;

/** A due time further away than any wait means that the clock was set back: the job is due now. */
function clamped({ state }: Job, at: EpochMs, now: EpochMs): EpochMs {
  const isSlow = state.status === "waiting" || ("noWaySince" in state && state.noWaySince !== null);
  return at - now > (isSlow ? LONG_WAIT_MAX_MS : WAIT_MAX_MS) ? now : at;
}

function gapOf(job: Job, state: Running, now: EpochMs, pace: Pace, fraction: number): number {
  const overdueMs = now - job.deadlineAt;
  if (overdueMs >= 0) return overdueMs < OVERDUE_FOR_LONG_MS ? POLL_OVERDUE_MS : POLL_OVERDUE_FOR_LONG_MS;
  if (state.waitingFor === "key") return POLL_WITHOUT_KEY_MS;
  // Do not poll earlier than usual after a poll without news: retries must not add load.
  const backedOffMs = state.misses > 0 ? backoffMs(state.misses, MISS_MAX_MS, fraction) : 0;
  return Math.max(usualGapMs(state, now, pace), backedOffMs);
}

export function usualGapMs({ trace, since }: Running, now: EpochMs, { pollMinMs }: Pace): number {
  // If the clock was set back, the task counts as new.
  const ageMs = Math.max(0, Math.round(now - since));
  return pollGapMs(trace ?? [], ageMs, pollMinMs);
}

/** Starts at 1 s and doubles per failure (counted from 1) up to `mostMs`. Randomized within its upper half. */
export function backoffMs(failures: number, mostMs: number, fraction: number): number {
  const full = Math.min(mostMs, 1_000 * 2 ** Math.min(30, failures - 1));
  return full * (0.5 + 0.5 * fraction);
}
