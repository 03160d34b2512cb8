import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Trace, traced } from "../../../src/core/job/job.ts";
import { longestGapMs, pollGapMs } from "../../../src/core/pace/poll-gap.ts";
import { byOurRule, figuresOf } from "../../pace/live.ts";
import { HELD_OUT_MIX, mixedTasks, STANDARD_MIX } from "../../pace/standard-mix.ts";

/** A trace as polls may have left it, and the age of the task at the last poll. */
const polled = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 12 })), { maxLength: 20 }),
    fc.nat(2_500_000),
  )
  .map(([steps, sinceMs]) => {
    let trace: Trace = [];
    let [atMs, percent] = [0, 0];
    for (const [gapMs, more] of steps) {
      atMs += gapMs;
      percent = Math.min(99, percent + more);
      trace = traced(trace, atMs, percent);
    }
    return { trace, polledMs: atMs + sinceMs + 1 };
  });

describe("the next poll", () => {
  test("comes at a whole millisecond, never before the least gap nor after the longest", () => {
    fc.assert(
      fc.property(polled, fc.integer({ min: 20, max: 60_000 }), ({ trace, polledMs }, pollMinMs) => {
        const gapMs = pollGapMs(trace, polledMs, pollMinMs);
        expect(gapMs).toSatisfy(Number.isInteger);
        expect(gapMs).toBeGreaterThanOrEqual(pollMinMs);
        expect(gapMs).toBeLessThanOrEqual(Math.max(pollMinMs, longestGapMs(polledMs, pollMinMs)));
      }),
    );
  });

  const jumps = (percent: number): Trace => [
    [20_000, 25],
    [50_000, percent],
  ];
  test.for([
    ["was not polled yet", [], 0, 2_000],
    ["is young and does not move", [[2_000, 0]], 79_999, 8_000],
    ["is no longer young and does not move", [[2_000, 0]], 80_000, 3_500],
    ["stands at 99", [[50_000, 99]], 60_000, 2_000],
    ["has jumped half of its way", jumps(50), 60_000, 8_000],
    ["has come to its last jump", jumps(75), 60_000, 2_000],
    ["should end in four seconds by its pace", [[8_000, 10]], 76_000, 4_000],
    ["is ten minutes old", [[50_000, 99]], 600_000, 2_000],
    ["is older, of which too little is known", [[50_000, 99]], 600_001, 7_500],
    ["is far older", [[50_000, 99]], 3_300_000, 30_000],
  ] as const)("of a task that %s comes in time", ([, trace, polledMs, gapMs]) => {
    expect(pollGapMs(trace, polledMs, 2_000)).toBe(gapMs);
  });

  test.for([
    [0, 2_000, 8_000],
    [600_000, 2_000, 8_000],
    [600_001, 2_000, 15_000],
    [1_800_001, 2_000, 60_000],
    [0, 500, 8_000],
    [0, 50, 800],
  ] as const)(
    "of a task of %i ms, at least %i ms apart, comes after %i ms at the latest",
    ([ageMs, leastMs, gapMs]) => {
      expect(longestGapMs(ageMs, leastMs)).toBe(gapMs);
    },
  );
});

test.for([
  ["the standard mix", STANDARD_MIX, 7_001, { polls: 33, lagS: 0.9, p99S: 8, product: 26 }],
  ["another mix", HELD_OUT_MIX, 7_002, { polls: 38, lagS: 1, p99S: 8.2, product: 30 }],
] as const)("%s takes few polls and short waiting, far less than fixed gaps", ([, mix, seed, most]) => {
  const tasks = mixedTasks(mix, 600, seed);
  const figures = figuresOf(tasks, byOurRule(2_000));
  for (const name of ["polls", "lagS", "p99S", "product"] as const)
    expect(figures[name], name).toBeLessThanOrEqual(most[name]);
  expect(figures.product).toBeLessThan(0.35 * figuresOf(tasks, () => 5_000).product);
});
