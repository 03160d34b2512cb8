import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bucket } from "../../src/core/allowance.ts";
import { editBudget } from "../../src/core/edit-budget.ts";

const bucket: Bucket = { name: "b", burst: 6, everyMs: 1_000 };
const word = (n: number, since = n) => ({ id: `job-${n}`, since });
describe("final words", () => {
  test("go at once while there is something of the burst, then one each interval", () => {
    const budget = editBudget();
    expect([0, 1, 2, 3, 4, 5].map((n) => budget.finalWord(bucket, word(n), 0))).toEqual([0, 0, 0, 0, 0, 0]);
    expect([6, 7, 8].map((n) => budget.finalWord(bucket, word(n), 0))).toEqual([1_000, 2_000, 3_000]);
    expect(budget.finalWord(bucket, word(7), 1_000)).toBeGreaterThan(0);
    expect(budget.finalWord(bucket, word(6), 1_000)).toBe(0);
  });

  test("go in the order in which they were settled, however they come", () => {
    const budget = editBudget();
    budget.pause(bucket, 60_000, 0);
    const all = Array.from({ length: 200 }, (_, n) => word((n * 77) % 200));
    for (const one of all) budget.finalWord(bucket, one, 0);
    expect(deliver(budget, all, 60_000).map(({ since }) => since)).toEqual([...Array(200).keys()]);
  });

  test("wait while the platform asked for a pause", () => {
    const budget = editBudget();
    budget.pause(bucket, 5_000, 0);
    expect(budget.finalWord(bucket, word(1), 0)).toBe(5_000);
    expect(budget.finalWord(bucket, word(1), 5_000)).toBe(0);
  });

  test("that never come back hold up the others for a minute at most", () => {
    const budget = editBudget();
    for (let n = 0; n < 6; n += 1) budget.finalWord(bucket, word(n), 0);
    for (let n = 10; n < 30; n += 1) budget.finalWord(bucket, word(n), 0);
    const at = 20_000 + 60_000;
    expect(budget.finalWord(bucket, word(50), at)).toBe(0);
  });

  test("wait after a hundred refusals in ten minutes until the oldest of them is old", () => {
    const budget = editBudget();
    for (let n = 0; n < 99; n += 1) budget.refused(bucket, n);
    expect(budget.finalWord(bucket, word(1), 100)).toBe(0);
    budget.refused(bucket, 100);
    expect(budget.finalWord(bucket, word(2), 100)).toBe(600_000 - 100);
    expect(budget.finalWord(bucket, word(2), 600_000)).toBe(0);
  });
});

test("whatever is asked when, no stretch of time sees more than the burst and its share, and every final word goes", () => {
  const asked = fc.record({
    afterMs: fc.nat(3_000),
    what: fc.oneof(fc.constantFrom("100", "101", "102"), fc.nat(8)),
    pauseMs: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(5_000)),
  });
  fc.assert(
    fc.property(fc.array(asked, { size: "max", maxLength: 200 }), (all) => {
      const budget = editBudget();
      const went: number[] = [];
      const open = new Map<number, { readonly id: string; readonly since: number }>();
      let now = 0;
      for (const { afterMs, what, pauseMs } of all) {
        now += afterMs;
        if (pauseMs > 0) budget.pause(bucket, pauseMs, now);
        if (typeof what === "string") {
          if (budget.progress(bucket, { id: what, shownAt: 0, shown: 0, known: 1, isTurn: false }, now) === 0)
            went.push(now);
          continue;
        }
        const one = open.get(what) ?? { id: `job-${what}`, since: now };
        open.set(what, one);
        if (budget.finalWord(bucket, one, now) === 0) {
          went.push(now);
          open.delete(what);
        }
      }
      for (const from of went) {
        const within = went.filter((at) => at >= from && at < from + 10_000).length;
        expect(within).toBeLessThanOrEqual(bucket.burst + 10);
      }
      expect(deliver(budget, [...open.values()], now)).toHaveLength(open.size);
    }),
    { numRuns: 200 },
  );
});

/** Each comes back when it is told to, until all have gone; they are listed in the order in which they went. */
function deliver<Word extends { readonly id: string; readonly since: number }>(
  budget: ReturnType<typeof editBudget>,
  words: readonly Word[],
  from: number,
): Word[] {
  const due = words.map((one) => ({ one, at: from }));
  const went: Word[] = [];
  for (let turn = 0; due.length > 0 && turn < 10_000; turn += 1) {
    due.sort((a, b) => a.at - b.at);
    const [next] = due;
    if (!next) break;
    const waitMs = budget.finalWord(bucket, next.one, next.at);
    if (waitMs > 0) next.at += waitMs;
    else went.push(...due.splice(0, 1).map(({ one }) => one));
  }
  return went;
}

test("says how many limits have room, are used up or rest, and how many final words wait, as it is by then", () => {
  const budget = editBudget();
  const named = (name: string): Bucket => ({ ...bucket, name });
  for (let n = 0; n < 8; n += 1) budget.finalWord(named("used up"), word(n), 0);
  budget.progress(named("with room"), { id: "job-20", shownAt: 0, shown: 0, known: 10, isTurn: true }, 0);
  budget.pause(named("at rest"), 60_000, 0);
  expect(budget.inUse(0)).toEqual({ free: 1, spent: 1, paused: 1, wordsWaiting: 2 });
  expect(budget.inUse(1_000)).toMatchObject({ free: 2, spent: 0, paused: 1 });
  expect(budget.inUse(61_000)).toMatchObject({ free: 3, paused: 0 });
});
