import type { Outlook } from "./inspection.ts";
import { type KnownPaces, linesOf, outlookAt } from "./known-paces.ts";
import { runningAt, SHOWS_NOTHING, shareOf, type Truth } from "./truth.ts";

/** Polls and lag to be expected, summed up over tasks by their weights. */
export type Sums = [polls: number, lagS: number];

/** Adds what follows for tasks that show 0 at one poll and are seen to move at the next: from then on their pace is known. */
export type Moves = (age: number, then: number, sums: Sums) => void;

/** No line shows 0 for longer than this. */
const FIRST_PERCENT_S = 6;

export interface Outlooks {
  readonly lines: readonly Outlook[];
  readonly sure: readonly Outlook[];
}

/** What a truth says of how tasks begin to move, before any poll has a price. */
export interface Beginnings {
  /** The share of all tasks that are queued or easing and still show 0: at each age, for each full time. */
  readonly showNothing: Float64Array;
  readonly lines: ReturnType<typeof linesOf>;
}

export function beginningsOf(truth: Truth): Beginnings {
  return { showNothing: sureShowingNothing(truth), lines: linesOf(truth) };
}

export function movesOf(
  truth: Truth,
  beginnings: Beginnings,
  paces: { readonly lines: KnownPaces; readonly sure: KnownPaces },
  { lines, sure }: Outlooks,
): Moves {
  const { mix, stepS, chances } = truth;
  const { showNothing } = beginnings;
  const cells = chances.length;
  const polls = new Float64Array(cells * cells);
  const lagS = new Float64Array(cells * cells);
  for (let age = 1; age < cells; age += 1)
    for (let cell = age; cell < cells; cell += 1) {
      const fullS = (cell + 0.5) * stepS;
      const weight = (chances[cell] ?? 0) * runningAt(mix, age * stepS, fullS);
      if (weight === 0) continue;
      const [pollsEach, lagEach] = outlookAt(paces.sure, sure, fullS, age * stepS);
      polls[age * cells + cell] = weight * pollsEach;
      lagS[age * cells + cell] = weight * lagEach;
    }

  return (age, then, sums) => {
    for (let cell = then; cell < cells; cell += 1) {
      const share = (showNothing[age * cells + cell] ?? 0) - (showNothing[then * cells + cell] ?? 0);
      sums[0] += share * (polls[then * cells + cell] ?? 0);
      sums[1] += share * (lagS[then * cells + cell] ?? 0);
    }
    if (age * stepS > FIRST_PERCENT_S) return;
    // A line shows its first percent when a hundredth of its way to 100 has passed.
    for (let cell = 100 * age; cell < Math.min(cells, 100 * then); cell += 1) {
      const { all = 0, failing = 0 } = beginnings.lines[cell] ?? {};
      const weight = all - failing * then * stepS;
      const [pollsEach, lagEach] = outlookAt(paces.lines, lines, (cell + 0.5) * stepS, then * stepS);
      sums[0] += weight * pollsEach;
      sums[1] += weight * lagEach;
    }
  };
}

function sureShowingNothing({ mix, stepS, chances }: Truth): Float64Array {
  const cells = chances.length;
  const [queued, easing] = [shareOf(mix, "queued"), shareOf(mix, "easing")];
  const shares = new Float64Array(cells * cells);
  for (let age = 0; age < cells; age += 1)
    for (let cell = age; cell < cells; cell += 1) {
      const passed = (age * stepS) / ((cell + 0.5) * stepS);
      shares[age * cells + cell] = queued * SHOWS_NOTHING.queued(passed) + easing * SHOWS_NOTHING.easing(passed);
    }
  return shares;
}
