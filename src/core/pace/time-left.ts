import type { EpochMs } from "../clock.ts";
import type { Running } from "../job/job.ts";
import { taskEnd } from "./task-end.ts";

/** An expectation that differs by less than this, or by less than a quarter of the time left, stays: the card must not flicker. */
const ABOUT_MS = 20_000;
const ABOUT_SHARE = 0.25;
/** Below this percentage no pace is taken. */
const TELLING_PERCENT = 5;
/** Tasks of the standard mix that are at 99 %, or past the end that their pace promised, take about this much longer (the median). */
const OVERDUE_MS = 20_000;

/** Returns when the task should end, judging by its last poll; null if nothing can be said. */
export function foreseenEnd(state: Running, now: EpochMs): EpochMs | null {
  const leftMs = likelyLeftMs(state, Math.max(0, now - state.since));
  if (leftMs === null) return null;
  const before = state.endsAt ?? null;
  const endsAt = Math.round(now + leftMs);
  const isAboutRight = before !== null && Math.abs(before - endsAt) < Math.max(ABOUT_MS, ABOUT_SHARE * leftMs);
  return isAboutRight ? before : endsAt;
}

function likelyLeftMs({ trace = [], percent, since, lastRunningAt }: Running, elapsedMs: number): number | null {
  if ((percent ?? 0) < TELLING_PERCENT) return null;
  const end = taskEnd(trace, lastRunningAt - since);
  switch (end.kind) {
    case "unmoved":
      return null;
    case "steady":
      return Math.max(1_000, (end.earliestMs + end.latestMs) / 2 - elapsedMs);
    case "last":
      return OVERDUE_MS;
    default:
      return end.endMs - elapsedMs > 2_000 ? end.endMs - elapsedMs : OVERDUE_MS;
  }
}

/** Returns the milliseconds that a running job may still take; null if they are not known. */
export function expectedLeftMs({ endsAt }: Running, now: EpochMs): number | null {
  return endsAt === undefined || endsAt === null ? null : Math.max(0, endsAt - now);
}
