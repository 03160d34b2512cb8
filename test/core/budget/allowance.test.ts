import { describe, expect, test } from "vitest";
import type { Bucket } from "../../../src/core/budget/edit-budget.ts";
import { EditBudget } from "../../../src/core/budget/edit-budget.ts";

const bucket: Bucket = { name: "b", burst: 6, everyMs: 1_000 };
const NOW = 1_000_000_000;
const word = { id: "job-1", since: 1 };

describe("what a bucket lets through", () => {
  const bucketWith = (remaining: number, untilMs: number): Bucket => ({
    ...bucket,
    left: { remaining, until: NOW + untilMs },
  });
  /** Says how many go at that time; who could not stays in the line. */
  const taker = (budget = new EditBudget()) => {
    let next = 0;
    return (of: Bucket, now: number) => {
      const before = next;
      while (next < before + 100 && budget.finalWord(of, { id: `job-${next}`, since: next }, now) === 0) next += 1;
      return next - before;
    };
  };

  test("is no more than the platform says is left", () => {
    expect(taker()(bucketWith(2, 5_000), NOW)).toBe(2);
  });

  test("is nothing until then where nothing is left", () => {
    const budget = new EditBudget();
    const spent = bucketWith(0, 5_000);
    expect(budget.finalWord(spent, word, NOW)).toBe(5_000);
    expect(budget.finalWord(spent, word, NOW + 5_000)).toBe(0);
  });

  test("is not less for what the platform said long ago", () => {
    expect(taker()(bucketWith(0, -1), NOW)).toBe(6);
  });

  test("is no more than that until then, and all of it after", () => {
    const take = taker();
    expect(take(bucketWith(2, 5_000), NOW)).toBe(2);
    const none = { ...bucket, left: { remaining: 0, until: NOW + 5_000 } };
    expect([1_000, 4_999, 5_000].map((ms) => take(none, NOW + ms))).toEqual([0, 0, 6]);
  });

  test("is back as soon where the clock was set back an hour", () => {
    const [window, pause] = [new EditBudget(), new EditBudget()];
    const spent = bucketWith(0, 5_000);
    expect(window.finalWord(spent, word, NOW)).toBe(5_000);
    expect(window.finalWord(spent, word, NOW - 3_600_000)).toBe(5_000);
    pause.pause(bucket, 5_000, NOW);
    expect(pause.finalWord(bucket, word, NOW - 3_600_000)).toBe(5_000);
  });

  test("follows what becomes known of it", () => {
    const take = taker();
    expect(take(bucket, NOW)).toBe(6);
    expect(take({ ...bucket, burst: 3, everyMs: 100 }, NOW + 1_000)).toBe(1);
    expect(take({ ...bucket, burst: 3, everyMs: 100 }, NOW + 2_000)).toBe(3);
  });

  /** Counts the edits that go through in a minute from then on, after the burst. */
  const rate = (take: (of: Bucket, now: number) => number, from: number) => {
    take(bucket, from);
    let count = 0;
    for (let now = from + 500; now <= from + 59_500; now += 500) count += take(bucket, now);
    return count;
  };
  /** Counts the progress edits of one card that always has news. */
  const shower =
    (budget: EditBudget) =>
    (of: Bucket, now: number): number => {
      const news = { id: "job-1", shownAt: 0, shownPercent: 0, percent: 1, isNewState: false };
      let went = 0;
      while (went < 100 && budget.progress(of, news, now) === 0) went += 1;
      return went;
    };

  test("is half for progress after a 429, and all of it again by steps", () => {
    const budget = new EditBudget();
    const show = shower(budget);
    expect(rate(show, NOW)).toBe(59);
    budget.pause(bucket, 1_000, NOW + 60_000);
    const after = [61, 121, 181, 241, 301, 361, 421].map((seconds) => rate(show, NOW + seconds * 1_000));
    expect(after[0]).toBeLessThanOrEqual(33);
    expect(after).toEqual(after.toSorted((a, b) => a - b));
    expect(after.at(-1)).toBeGreaterThanOrEqual(59);
  });

  test("is all of it for final words as soon as a pause is over, however many there were", () => {
    const budget = new EditBudget();
    for (let n = 0; n < 6; n += 1) budget.pause(bucket, 1_000, NOW + n * 2_000);
    expect(rate(taker(budget), NOW + 11_000)).toBe(59);
  });

  test("is one when a pause is over, and the others come one by one: final words at the platform's rate, progress at half of it", () => {
    const [words, progress] = [new EditBudget(), new EditBudget()];
    const [take, show] = [taker(words), shower(progress)];
    const all = { ...bucket, burst: 1 };
    expect([take(all, NOW), show(all, NOW)]).toEqual([1, 1]);
    words.pause(all, 10_000, NOW);
    progress.pause(all, 10_000, NOW);
    const taken = (of: typeof take) => [5_000, 10_000, 10_900, 11_000, 11_900, 12_000].map((ms) => of(all, NOW + ms));
    expect(taken(take)).toEqual([0, 1, 0, 1, 0, 1]);
    expect(taken(show)).toEqual([0, 1, 0, 0, 0, 1]);
  });

  test("leaves progress as much less as final words have used", () => {
    const budget = new EditBudget();
    const show = shower(budget);
    budget.pause(bucket, 1_000, NOW);
    const words = [1, 2, 3, 4, 5, 6].map((n) => ({ id: `job-${n}`, since: n }));
    expect(words.map((one) => budget.finalWord(bucket, one, NOW + 13_000))).toEqual([0, 0, 0, 0, 0, 0]);
    // Three of the burst are kept for final words: progress has one where four are there again, at half the rate.
    expect([19_000, 20_000, 21_000].map((ms) => show(bucket, NOW + ms))).toEqual([0, 0, 1]);
  });

  test("is halved once by those that were on their way together, and never lost wholly", () => {
    const [once, often, always] = [new EditBudget(), new EditBudget(), new EditBudget()];
    once.pause(bucket, 1_000, NOW);
    for (let n = 0; n < 5; n += 1) often.pause(bucket, 1_000, NOW);
    for (let n = 0; n < 50; n += 1) always.pause(bucket, 1_000, NOW + n * 1_000);
    expect(rate(shower(often), NOW + 1_000)).toBe(rate(shower(once), NOW + 1_000));
    expect(rate(shower(always), NOW + 50_000)).toBeGreaterThanOrEqual(4);
  });

  test("is nothing for ten minutes after a hundred refusals, but where nobody is blocked for them", () => {
    const [barred, open] = [new EditBudget(), new EditBudget()];
    const forgiving = { ...bucket, forgivesRefusals: true } as const;
    for (let n = 0; n < 150; n += 1) {
      barred.refused(bucket, NOW);
      open.refused(forgiving, NOW);
    }
    expect(barred.finalWord(bucket, word, NOW)).toBe(600_000);
    expect(open.finalWord(forgiving, word, NOW)).toBe(0);
  });
});
