import type { EpochMs } from "./clock.ts";
import type { Job } from "./job.ts";

export interface Pace {
  /** Least gap between two polls of one task, in milliseconds. */
  readonly pollMinMs: number;
}

/** The gap grows to this while a task is young. */
const POLL_MAX_MS = 8_000;
/** How often a job is polled that is past its deadline. */
const POLL_OVERDUE_MS = 3_600_000;
/** How often a task is polled whose key is refused. */
const POLL_WITHOUT_KEY_MS = 60_000;
/** A poll that brought no news is repeated after 1 s at first, 30 s at most. */
const MISS_MAX_MS = 30_000;

/** When the job's next step is due, a whole millisecond; null once it is closed. `fraction` (0 to 1) spreads what would fall together. */
export function dueAt(job: Job, now: EpochMs, pace: Pace, fraction: number): EpochMs | null {
  const { state } = job;
  switch (state.status) {
    case "closed":
      return null;
    case "submitting":
      return now;
    case "running":
      return Math.ceil(Math.max(believed(job, state.notBefore, now), now + gapOf(job, state, now, pace, fraction)));
    default:
      return Math.ceil(Math.max(now, believed(job, state.notBefore, now)));
  }
}

/** When a job that is saved as due at `dueAt` is due as the clock stands now. */
export function dueNow(job: Job, now: EpochMs): EpochMs {
  return job.dueAt === null ? now : believed(job, job.dueAt, now);
}

/** No job waits longer than this, but for one that is past its deadline or has no way to its person. */
export const WAIT_MAX_MS = 600_000;
const LONG_WAIT_MAX_MS = 86_400_000;

/** A time that is further ahead than any wait was saved before the clock was set back: nobody waits for it to catch up. */
function believed({ state, deadlineAt }: Job, at: EpochMs, now: EpochMs): EpochMs {
  const isSlow =
    (state.status === "running" && at >= deadlineAt) || ("noWaySince" in state && state.noWaySince !== null);
  return at - now > (isSlow ? LONG_WAIT_MAX_MS : WAIT_MAX_MS) ? now : at;
}

function gapOf(
  job: Job,
  state: { since: EpochMs; misses: number; waitingFor: "key" | null },
  now: EpochMs,
  pace: Pace,
  fraction: number,
): number {
  if (now >= job.deadlineAt) return POLL_OVERDUE_MS;
  if (state.waitingFor === "key") return POLL_WITHOUT_KEY_MS;
  if (state.misses > 0) return Math.max(pace.pollMinMs, backoffMs(state.misses, MISS_MAX_MS, fraction));
  return pollGapMs(now - state.since, pace);
}

/** The gap to the next poll: a tenth of the task's age, from `pollMinMs` to 8 s, 15 s after ten minutes, 60 s after thirty. */
export function pollGapMs(elapsedMs: number, { pollMinMs }: Pace): number {
  const most = elapsedMs > 1_800_000 ? 60_000 : elapsedMs > 600_000 ? 15_000 : POLL_MAX_MS;
  return Math.max(pollMinMs, Math.min(most, elapsedMs / 10));
}

/** Doubles from 1 s with the number of failures (1 and more), up to `mostMs`, spread over its upper half. */
export function backoffMs(failures: number, mostMs: number, fraction: number): number {
  const full = Math.min(mostMs, 1_000 * 2 ** Math.min(30, failures - 1));
  return full * (0.5 + 0.5 * fraction);
}

/**
 * Milliseconds left, extrapolated from the service's own percentage; null where it says too little.
 * `percent` is 0 to 99, `elapsedMs` the time since the task began.
 */
export function timeLeftMs(percent: number | null, elapsedMs: number): number | null {
  if (percent === null || percent < 5 || elapsedMs < 1_000) return null;
  return (elapsedMs * (100 - percent)) / percent;
}
