import type { Trace } from "../job/job.ts";

/** A task's progress, as polls saw it, tells this about its end. Times are milliseconds since the task began. */
export type TaskEnd =
  /** It has not moved, or was seen to move only once since. */
  | { readonly kind: "unmoved" }
  | SteadyEnd
  /** It moves in another way: at its mean pace since it began to move, it ends about then. */
  | { readonly kind: "rough"; readonly endMs: number }
  /** It stands still and then rises by much at once. */
  | { readonly kind: "jumping"; readonly percent: number; readonly endMs: number }
  /** It stands at 99. */
  | { readonly kind: "last" };

/** All sights fit one line, or one curve that eases out. Percentages are rounded down, so any end between these two is possible. */
interface SteadyEnd {
  readonly kind: "steady";
  readonly earliestMs: number;
  readonly latestMs: number;
  /** Returns when the task should reach that percentage, if it ends halfway between both. */
  reachesMs(percent: number): number;
}

/** Fewer sights than this always fit a line. */
const STEADY_SIGHTS_MIN = 3;
/** A task jumps if its sights are this far apart on average: no line rises as fast from one poll to the next. */
const JUMP_PERCENT = 13;
const LAST_PERCENT = 99;

type WayLeft = (percent: number) => number;

/** Each function returns how much is left at a percentage: one for linear progress, and one that straightens a curve that eases out. */
const WAYS_LEFT: readonly WayLeft[] = [(percent) => 100 - percent, (percent) => Math.sqrt(100 - percent)];

/** Reads the trace. The last poll found the task running at that age, and no further than its last sight. */
export function taskEnd(trace: Trace, polledMs: number): TaskEnd {
  const sights = trace.filter(([, percent]) => percent > 0);
  const [first, last] = [sights[0], sights.at(-1)];
  const hasJustMoved = sights.length === 1 && trace.length > 1;
  if (!first || !last || hasJustMoved) return { kind: "unmoved" };
  const [lastMs, percent] = last;
  const steady =
    sights.length < STEADY_SIGHTS_MIN ? null : steadyEnd([...sights, [Math.max(lastMs, polledMs), percent]]);
  if (steady) return steady;
  if (percent >= LAST_PERCENT) return { kind: "last" };
  const [fromMs, fromPercent] = percent > first[1] ? first : [0, 0];
  const endMs = lastMs + ((100 - percent) * (lastMs - fromMs)) / (percent - fromPercent);
  return percent < JUMP_PERCENT * sights.length ? { kind: "rough", endMs } : { kind: "jumping", percent, endMs };
}

function steadyEnd(sights: Trace): SteadyEnd | null {
  for (const wayLeft of WAYS_LEFT) {
    const end = endAlong(wayLeft, sights);
    if (end) return end;
  }
  return null;
}

/**
 * Narrows the end down: any two sights bound it. The straight way is no slower than from the least that was left at the
 * earlier sight to the most at the later one, and no faster than from the most to the least.
 */
function endAlong(wayLeft: WayLeft, sights: Trace): SteadyEnd | null {
  let [earliestMs, latestMs] = [0, Number.POSITIVE_INFINITY];
  for (const [nth, [laterMs, laterPercent]] of sights.entries()) {
    const [most, least] = [wayLeft(laterPercent), wayLeft(laterPercent + 1)];
    for (const [earlierMs, earlierPercent] of sights.slice(0, nth)) {
      const apartMs = laterMs - earlierMs;
      const wayAtLeast = wayLeft(earlierPercent + 1) - most;
      if (wayAtLeast > 0) latestMs = Math.min(latestMs, laterMs + (most * apartMs) / wayAtLeast);
      earliestMs = Math.max(earliestMs, laterMs + (least * apartMs) / (wayLeft(earlierPercent) - least));
    }
  }
  const [first] = sights;
  if (!first || earliestMs >= latestMs || latestMs === Number.POSITIVE_INFINITY) return null;
  const likelyMs = (earliestMs + latestMs) / 2;
  const msOfWay = (likelyMs - first[0]) / wayLeft(first[1] + 0.5);
  return { kind: "steady", earliestMs, latestMs, reachesMs: (percent) => likelyMs - msOfWay * wayLeft(percent) };
}
