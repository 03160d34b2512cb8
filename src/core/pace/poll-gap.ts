import type { Trace } from "../job/job.ts";
import { type TaskEnd, taskEnd } from "./task-end.ts";

/**
 * The longest gap between two polls, by the task's age. The figures of this rule are for two mixes of tasks
 * (test/pace/standard-mix.ts), an assumption until the tasks of the service itself have been watched.
 */
const LONGEST_MS = 8_000;
const LONGEST_AFTER_10_MIN_MS = 15_000;
const LONGEST_AFTER_30_MIN_MS = 60_000;
/** Below a least gap of half a second they shrink alike. */
const SHRINKS_BELOW_MS = 500;
/** Of older tasks too little is known to expect their end: their gaps are half the longest at least. */
const KNOWN_UNTIL_MS = 600_000;

/** Few tasks that show no progress end before this age; from then on they are polled this often. */
const UNMOVED_YOUNG_MS = 80_000;
const UNMOVED_GAP_MS = 3_500;
/** A task that jumps has come to its last stage, as it has three or more. */
const LAST_JUMP_PERCENT = 72;
/** This long before a steady end polls are timed to tell more of it. */
const SHARPEN_BEFORE_MS = 45_000;

/** Milliseconds from a poll that found the task running at that age to the next one, whole, from `pollMinMs` to the longest gap. */
export function pollGapMs(trace: Trace, polledMs: number, pollMinMs: number): number {
  // The first one comes as soon as it may, so that a card soon says how far its video is.
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

/** Just after the end where it is near; else a poll that leaves time for that one, and whose percentage tells in which half of what is possible the end lies. */
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
