import type { Trace } from "../job/job.ts";
import { type TaskEnd, taskEnd } from "./task-end.ts";

/**
 * Two polls are at most this far apart, by the task's age. The figures of this rule are for two mixes of tasks
 * (test/pace/standard-mix.ts), an assumption until the tasks of the service itself have been watched.
 */
const LONGEST_MS = 8_000;
const LONGEST_AFTER_10_MIN_MS = 15_000;
const LONGEST_AFTER_30_MIN_MS = 60_000;
/** If the shortest gap is below half a second, these gaps shrink in proportion. */
const SHRINKS_BELOW_MS = 500;
/** We know too little about older tasks to expect their end: their gaps are at least half the longest. */
const KNOWN_UNTIL_MS = 600_000;

/** Few tasks that show no progress end before this age; from then on they are polled this often. */
const UNMOVED_YOUNG_MS = 80_000;
const UNMOVED_GAP_MS = 3_500;
/** A task that jumps is in its last stage from this percentage on, if it has three stages or more. */
const LAST_JUMP_PERCENT = 72;
/** From this long before a steady end, polls are timed to tell more about it. */
const SHARPEN_BEFORE_MS = 45_000;

/** Returns the milliseconds from a poll that found the task running at that age to the next one, a whole number from `pollMinMs` to the longest gap. */
export function pollGapMs(trace: Trace, polledMs: number, pollMinMs: number): number {
  // The first poll comes as soon as it may, so that the card soon shows how far its video is.
  if (polledMs === 0) return pollMinMs;
  const most = longestGapMs(polledMs, pollMinMs);
  const least = Math.max(pollMinMs, polledMs > KNOWN_UNTIL_MS ? Math.ceil(most / 2) : 0);
  const gapMs = usefulGapMs(taskEnd(trace, polledMs), polledMs, { least, most });
  return Math.max(least, Math.min(most, Math.ceil(gapMs)));
}

export function longestGapMs(elapsedMs: number, pollMinMs: number): number {
  const most =
    elapsedMs > 1_800_000 ? LONGEST_AFTER_30_MIN_MS : elapsedMs > KNOWN_UNTIL_MS ? LONGEST_AFTER_10_MIN_MS : LONGEST_MS;
  return Math.ceil(most * Math.min(1, pollMinMs / SHRINKS_BELOW_MS));
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

function usefulGapMs(end: TaskEnd, polledMs: number, bounds: Bounds): number {
  switch (end.kind) {
    case "unmoved":
      return polledMs < UNMOVED_YOUNG_MS ? bounds.most : UNMOVED_GAP_MS;
    case "last":
      return bounds.least;
    case "jumping":
      return end.percent >= LAST_JUMP_PERCENT ? bounds.least : bounds.most;
    case "rough":
      return end.endMs - polledMs;
    case "steady":
      return steadyGapMs(end, polledMs, bounds);
  }
}

/**
 * Times the next poll just after the end if that is near. Otherwise the poll leaves time for that one, and its percentage
 * tells in which half of the possible range the end lies.
 */
function steadyGapMs(end: TaskEnd & { readonly kind: "steady" }, polledMs: number, { least, most }: Bounds): number {
  const endInMs = end.latestMs + 1 - polledMs;
  const beforeMs = Math.min(most, Math.floor(endInMs - least));
  if (beforeMs < least) return endInMs;
  if (endInMs > SHARPEN_BEFORE_MS) return beforeMs;
  for (let percent = 99; percent > 0; percent -= 1) {
    const inMs = Math.ceil(end.reachesMs(percent)) - polledMs;
    if (inMs < least) break;
    if (inMs <= beforeMs) return inMs;
  }
  return beforeMs;
}
