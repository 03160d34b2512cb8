import type { Policy } from "../../pace/live.ts";
import type { MixedTask } from "../../pace/standard-mix.ts";
import type { Outlook } from "./inspection.ts";
import type { KnownPaces } from "./known-paces.ts";
import type { Plan, Prepared } from "./least.ts";

/** Percentages are whole and times are whole milliseconds: by that much may the time be off at which a pace reaches 100. */
const ROUNDING_MS = 3;

/** The plan followed on one task: it is told what the plan takes for known, and sees its percentages as others do. */
export function following({ truth, least, most, beliefs, lines, sure }: Prepared, plan: Plan, task: MixedTask): Policy {
  const { stepS } = truth;
  const jumps = task.kind === "jumpy" ? jumpsOf(task) : 0;
  const isLine = task.kind === "linear" || task.kind === "stuck at 99";
  const byPace = isLine ? gapByPace(lines, plan.lines) : gapByPace(sure, plan.sure);
  const hasPace = jumps === 0 && task.kind !== "stuck at 0";
  const reachesS = hasPace ? (reaches100(task) + ROUNDING_MS) / 1_000 : 0;

  return (trace, atMs) => {
    const percent = trace.at(-1)?.[1] ?? 0;
    const gapS = percent > 0 && hasPace ? byPace(reachesS, atMs / 1_000) : stepS * believed(percent, atMs);
    return Math.ceil(1_000 * Math.min(stepS * most, Math.max(stepS * least, gapS)));
  };

  function believed(percent: number, atMs: number): number {
    const made = Math.round((percent * (jumps + 1)) / 100);
    const nth = percent === 0 ? 0 : beliefs.findIndex((belief) => belief.jumps === jumps && belief.made === made);
    return plan.gaps[nth]?.[Math.round(atMs / 1_000 / stepS)] ?? most;
  }
}

function jumpsOf(task: MixedTask): number {
  const last = task.percentAt(Number.MAX_SAFE_INTEGER);
  return Math.round(100 / (100 - last - 0.5)) - 1;
}

/** When the pace of a task leads to 100, in milliseconds since it began. */
function reaches100(task: MixedTask): number {
  const [half, threeQuarters] = [firstAt(task, 50), firstAt(task, 75)];
  return task.kind === "easing" ? 2 * threeQuarters : half + 2 * (threeQuarters - half);
}

function firstAt(task: MixedTask, percent: number): number {
  let after = 1_000;
  while (task.percentAt(after) < percent) after += 1_000;
  let before = after - 1_000;
  while (after - before > 1) {
    const middle = (before + after) / 2;
    if (task.percentAt(middle) >= percent) after = middle;
    else before = middle;
  }
  return after;
}

function gapByPace({ apartS, paces }: KnownPaces, outlooks: readonly Outlook[]) {
  return (reachesS: number, ageS: number): number => {
    const nth = Math.round((reachesS - (paces[0]?.reachesS ?? 0)) / apartS);
    const nearest = Math.max(0, Math.min(paces.length - 1, nth));
    const { reaches = 0, ending } = paces[nearest] ?? {};
    const stepS = ending?.stepS ?? 1;
    // Rounded up: a poll that should see the end must not come before it.
    const step = reaches - Math.ceil((reachesS - ageS) / stepS - 0.01);
    const gap = outlooks[nearest]?.gap[step] ?? 0;
    return step + gap === reaches ? reachesS - ageS : gap === 0 ? Number.POSITIVE_INFINITY : gap * stepS;
  };
}
