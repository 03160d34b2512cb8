import type { Trace } from "../job/trace.ts";

/** When a task ends whose percentages all lie on one line, or on one curve that eases out. Milliseconds since it began. */
export interface SteadyEnd {
  /** Rounded down as percentages are, they allow no time before the one nor after the other. */
  readonly earliestMs: number;
  readonly latestMs: number;
  /** When it should come to that percentage, if it ends halfway between both. */
  reachesMs(percent: number): number;
}

/** Sights of fewer percentages lie on a line whatever the task does. */
const SIGHTS_MIN = 3;
/** What is left of the way at each percentage: of a line, and of a curve that eases out, made straight. */
const WAYS_LEFT = [(left: number) => left, Math.sqrt].map((straight) =>
  Float64Array.from({ length: 101 }, (_, percent) => straight(1 - percent / 100)),
);

/** Null where it is none, or not to be told yet. The last poll found it running, and no further than its last sight. */
export function steadyEnd(trace: Trace, polledMs: number): SteadyEnd | null {
  const sights = trace.filter(([, percent]) => percent > 0);
  const last = sights.at(-1);
  if (!last || sights.length < SIGHTS_MIN) return null;
  if (polledMs > last[0]) sights.push([polledMs, last[1]]);
  for (const waysLeft of WAYS_LEFT) {
    const end = endOn(waysLeft, sights);
    if (end) return end;
  }
  return null;
}

function endOn(waysLeft: Float64Array, sights: Trace): SteadyEnd | null {
  const [first, last] = [sights[0] ?? [0, 0], sights.at(-1) ?? [0, 0]];
  const leftAt = (percent: number) => waysLeft[percent] ?? 0;
  const wayLess = leftAt(first[1] + 1) - leftAt(last[1]);
  if (wayLess <= 0) return null;
  let [low, high] = [last[0], last[0] + (leftAt(last[1]) * (last[0] - first[0])) / wayLess];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    const { slowest, fastest, isLater } = paceFor(waysLeft, sights, middle);
    if (slowest < fastest) return between(middle, low, high);
    if (isLater) low = middle;
    else high = middle;
  }
  return null;

  function between(inside: number, below: number, above: number): SteadyEnd {
    const earliestMs = edge(inside, below);
    const latestMs = edge(inside, above);
    const likely = (earliestMs + latestMs) / 2;
    const { slowest, fastest } = paceFor(waysLeft, sights, likely);
    const reachesMs = (percent: number) => likely - (2 * leftAt(percent)) / (slowest + fastest);
    return { earliestMs, latestMs, reachesMs };
  }

  /** The end that the sights allow which is next to one that they do not. */
  function edge(allowed: number, refused: number): number {
    let [inside, outside] = [allowed, refused];
    while (Math.abs(inside - outside) > 1) {
      const middle = (inside + outside) / 2;
      const { slowest, fastest } = paceFor(waysLeft, sights, middle);
      if (slowest < fastest) inside = middle;
      else outside = middle;
    }
    return inside;
  }
}

/** The paces that lead through all sights to that end: none where the slowest is not below the fastest, and then whether a later end might do. */
function paceFor(waysLeft: Float64Array, sights: Trace, endMs: number) {
  let [slowest, slowestAt] = [0, 0];
  let [fastest, fastestAt] = [Number.POSITIVE_INFINITY, 0];
  for (const [atMs, percent] of sights) {
    const leftMs = endMs - atMs;
    const slow = (waysLeft[percent + 1] ?? 0) / leftMs;
    const fast = (waysLeft[percent] ?? 0) / leftMs;
    if (slow > slowest) [slowest, slowestAt] = [slow, atMs];
    if (fast < fastest) [fastest, fastestAt] = [fast, atMs];
  }
  return { slowest, fastest, isLater: slowestAt > fastestAt };
}
