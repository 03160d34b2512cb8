import { describe, expect, test } from "vitest";
import { isFull } from "../../fakes/how-many.ts";
import { live } from "../../pace/live.ts";
import { HELD_OUT_MIX, mixedTasks, STANDARD_MIX } from "../../pace/standard-mix.ts";
import { mean } from "../table/statistics.ts";
import { following } from "./follow.ts";
import { type Ending, inspect } from "./inspection.ts";
import { leastOf, prepare } from "./least.ts";

const BOUNDS = { leastGapS: 2, mostGapS: 8 };

function endingBy(stepS: number, steps: number, runningAt: (seconds: number) => number): Ending {
  const after = Float64Array.from({ length: steps }, (_, i) => runningAt(i * stepS) - runningAt((i + 1) * stepS));
  return { stepS, at: new Float64Array(steps), after };
}

describe("the inspection problem", () => {
  test("where the end is as likely at any time, has equal gaps, as long as its formula says", () => {
    const [hazard, pollCostS, stepS] = [0.02, 0.25, 0.05];
    const ending = endingBy(stepS, 12_000, (seconds) => Math.exp(-hazard * seconds));
    const { polls, lagS, gap } = inspect(ending, { least: 1, most: 400, pollCostS });
    // Until the gap with which polls × their cost + lag are the least: exp(h g) = 1 + h (g + cost).
    let gapS = 0;
    while (Math.exp(hazard * gapS) < 1 + hazard * (gapS + pollCostS)) gapS += 0.001;
    const seen = 1 - Math.exp(-hazard * gapS);
    for (const at of [0, 1_000, 2_000]) {
      expect(Math.abs((gap[at] ?? 0) * stepS - gapS)).toBeLessThanOrEqual(stepS);
      expect(pollCostS * (polls[at] ?? 0) + (lagS[at] ?? 0)).toBeCloseTo((pollCostS + gapS) / seen - 1 / hazard, 2);
    }
  });

  test("where it ends by a certain time, has gaps that grow shorter by the cost of a poll each", () => {
    const [stepS, pollCostS] = [0.05, 1];
    const ending = endingBy(stepS, 2_000, (seconds) => 1 - seconds / 100);
    const { gap } = inspect(ending, { least: 1, most: 400, pollCostS });
    const gapsS: number[] = [];
    for (let at = 0; at < 2_000; at += gap[at] ?? 2_000) gapsS.push((gap[at] ?? 0) * stepS);
    // 14 polls: 14 × 13 / 2 seconds of shortening fit in 100, and those of 15 do not.
    expect(gapsS).toHaveLength(14);
    gapsS.slice(1).forEach((each, nth) => {
      expect(each).toBeCloseTo((gapsS[nth] ?? 0) - pollCostS, 1);
    });
  });

  test("of an end that is known waits for it", () => {
    const at = new Float64Array(61);
    at[60] = 1;
    const { polls, lagS } = inspect(
      { stepS: 0.5, at, after: new Float64Array(61) },
      { least: 4, most: 16, pollCostS: 0.02 },
    );
    expect([polls[0], lagS[0]]).toEqual([4, 0]);
    // Too near: no poll may come that soon.
    expect([polls[59], lagS[59]]).toEqual([1, 1.5]);
  });
});

describe.for([
  ["standard", STANDARD_MIX],
  ["held-out", HELD_OUT_MIX],
] as const)("the least of the %s mix", ([, mix]) => {
  const prepared = prepare(mix, 2, BOUNDS);
  const plan = leastOf(prepared);

  test("is what its plan comes to on tasks that are drawn", () => {
    const tasks = mixedTasks(mix, 3_000, 52);
    const lives = tasks.map((task) => live(task, following(prepared, plan, task)));
    expectMean(
      lives.map(({ polls }) => polls),
      plan.polls,
    );
    expectMean(
      lives.map(({ lagMs }) => lagMs / 1_000),
      plan.lagS,
    );
  });

  // Three seconds for each mix.
  test.runIf(isFull)("hardly changes where its steps are half as long", () => {
    const finer = leastOf(prepare(mix, 1, BOUNDS), [0.02]);
    expect(Math.abs(finer.product / plan.product - 1)).toBeLessThan(0.02);
  });
});

/** Off by four standard errors at most. */
function expectMean(values: readonly number[], expected: number): void {
  const average = mean(values);
  const variance = mean(values.map((value) => (value - average) ** 2));
  expect(Math.abs(average - expected)).toBeLessThan(4 * Math.sqrt(variance / values.length));
}
