import type { EpochMs } from "../clock.ts";
import type { Running, Trace } from "../job/job.ts";

/** Times are milliseconds since the task began. */
export type TaskEnd =
  /** Never seen moving, or only once. */
  | { readonly kind: "unmoved" }
  | SteadyEnd
  /** Moves irregularly. `endMs`: at its average pace. */
  | { readonly kind: "rough"; readonly endMs: number }
  | { readonly kind: "jumping"; readonly percent: number; readonly endMs: number }
  | { readonly kind: "last" };

/**
 * All polls fit a line, or a curve that slows down. The service rounds percentages down, so only a range for the end is
 * known.
 */
interface SteadyEnd {
  readonly kind: "steady";
  readonly earliestMs: number;
  readonly latestMs: number;
  /** Assumes that the task ends in the middle of that range. */
  reachesMs(percent: number): number;
}

/** Fewer polls always fit a line. */
const STEADY_POINTS_MIN = 3;
/** A task that rises this many percent per poll on average moves in jumps. */
const JUMP_PERCENT = 13;
const LAST_PERCENT = 99;

type WayLeft = (percent: number) => number;

/** For linear progress, and for a curve that slows down (made straight by the square root). */
const WAYS_LEFT: readonly WayLeft[] = [(percent) => 100 - percent, (percent) => Math.sqrt(100 - percent)];

export function taskEnd(trace: Trace, polledMs: number): TaskEnd {
  const points = trace.filter(([, percent]) => percent > 0);
  const [first, last] = [points[0], points.at(-1)];
  const hasJustMoved = points.length === 1 && trace.length > 1;
  if (!first || !last || hasJustMoved) return { kind: "unmoved" };
  const [lastMs, percent] = last;
  const steady =
    points.length < STEADY_POINTS_MIN ? null : steadyEnd([...points, [Math.max(lastMs, polledMs), percent]]);
  if (steady) return steady;
  if (percent >= LAST_PERCENT) return { kind: "last" };
  const [fromMs, fromPercent] = percent > first[1] ? first : [0, 0];
  const endMs = lastMs + ((100 - percent) * (lastMs - fromMs)) / (percent - fromPercent);
  return percent < JUMP_PERCENT * points.length ? { kind: "rough", endMs } : { kind: "jumping", percent, endMs };
}

function steadyEnd(points: Trace): SteadyEnd | null {
  for (const wayLeft of WAYS_LEFT) {
    const end = endAlong(wayLeft, points);
    if (end) return end;
  }
  return null;
}

/** Each pair of polls bounds the end from both sides, because percentages are rounded down. */
function endAlong(wayLeft: WayLeft, points: Trace): SteadyEnd | null {
  let [earliestMs, latestMs] = [0, Number.POSITIVE_INFINITY];
  for (const [index, [laterMs, laterPercent]] of points.entries()) {
    const [most, least] = [wayLeft(laterPercent), wayLeft(laterPercent + 1)];
    for (const [earlierMs, earlierPercent] of points.slice(0, index)) {
      const apartMs = laterMs - earlierMs;
      const wayAtLeast = wayLeft(earlierPercent + 1) - most;
      if (wayAtLeast > 0) latestMs = Math.min(latestMs, laterMs + (most * apartMs) / wayAtLeast);
      earliestMs = Math.max(earliestMs, laterMs + (least * apartMs) / (wayLeft(earlierPercent) - least));
    }
  }
  const [first] = points;
  if (!first || earliestMs >= latestMs || latestMs === Number.POSITIVE_INFINITY) return null;
  const likelyMs = (earliestMs + latestMs) / 2;
  const msOfWay = (likelyMs - first[0]) / wayLeft(first[1] + 0.5);
  return { kind: "steady", earliestMs, latestMs, reachesMs: (percent) => likelyMs - msOfWay * wayLeft(percent) };
}

/**
 * By the task's age. The figures are for two mixes of tasks (test/core/pace/standard-mix.ts): assumptions until the
 * service's own tasks have been watched.
 */
const LONGEST_MS = 8_000;
const LONGEST_AFTER_10_MIN_MS = 15_000;
const LONGEST_AFTER_30_MIN_MS = 60_000;
/** If `pollMinMs` is smaller, these gaps shrink in proportion. */
const SHRINKS_BELOW_MS = 500;
/** The end of older tasks is hard to predict, so their gaps are at least half the longest. */
const KNOWN_UNTIL_MS = 600_000;

/** Few tasks without progress end before this age. From then on, they are polled more often. */
const UNMOVED_YOUNG_MS = 80_000;
const UNMOVED_GAP_MS = 3_500;
/** From this percentage on, a task with three or more stages is in its last stage. */
const LAST_JUMP_PERCENT = 72;
/** This long before a steady end, polls are timed to learn more about it. */
const SHARPEN_BEFORE_MS = 45_000;

export function pollGapMs(trace: Trace, polledMs: number, pollMinMs: number): number {
  // The first poll comes as soon as allowed, because people wait for the first progress.
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

/** Polls just after a near end. Otherwise, the poll halves the range of possible ends. */
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

/** Smaller corrections are not shown, because cards would flicker. */
const ABOUT_MS = 20_000;
const ABOUT_SHARE = 0.25;
const ESTIMATE_MIN_PERCENT = 5;
/** Median time that tasks at 99 % or past their estimated end still take in the standard mix. */
const OVERDUE_MS = 20_000;

export function estimatedEnd(state: Running, now: EpochMs): EpochMs | null {
  const leftMs = likelyLeftMs(state, Math.max(0, now - state.since));
  if (leftMs === null) return null;
  const before = state.endsAt;
  const endsAt = Math.round(now + leftMs);
  const isAboutRight = before && Math.abs(before - endsAt) < Math.max(ABOUT_MS, ABOUT_SHARE * leftMs);
  return isAboutRight ? before : endsAt;
}

function likelyLeftMs({ trace = [], percent, since, lastRunningAt }: Running, elapsedMs: number): number | null {
  if ((percent ?? 0) < ESTIMATE_MIN_PERCENT) return null;
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

export function expectedLeftMs({ endsAt }: Running, now: EpochMs): number | null {
  return endsAt ? Math.max(0, endsAt - now) : null;
}
