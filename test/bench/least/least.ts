import type { Mix } from "../../pace/standard-mix.ts";
import { type Belief, beliefsOf, UNIT_S } from "./beliefs.ts";
import { inspectAll, type KnownPaces, linePaces, surePaces } from "./known-paces.ts";
import { type Beginnings, beginningsOf, movesOf, type Outlooks, type Sums } from "./moves.ts";
import { type Truth, truthOf } from "./truth.ts";

/** Seconds that lie between two polls at least and at most. */
export interface Bounds {
  readonly leastGapS: number;
  readonly mostGapS: number;
}

/** The best plan where a poll is worth that many seconds of lag. */
export interface Plan extends Outlooks {
  readonly polls: number;
  readonly lagS: number;
  readonly product: number;
  /** The best gap in steps, for each belief at each step of a task's age. */
  readonly gaps: readonly Uint16Array[];
}

/** What is known of a mix before any poll has a price. */
export interface Prepared {
  readonly truth: Truth;
  readonly least: number;
  readonly most: number;
  readonly beliefs: readonly Belief[];
  readonly beginnings: Beginnings;
  readonly lines: KnownPaces;
  readonly sure: KnownPaces;
}

/** Seconds of lag: the product is the least between them, and hardly changes from one to the next. */
const PRICES_S = [0.01, 0.012, 0.014, 0.017, 0.02, 0.024, 0.028, 0.034];

/**
 * The plan whose polls × mean lag is the least. Whatever a rule comes to, the plan for some price of a poll has no more of
 * both; and it is told more than any rule sees: a queue's or a curve's end as soon as it moves, of a line when it reaches 100,
 * and how often a task jumps in all. So no rule that keeps the same gaps gets below it, and none may get quite as low.
 */
export function leastOf(prepared: Prepared, pricesS: readonly number[] = PRICES_S): Plan {
  const plans = pricesS.map((price) => planFor(prepared, price));
  return plans.reduce((best, plan) => (plan.product < best.product ? plan : best));
}

export function prepare(mix: Mix, stepS: number, { leastGapS, mostGapS }: Bounds): Prepared {
  const truth = truthOf(mix, stepS);
  const [least, most] = [Math.round(leastGapS / stepS), Math.round(mostGapS / stepS)];
  return {
    truth,
    least,
    most,
    beliefs: beliefsOf(truth, most),
    beginnings: beginningsOf(truth),
    lines: linePaces(truth),
    sure: surePaces(truth),
  };
}

function planFor(prepared: Prepared, pollCostS: number): Plan {
  const { truth, least, most, beliefs } = prepared;
  const cells = truth.chances.length;
  const halves = { least: 2 * least, most: 2 * most, pollCostS };
  const lines = inspectAll(prepared.lines, halves);
  const sure = inspectAll(prepared.sure, halves);
  const moves = movesOf(truth, prepared.beginnings, prepared, { lines, sure });
  const polls = beliefs.map(() => new Float64Array(cells + most + 1));
  const lagS = beliefs.map(() => new Float64Array(cells + most + 1));
  const gaps = beliefs.map(() => new Uint16Array(cells + 1));
  const transitions = beliefs.map((belief) => transitionsOf(belief, beliefs));

  const after = (nth: number, age: number, gap: number): Sums => {
    const sums: Sums = [beliefs[nth]?.running[age] ?? 0, beliefs[nth]?.lagS[(most + 1) * age + gap] ?? 0];
    for (const { to, ways, more } of transitions[nth] ?? []) {
      const weight = ways * ((gap * truth.stepS) / UNIT_S) ** more;
      sums[0] += weight * (polls[to]?.[age + gap] ?? 0);
      sums[1] += weight * (lagS[to]?.[age + gap] ?? 0);
    }
    if (nth === 0) moves(age, age + gap, sums);
    return sums;
  };

  for (let age = cells - 1; age >= 0; age -= 1)
    for (let nth = beliefs.length - 1; nth >= 0; nth -= 1) {
      if ((beliefs[nth]?.running[age] ?? 0) <= 1e-15 || (age === 0 && nth > 0)) continue;
      let best = Number.POSITIVE_INFINITY;
      // The first poll comes as soon as it may.
      for (let gap = least; gap <= (age === 0 ? least : most); gap += 1) {
        const [pollsThen, lagThen] = after(nth, age, gap);
        const cost = pollCostS * pollsThen + lagThen;
        if (cost >= best) continue;
        best = cost;
        set(polls[nth], age, pollsThen);
        set(lagS[nth], age, lagThen);
        set(gaps[nth], age, gap);
      }
    }
  const all = beliefs[0]?.running[0] ?? 1;
  const [pollsEach, lagEach] = [(polls[0]?.[0] ?? 0) / all, (lagS[0]?.[0] ?? 0) / all];
  return { polls: pollsEach, lagS: lagEach, product: pollsEach * lagEach, gaps, lines, sure };
}

/** What may be believed at the next poll, in how many ways it comes about, and by how many jumps more. */
function transitionsOf({ jumps, made }: Belief, beliefs: readonly Belief[]) {
  return beliefs.flatMap((then, to) => {
    const more = then.made - made;
    const isReached = then.jumps === jumps ? more >= 0 : jumps === 0;
    return isReached ? [{ to, more, ways: waysToChoose(then.jumps - made, more) }] : [];
  });
}

function waysToChoose(all: number, some: number): number {
  return some === 0 ? 1 : (waysToChoose(all, some - 1) * (all - some + 1)) / some;
}

function set(values: { [index: number]: number } | undefined, index: number, value: number): void {
  if (values) values[index] = value;
}
