import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bucket } from "../../../src/core/budget/allowance.ts";
import type { News } from "../../../src/core/budget/edit-budget.ts";
import { editBudget } from "../../../src/core/budget/edit-budget.ts";
import { runs } from "../../fakes/how-many.ts";

const bucket: Bucket = { name: "b", burst: 6, everyMs: 1_000 };
const word = (n: number, since = n) => ({ id: `job-${n}`, since });
const NOW = 1_000_000_000;
/** Of the burst, for final words. */
const KEPT = 3;
/** A pause is a 429, which halves the rate. */
const AFTER_429_MS = 2_000;
const news = (n: number, over: Partial<News> = {}): News => ({
  id: `job-${n}`,
  shownAt: NOW - 1_000,
  shown: 0,
  known: 1,
  isNewState: false,
  ...over,
});

describe("progress", () => {
  test("leaves half the burst to final words", () => {
    const budget = editBudget();
    expect([1, 2, 3].map((n) => budget.progress(bucket, news(n), 0))).toEqual([0, 0, 0]);
    expect(budget.progress(bucket, news(4), 0)).toBeGreaterThan(0);
    expect([1, 2, 3].map((n) => budget.finalWord(bucket, word(n), 0))).toEqual([0, 0, 0]);
  });

  test("never goes while a final word waits", () => {
    const budget = editBudget();
    budget.pause(bucket, 1_000, 0);
    budget.finalWord(bucket, word(1), 0);
    expect(budget.progress(bucket, news(2), 60_000)).toBeGreaterThanOrEqual(1_000);
    expect(budget.finalWord(bucket, word(1), 60_000)).toBe(0);
    expect(budget.progress(bucket, news(2), 60_000)).toBe(0);
  });

  test("waits a minute at most for a final word that never comes back", () => {
    const budget = editBudget();
    budget.pause(bucket, 1_000, 0);
    budget.finalWord(bucket, word(1), 0);
    expect(budget.progress(bucket, news(2), 60_999)).toBeGreaterThan(0);
    expect(budget.progress(bucket, news(2), 61_000)).toBe(0);
    expect(budget.inUse(61_000).wordsWaiting).toBe(0);
  });

  test("of one bucket takes nothing from another", () => {
    const budget = editBudget();
    for (let n = 0; n < 6; n += 1) budget.finalWord(bucket, word(n), 0);
    expect(budget.progress({ ...bucket, name: "other" }, news(1), 0)).toBe(0);
  });

  test("of a bucket without a burst goes all the same", () => {
    const budget = editBudget();
    const narrow = { ...bucket, burst: 1 };
    expect(budget.progress(narrow, news(1), 0)).toBe(0);
    expect(budget.progress(narrow, news(2), 0)).toBe(1_000);
    expect(budget.progress(narrow, news(2), 1_000)).toBe(0);
  });

  test("goes first where age times percent not shown is most", () => {
    const budget = editBudget();
    budget.pause(bucket, 1_000, NOW);
    const all = [
      news(1, { shownAt: NOW - 100_000, known: 1 }),
      news(2, { shownAt: NOW - 10_000, known: 40 }),
      news(3, { shownAt: NOW - 20_000, known: 10 }),
      // Another title counts as 25 percent.
      news(4, { shownAt: NOW - 20_000, isNewState: true }),
      news(5, { shownAt: NOW - 90_000, shown: 90, known: 92 }),
    ];
    expect(drain(budget, all, NOW)).toEqual([4, 2, 3, 5, 1].map((n) => `job-${n}`));
  });

  test("goes to a card that still has its first words before all others, and so within a token's time", () => {
    const budget = editBudget();
    for (let n = 10; n < 16; n += 1) budget.finalWord(bucket, word(n), NOW);
    const old = [1, 2, 3, 4, 5].map((n) => news(n, { shownAt: NOW - 60_000, known: 50, isNewState: true }));
    for (const one of old) budget.progress(bucket, one, NOW);
    const first = news(6, { shownAt: NOW, known: 0, isNewState: true, isFirst: true });
    expect(budget.progress(bucket, first, NOW)).toBe((KEPT + 1) * bucket.everyMs);
    expect(drain(budget, [...old, first], NOW)[0]).toBe("job-6");
  });

  test("has one place in the line for each card, and its latest news count", () => {
    const budget = editBudget();
    budget.pause(bucket, 10_000, NOW);
    const old = (n: number, known: number) => news(n, { shownAt: NOW - 10_000, known });
    for (let known = 1; known <= 9; known += 1) budget.progress(bucket, old(1, known), NOW);
    budget.progress(bucket, old(2, 5), NOW);
    // Had each of its news a place of its own, the other would come after nine of them.
    const waitMs = budget.progress(bucket, old(3, 1), NOW);
    expect(waitMs).toBe(10_000 + (KEPT + 3 - 1) * AFTER_429_MS);
    expect(drain(budget, [old(2, 5), old(1, 9)], NOW)).toEqual(["job-1", "job-2"]);
  });

  /** A card of great weight and one of little; the bucket is used up, and the great one is told when to come back. */
  const greatAndLittle = () => {
    const budget = editBudget();
    for (let n = 10; n < 16; n += 1) budget.finalWord(bucket, word(n), NOW);
    const [great, little] = [
      news(1, { shownAt: NOW - 90_000, known: 50 }),
      news(2, { shownAt: NOW - 1_000, known: 1 }),
    ];
    return { budget, great, little, turn: NOW + budget.progress(bucket, great, NOW) };
  };

  test("that does not come when its turn has come holds up nobody for longer than two seconds", () => {
    const { budget, little, turn } = greatAndLittle();
    expect(budget.progress(bucket, little, turn)).toBe(1_000);
    // There is still no more than one may have.
    for (const n of [20, 21]) expect(budget.finalWord(bucket, word(n), turn + 2_000)).toBe(0);
    expect(budget.progress(bucket, little, turn + 2_000)).toBe(0);
  });

  test("of a job whose final word has come waits no more", () => {
    const { budget, little, turn } = greatAndLittle();
    expect(budget.finalWord(bucket, word(1), turn)).toBe(0);
    expect(budget.progress(bucket, little, turn + 1_000)).toBe(0);
  });
});

describe("with so many cards that what they show would be older than 30 s in the mean", () => {
  const crowd = (cards: number) => {
    const budget = editBudget();
    for (let n = 0; n < cards; n += 1) budget.progress(bucket, news(n), NOW);
    return budget;
  };
  const shown = (budget: ReturnType<typeof editBudget>, from: number, to: number) =>
    Number.isFinite(budget.progress(bucket, news(0, { shown: from, known: to }), NOW + 100_000));

  test("a card shows 25, 50 and 75 percent and what is no percentage, and waits for nothing else", () => {
    const budget = crowd(61);
    const all = [
      [0, 24],
      [24, 25],
      [25, 49],
      [49, 51],
      [51, 74],
      [60, 80],
      [76, 99],
      [10, 90],
    ] as const;
    expect(all.filter(([from, to]) => shown(budget, from, to))).toEqual([
      [24, 25],
      [49, 51],
      [60, 80],
      [10, 90],
    ]);
    expect(budget.progress(bucket, news(1, { isNewState: true }), NOW + 100_000)).toBeLessThan(200_000);
  });

  test("not with one card less", () => {
    expect(shown(crowd(60), 0, 1)).toBe(true);
  });

  test("a card that had no news for two minutes is not one of them", () => {
    const budget = crowd(61);
    expect(Number.isFinite(budget.progress(bucket, news(0), NOW + 119_000))).toBe(false);
    expect(Number.isFinite(budget.progress(bucket, news(0), NOW + 130_000))).toBe(true);
  });
});

const waiting = fc.array(fc.record({ ageMs: fc.nat(300_000), known: fc.nat(100), isNewState: fc.boolean() }), {
  minLength: 1,
  maxLength: 30,
});
const newsOf = (cards: readonly { readonly ageMs: number; readonly known: number; readonly isNewState: boolean }[]) =>
  cards.map(({ ageMs, ...rest }, n) => news(n, { shownAt: NOW - ageMs, ...rest }));

test("whatever cards wait and come back when they are told to, each is shown at last", () => {
  fc.assert(
    fc.property(waiting, (cards) => {
      const budget = editBudget();
      budget.pause(bucket, 1_000, NOW);
      const all = newsOf(cards);
      expect(drain(budget, all, NOW).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    }),
    { numRuns: runs(50) },
  );
});

/** Two that weigh the same, once told the same late time, were overtaken by one that weighed nothing. */
const twoAlike = [0, 299_992, 299_992, 0].map((ageMs) => ({ ageMs, known: 0, isNewState: false }));

test("whatever cards wait, and in whichever order they ask, none goes before another that weighed more when both last asked", () => {
  fc.assert(
    fc.property(waiting, (cards) => {
      const budget = editBudget();
      budget.pause(bucket, 1_000, NOW);
      let all = newsOf(cards);
      const weight = ({ shownAt, known, isNewState }: News, now: number) =>
        (now - shownAt) * (Math.max(1, known) + (isNewState ? 25 : 0));
      for (let now = NOW; all.length > 0 && now < NOW + 200_000; now += 250) {
        const gone = all.filter((one) => budget.progress(bucket, one, now) === 0);
        all = all.filter((one) => !gone.includes(one));
        // One that has overtaken another since then was already told its time.
        const outweighs = (one: News, other: News) =>
          [now, now - 250].every((at) => weight(one, at) > weight(other, at));
        for (const one of gone) expect(all.filter((other) => outweighs(other, one))).toEqual([]);
      }
      expect(all).toEqual([]);
    }),
    { numRuns: runs(50), examples: [[twoAlike]] },
  );
});

/** Each card comes back when it is told to, until all have been shown; their ids in the order in which they were. */
function drain(budget: ReturnType<typeof editBudget>, cards: readonly News[], from: number): string[] {
  const due = cards.map((one) => ({ one, at: from }));
  const went: string[] = [];
  for (let turn = 0; due.length > 0 && turn < 10_000; turn += 1) {
    due.sort((a, b) => a.at - b.at);
    const [next] = due;
    if (!next) break;
    const waitMs = budget.progress(bucket, next.one, next.at);
    if (waitMs > 0) next.at += waitMs;
    else went.push(...due.splice(0, 1).map(({ one }) => one.id));
  }
  return went;
}
