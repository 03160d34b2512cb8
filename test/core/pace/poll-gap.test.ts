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

/** A trace as looks may have left it, and the age of the task at the last look. */
const lookedAt = fc.tuple(steps, fc.nat(2_500_000)).map(([gaps, sinceMs]) => {
  let trace: Trace = [];
  let [atMs, percent] = [0, 0];
  for (const [gapMs, more] of gaps) {
    atMs += gapMs;
    percent = Math.min(99, percent + more);
    trace = traced(trace, atMs, percent);
  }
  return { situation: situationOf(trace), lookedMs: atMs + sinceMs + 1, hazards: shippedHazards() };
});

describe("the next poll", () => {
  test.for([
    [0.001, 8_000],
    [0.01, 3_001],
    [0.0225, 2_001],
    [1, 2_000],
  ] as const)("where the hazard is %f a second everywhere, comes after %i ms", ([hazard, gapMs]) => {
    const looked = { situation: situationOf([[10_000, 20]]), lookedMs: 20_000, hazards: everywhere(hazard) };
    expect(pollGapMs(looked, 2_000)).toBe(gapMs);
  });

  test("comes at a whole millisecond, never before the least gap nor after the longest", () => {
    fc.assert(
      fc.property(lookedAt, fc.integer({ min: 20, max: 60_000 }), (looked, pollMinMs) => {
        const gapMs = pollGapMs(looked, pollMinMs);
        expect(gapMs).toSatisfy(Number.isInteger);
        expect(gapMs).toBeGreaterThanOrEqual(pollMinMs);
        expect(gapMs).toBeLessThanOrEqual(Math.max(pollMinMs, longestGapMs(looked.lookedMs, pollMinMs)));
      }),
    );
  });

  test("of a task that is older than all that are known comes after half the longest gap at least, whatever is expected", () => {
    const looked = (lookedMs: number) => ({ situation: situationOf([[50_000, 99]]), lookedMs, hazards: everywhere(1) });
    expect(pollGapMs(looked(600_000), 2_000)).toBe(2_000);
    expect(pollGapMs(looked(600_001), 2_000)).toBe(7_500);
    expect(pollGapMs(looked(3_300_000), 2_000)).toBe(30_000);
  });

  test("comes the first time that the index has reached what a poll costs", () => {
    fc.assert(
      fc.property(lookedAt, (looked) => {
        fc.pre(looked.lookedMs <= 600_000);
        const gapMs = pollGapMs(looked, 1);
        const most = longestGapMs(looked.lookedMs, 1);
        const before = indexAt(looked, looked.lookedMs + gapMs - 1);
        if (gapMs > 1) expect(before).toBeLessThan(POLL_COST_S);
        if (gapMs < most) expect(indexAt(looked, looked.lookedMs + gapMs)).toBeGreaterThanOrEqual(POLL_COST_S - 1e-9);
      }),
    );
  });

  test("of a task that was not looked at yet comes as soon as it may", () => {
    const looked = { situation: situationOf([]), lookedMs: 0, hazards: shippedHazards() };
    expect(pollGapMs(looked, 2_000)).toBe(2_000);
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

test("the index only grows while nothing is looked at", () => {
  fc.assert(
    fc.property(lookedAt, fc.nat(100_000), fc.nat(100_000), (looked, firstMs, moreMs) => {
      const atMs = looked.lookedMs + firstMs;
      expect(indexAt(looked, atMs + moreMs)).toBeGreaterThanOrEqual(indexAt(looked, atMs));
    }),
  );
});

describe("with the table that is shipped", () => {
  test.for([
    ["the standard mix", STANDARD_MIX, 7_001, { looks: 33, lagS: 1.55, p99S: 8, product: 48 }],
    ["another mix", HELD_OUT_MIX, 7_002, { looks: 40, lagS: 1.7, p99S: 8.2, product: 60 }],
  ] as const)("%s takes few polls and short waiting, far less than fixed gaps", ([, mix, seed, most]) => {
    const tasks = mixedTasks(mix, 600, seed);
    const figures = figuresOf(tasks, byHazards(shippedHazards(), 2_000));
    const fixed = figuresOf(tasks, () => 5_000);
    for (const name of ["looks", "lagS", "p99S", "product"] as const)
      expect(figures[name], name).toBeLessThanOrEqual(most[name]);
    expect(figures.product).toBeLessThan(0.6 * fixed.product);
  });
});

test("what a task's life tells is counted once: one end, and no more seconds than it lasted", () => {
  fc.assert(
    fc.property(steps, fc.nat(60_000), fc.integer({ min: 1, max: 8_000 }), (gaps, sinceMs, gapMs) => {
      let trace: Trace = [];
      let atMs = 0;
      for (const [each, more] of gaps) {
        atMs += each;
        trace = traced(trace, atMs, Math.min(99, more * trace.length));
      }
      const lastRunningMs = atMs + sinceMs;
      const { ends, exposedS } = learnFrom(null, [{ trace, lastRunningMs, endedMs: lastRunningMs + gapMs }]);
      expect(ends.reduce((sum, each) => sum + each)).toBeCloseTo(1, 6);
      const seconds = exposedS.reduce((sum, each) => sum + each);
      expect(seconds).toBeGreaterThanOrEqual(lastRunningMs / 1_000 - 1e-6);
      expect(seconds).toBeLessThanOrEqual((lastRunningMs + gapMs) / 1_000 + 1e-6);
    }),
  );
});
