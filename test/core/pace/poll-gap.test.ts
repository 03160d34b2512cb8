import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Trace, traced } from "../../../src/core/job/trace.ts";
import type { Hazards } from "../../../src/core/pace/hazards.ts";
import { indexAt, longestGapMs, POLL_COST_S, pollGapMs } from "../../../src/core/pace/poll-gap.ts";
import { shippedHazards } from "../../../src/core/pace/shipped-hazards.ts";
import { BUCKETS, situationOf } from "../../../src/core/pace/situation.ts";
import { learnFrom } from "../../pace/learn-from.ts";
import { byHazards, figuresOf } from "../../pace/live.ts";
import { HELD_OUT_MIX, mixedTasks, STANDARD_MIX } from "../../pace/standard-mix.ts";

/** One hazard for all situations, ends a second. */
function everywhere(hazard: number): Hazards {
  return { ends: new Float64Array(BUCKETS).fill(1e6 * hazard), exposedS: new Float64Array(BUCKETS).fill(1e6) };
}

const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 12 })), {
  maxLength: 20,
});

/** A trace as polls may have left it, and the age of the task at the last poll. */
const polledAt = fc.tuple(steps, fc.nat(2_500_000)).map(([gaps, sinceMs]) => {
  let trace: Trace = [];
  let [atMs, percent] = [0, 0];
  for (const [gapMs, more] of gaps) {
    atMs += gapMs;
    percent = Math.min(99, percent + more);
    trace = traced(trace, atMs, percent);
  }
  return { situation: situationOf(trace, atMs + sinceMs + 1), polledMs: atMs + sinceMs + 1, hazards: shippedHazards() };
});

describe("the next poll", () => {
  test.for([
    [0.001, 8_000],
    [0.01, 3_001],
    [0.0225, 2_001],
    [1, 2_000],
  ] as const)("where the hazard is %f a second everywhere, comes after %i ms", ([hazard, gapMs]) => {
    const polled = { situation: situationOf([[10_000, 20]]), polledMs: 20_000, hazards: everywhere(hazard) };
    expect(pollGapMs(polled, 2_000)).toBe(gapMs);
  });

  test("comes at a whole millisecond, never before the least gap nor after the longest", () => {
    fc.assert(
      fc.property(polledAt, fc.integer({ min: 20, max: 60_000 }), (polled, pollMinMs) => {
        const gapMs = pollGapMs(polled, pollMinMs);
        expect(gapMs).toSatisfy(Number.isInteger);
        expect(gapMs).toBeGreaterThanOrEqual(pollMinMs);
        expect(gapMs).toBeLessThanOrEqual(Math.max(pollMinMs, longestGapMs(polled.polledMs, pollMinMs)));
      }),
    );
  });

  test("of a task that is older than all that are known comes after half the longest gap at least, whatever is expected", () => {
    const polled = (polledMs: number) => ({ situation: situationOf([[50_000, 99]]), polledMs, hazards: everywhere(1) });
    expect(pollGapMs(polled(600_000), 2_000)).toBe(2_000);
    expect(pollGapMs(polled(600_001), 2_000)).toBe(7_500);
    expect(pollGapMs(polled(3_300_000), 2_000)).toBe(30_000);
  });

  test("of a task whose end is not known comes the first time that the index has reached what a poll costs", () => {
    fc.assert(
      fc.property(polledAt, (polled) => {
        fc.pre(polled.polledMs <= 600_000 && polled.situation.steadyEnd === null);
        const gapMs = pollGapMs(polled, 1);
        const most = longestGapMs(polled.polledMs, 1);
        const before = indexAt(polled, polled.polledMs + gapMs - 1);
        if (gapMs > 1) expect(before).toBeLessThan(POLL_COST_S);
        if (gapMs < most) expect(indexAt(polled, polled.polledMs + gapMs)).toBeGreaterThanOrEqual(POLL_COST_S - 1e-9);
      }),
    );
  });

  test("of a task that was not polled yet comes as soon as it may", () => {
    const polled = { situation: situationOf([]), polledMs: 0, hazards: shippedHazards() };
    expect(pollGapMs(polled, 2_000)).toBe(2_000);
  });

  test.for([
    [0, 8_000],
    [600_000, 8_000],
    [600_001, 15_000],
    [1_800_001, 60_000],
  ] as const)("of a task of %i ms comes after %i ms at the latest", ([elapsedMs, gapMs]) => {
    expect(longestGapMs(elapsedMs, 2_000)).toBe(gapMs);
  });

  test("comes sooner at the latest where gaps below half a second are allowed", () => {
    expect(longestGapMs(0, 500)).toBe(8_000);
    expect(longestGapMs(0, 50)).toBe(800);
  });
});

test("the index only grows while nothing is polled", () => {
  fc.assert(
    fc.property(polledAt, fc.nat(100_000), fc.nat(100_000), (polled, firstMs, moreMs) => {
      const atMs = polled.polledMs + firstMs;
      expect(indexAt(polled, atMs + moreMs)).toBeGreaterThanOrEqual(indexAt(polled, atMs));
    }),
  );
});

describe("with the table that is shipped", () => {
  test.for([
    ["the standard mix", STANDARD_MIX, 7_001, { polls: 32, lagS: 0.9, p99S: 8, product: 26 }],
    ["another mix", HELD_OUT_MIX, 7_002, { polls: 38, lagS: 1, p99S: 8.2, product: 32 }],
  ] as const)("%s takes few polls and short waiting, far less than fixed gaps", ([, mix, seed, most]) => {
    const tasks = mixedTasks(mix, 600, seed);
    const figures = figuresOf(tasks, byHazards(shippedHazards(), 2_000));
    const fixed = figuresOf(tasks, () => 5_000);
    for (const name of ["polls", "lagS", "p99S", "product"] as const)
      expect(figures[name], name).toBeLessThanOrEqual(most[name]);
    expect(figures.product).toBeLessThan(0.35 * fixed.product);
  });
});

test("what a task's life tells is counted once, and of unsteady tasks, too, while it was steady", () => {
  fc.assert(
    fc.property(steps, fc.nat(60_000), fc.integer({ min: 1, max: 8_000 }), (gaps, sinceMs, gapMs) => {
      let trace: Trace = [];
      let atMs = 0;
      for (const [each, more] of gaps) {
        atMs += each;
        trace = traced(trace, atMs, Math.min(99, more * trace.length));
      }
      const lastRunningMs = atMs + sinceMs;
      const { ends, exposedS } = learnFrom(null, [
        { trace, polledMs: trace.map(([at]) => at), lastRunningMs, endedMs: lastRunningMs + gapMs },
      ]);
      // The fourth of five groups is that of steady tasks.
      const sumOf = (values: Float64Array, isSteady: boolean) =>
        values.reduce(
          (sum, each, bucket) => sum + ((Math.floor(bucket / (BUCKETS / 5)) === 3) === isSteady ? each : 0),
          0,
        );
      expect(sumOf(ends, false)).toBeCloseTo(1, 6);
      const seconds = sumOf(exposedS, false);
      expect(seconds).toBeGreaterThanOrEqual(lastRunningMs / 1_000 - 1e-6);
      expect(seconds).toBeLessThanOrEqual((lastRunningMs + gapMs) / 1_000 + 1e-6);
      expect([0, 1]).toContain(Math.round(1e6 * sumOf(ends, true)) / 1e6);
      expect(sumOf(exposedS, true)).toBeLessThanOrEqual(seconds + 1e-6);
    }),
  );
});
