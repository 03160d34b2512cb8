import { JUMPS, runningAt, SHOWS_NOTHING, shareOf, type Truth } from "./truth.ts";

/**
 * What is to be believed of a task whose pace tells nothing: at each step of its age, not normed. Of a task that shows 0, its
 * age says all; of one that has jumped, its age and how often it has: when it did makes no end more likely than another.
 */
export interface Belief {
  /** How many jumps it makes in all, and how many of them it has `made`; 0 of 0: it shows 0. */
  readonly jumps: number;
  readonly made: number;
  readonly running: Float64Array;
  /** The lag to be expected until a poll that comes some steps later, at `(most + 1) * age + later`. */
  readonly lagS: Float64Array;
}

/** Full times count in hundreds of seconds, so that their powers stay small. */
export const UNIT_S = 100;

/** First the belief of what shows 0, then those of jumps: for each number in all, from the first one made to the last. */
export function beliefsOf(truth: Truth, mostGap: number): readonly Belief[] {
  const jumpy = JUMPS.flatMap((jumps) => Array.from({ length: jumps }, (_, made) => ({ jumps, made: made + 1 })));
  return [{ jumps: 0, made: 0 }, ...jumpy].map((which) => ({
    ...which,
    ...ageing(truth, mostGap, likelihood(truth, which)),
  }));
}

/** How likely a task with that full time is to be seen so at that age, but for a factor that is the same for all. */
function likelihood({ mix }: Truth, { jumps, made }: Pick<Belief, "jumps" | "made">) {
  if (jumps > 0) {
    const share = shareOf(mix, "jumpy") / JUMPS.length;
    return (ageS: number, fullS: number) =>
      share * (UNIT_S / fullS) ** jumps * ((fullS - ageS) / UNIT_S) ** (jumps - made);
  }
  const kinds = Object.entries(SHOWS_NOTHING).map(([kind, showsNothing]) => ({
    share: shareOf(mix, kind as keyof typeof SHOWS_NOTHING),
    showsNothing,
  }));
  return (ageS: number, fullS: number) =>
    kinds.reduce((sum, { share, showsNothing }) => sum + share * showsNothing(ageS / fullS), 0);
}

function ageing({ mix, stepS, chances }: Truth, mostGap: number, likely: (ageS: number, fullS: number) => number) {
  const cells = chances.length;
  const running = new Float64Array(cells + mostGap + 1);
  const lagS = new Float64Array((cells + 1) * (mostGap + 1));
  const weights = new Float64Array(cells);
  for (let age = 0; age < cells; age += 1) {
    /** Of tasks that end later: failures to be expected in one step. */
    let failures = 0;
    let all = 0;
    for (let cell = age; cell < cells; cell += 1) {
      const fullS = (cell + 0.5) * stepS;
      const weight = (chances[cell] ?? 0) && (chances[cell] ?? 0) * likely(age * stepS, fullS);
      weights[cell] = weight;
      all += weight * runningAt(mix, age * stepS, fullS);
      failures += (weight * mix.failing * stepS) / fullS;
    }
    running[age] = all;
    let [ended, endedAt] = [0, 0];
    for (let gap = 1; gap <= mostGap && age + gap <= cells; gap += 1) {
      const own = weights[age + gap - 1] ?? 0;
      const ownFailures = (own * mix.failing) / (age + gap - 0.5);
      failures -= ownFailures;
      const ends = own * (1 - mix.failing) + failures + ownFailures / 2;
      ended += ends;
      endedAt += ends * (gap - 0.5);
      lagS[(mostGap + 1) * age + gap] = stepS * (gap * ended - endedAt);
    }
    for (let gap = cells - age + 1; gap <= mostGap; gap += 1)
      lagS[(mostGap + 1) * age + gap] = stepS * (gap * ended - endedAt);
  }
  return { running, lagS };
}
