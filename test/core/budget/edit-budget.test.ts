import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Bucket, EditBudget, type OutdatedCard } from "../../../src/core/budget/edit-budget.ts";
import { shares } from "../../../src/frontends/slack/slack-limits.ts";
import { runs } from "../../fakes/how-many.ts";

const bucket: Bucket = { name: "b", burst: 6, everyMs: 1_000 };
const NOW = 1_000_000_000;
const message = (n: number, since = n) => ({ id: `job-${n}`, since });
const outdated = (n: number | string, shownAt = NOW - 1_000): OutdatedCard => ({ id: `job-${n}`, shownAt });

describe("a rate limit bucket", () => {
  const bucketWith = (remaining: number, untilMs: number): Bucket => ({
    ...bucket,
    left: { remaining, until: NOW + untilMs },
  });
  /** Returns a function that counts the edits that are sent at that time. The others stay in the queue. */
  const taker = (budget = new EditBudget()) => {
    let next = 0;
    return (of: Bucket, now: number) => {
      const before = next;
      while (next < before + 100 && budget.finalMessage(of, { id: `job-${next}`, since: next }, now) === 0) next += 1;
      return next - before;
    };
  };

  test("waits for the platform's next window if the platform reports that no requests remain", () => {
    const budget = new EditBudget();
    const spent = bucketWith(0, 5_000);
    const waits = Array.from({ length: 8 }, (_, n) => budget.finalMessage(spent, message(n), NOW));
    expect(waits).toEqual([...Array<number>(6).fill(5_000), 6_000, 7_000]);
    expect(budget.finalMessage(spent, message(0), NOW + 5_000)).toBe(0);
  });

  test("ignores a number of remaining requests that the platform reported for a past window", () => {
    expect(taker()(bucketWith(0, 0), NOW)).toBe(6);
  });

  test("allows progress edits only at a reduced rate after a 429, even in the platform's next window", () => {
    const budget = new EditBudget();
    budget.pause(bucket, 1_000, NOW);
    const spent = bucketWith(0, 5_000);
    expect(budget.progress(spent, outdated(1), NOW)).toBe(5_000);
    // Progress may use three of the six tokens at once, and a fourth after about two seconds.
    const waitMs = budget.progress(spent, outdated(1), NOW + 5_000);
    expect(waitMs).toBeGreaterThan(1_500);
    expect(waitMs).toBeLessThan(2_000);
  });

  test("allows no more requests in a window than the platform reports as remaining", () => {
    const take = taker();
    expect(take(bucketWith(2, 5_000), NOW)).toBe(2);
    const none = { ...bucket, left: { remaining: 0, until: NOW + 5_000 } };
    expect([1_000, 4_999, 5_000].map((ms) => take(none, NOW + ms))).toEqual([0, 0, 6]);
  });

  test("does not extend waiting times if the clock is set back by an hour", () => {
    const [window, pause, refused] = [new EditBudget(), new EditBudget(), new EditBudget()];
    const spent = bucketWith(0, 5_000);
    expect(window.finalMessage(spent, message(0), NOW)).toBe(5_000);
    expect(window.finalMessage(spent, message(0), NOW - 3_600_000)).toBe(5_000);
    pause.pause(bucket, 5_000, NOW);
    expect(pause.finalMessage(bucket, message(0), NOW - 3_600_000)).toBe(5_000);
    for (let n = 0; n < 100; n += 1) refused.refused(bucket, NOW);
    expect(refused.finalMessage(bucket, message(0), NOW - 3_600_000)).toBe(600_000);
  });

  test("applies a new burst size and rate to later requests", () => {
    const take = taker();
    expect(take(bucket, NOW)).toBe(6);
    expect(take({ ...bucket, burst: 3, everyMs: 100 }, NOW + 1_000)).toBe(1);
    expect(take({ ...bucket, burst: 3, everyMs: 100 }, NOW + 2_000)).toBe(3);
  });

  /** Counts the edits that are sent in the minute from `from` on, after the burst. */
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
      let went = 0;
      while (went < 100 && budget.progress(of, outdated(1, 0), now) === 0) went += 1;
      return went;
    };

  test("halves the rate of progress edits after a 429 and restores the full rate in steps", () => {
    const budget = new EditBudget();
    const show = shower(budget);
    expect(rate(show, NOW)).toBe(59);
    budget.pause(bucket, 1_000, NOW + 60_000);
    const after = [61, 121, 181, 241, 301, 361, 421].map((seconds) => rate(show, NOW + seconds * 1_000));
    expect(after[0]).toBeLessThanOrEqual(33);
    expect(after).toEqual(after.toSorted((a, b) => a - b));
    expect(after.at(-1)).toBeGreaterThanOrEqual(59);
  });

  test("halves the rate of progress edits only once for several concurrent 429s", () => {
    const [once, often] = [new EditBudget(), new EditBudget()];
    once.pause(bucket, 1_000, NOW);
    for (let n = 0; n < 5; n += 1) often.pause(bucket, 1_000, NOW);
    expect(rate(shower(often), NOW + 1_000)).toBe(rate(shower(once), NOW + 1_000));
  });

  test("allows a few progress edits per minute even after fifty 429s", () => {
    const always = new EditBudget();
    for (let n = 0; n < 50; n += 1) always.pause(bucket, 1_000, NOW + n * 1_000);
    const least = rate(shower(always), NOW + 50_000);
    expect(least).toBeGreaterThanOrEqual(4);
    expect(least).toBeLessThanOrEqual(12);
  });

  test("allows no request for ten minutes after 100 or more refused requests", () => {
    const budget = new EditBudget();
    for (let n = 0; n < 150; n += 1) budget.refused(bucket, NOW);
    expect(budget.finalMessage(bucket, message(0), NOW)).toBe(600_000);
  });

  test("does not count refused requests if the platform never blocks bots for them", () => {
    const budget = new EditBudget();
    const forgiving = { ...bucket, forgivesRefusals: true } as const;
    for (let n = 0; n < 150; n += 1) budget.refused(forgiving, NOW);
    expect(budget.finalMessage(forgiving, message(0), NOW)).toBe(0);
  });
});

describe("final messages", () => {
  test("are sent in the order in which their jobs ended, not in the order in which the messages were queued", () => {
    const budget = new EditBudget();
    budget.pause(bucket, 60_000, 0);
    const all = Array.from({ length: 200 }, (_, n) => message((n * 77) % 200));
    for (const one of all) budget.finalMessage(bucket, one, 0);
    expect(deliver(budget, all, 60_000).map(({ since }) => since)).toEqual([...Array(200).keys()]);
  });

  test("are sent in the order in which they were queued if their jobs ended in the same millisecond", () => {
    const budget = new EditBudget();
    budget.pause(bucket, 1_000, 0);
    expect([1, 2, 1].map((n) => budget.finalMessage(bucket, message(n, 7), 0))).toEqual([1_000, 2_000, 1_000]);
    expect([2, 1].map((n) => budget.finalMessage(bucket, message(n, 7), 1_000))).toEqual([1_000, 0]);
  });

  test("no longer count as waiting and no longer delay other messages when their reserved places expire", () => {
    const budget = new EditBudget();
    const parent: Bucket = { ...bucket, name: "all" };
    const child = { ...bucket, parent };
    budget.pause(parent, 5_000, 0);
    expect(budget.finalMessage(child, message(1), 0)).toBe(5_000);
    for (const n of [1, 2]) budget.hold(child, message(n), { forMs: 5_000, now: 0 });
    expect([budget.inUse(4_999).finalMessagesWaiting, budget.inUse(5_000).finalMessagesWaiting]).toEqual([1, 0]);
    expect(budget.finalMessage(child, message(3), 5_000)).toBe(0);
  });

  test("delay progress edits as soon as the messages are queued", () => {
    const budget = new EditBudget();
    budget.queue(bucket, message(1), { forMs: 1_000, now: 0 });
    expect(budget.progress(bucket, outdated(2), 0)).toBe(1_000);
    expect([60_999, 61_000].map((now) => budget.inUse(now).finalMessagesWaiting)).toEqual([1, 0]);
  });

  test("wait after 100 refused requests until the oldest refusal is ten minutes old", () => {
    const budget = new EditBudget();
    for (let n = 0; n < 99; n += 1) budget.refused(bucket, n);
    expect(budget.finalMessage(bucket, message(1), 100)).toBe(0);
    budget.refused(bucket, 100);
    expect(budget.finalMessage(bucket, message(2), 100)).toBe(600_000 - 100);
    expect(budget.finalMessage(bucket, message(2), 600_000)).toBe(0);
  });
});

test("for any sequence of requests, the edit budget stays within its limit and sends every final message", () => {
  const asked = fc.record({
    afterMs: fc.nat(3_000),
    what: fc.oneof(fc.constantFrom("100", "101", "102"), fc.nat(8)),
    pauseMs: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(5_000)),
  });
  fc.assert(
    fc.property(fc.array(asked, { size: "max", maxLength: 200 }), (all) => {
      const budget = new EditBudget();
      const went: number[] = [];
      const open = new Map<number, { readonly id: string; readonly since: number }>();
      let now = 0;
      for (const { afterMs, what, pauseMs } of all) {
        now += afterMs;
        if (pauseMs > 0) budget.pause(bucket, pauseMs, now);
        if (typeof what === "string") {
          if (budget.progress(bucket, { ...outdated(1, 0), id: what }, now) === 0) went.push(now);
          continue;
        }
        const one = open.get(what) ?? { id: `job-${what}`, since: now };
        open.set(what, one);
        if (budget.finalMessage(bucket, one, now) === 0) {
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
    { numRuns: runs(200) },
  );
});

test("the edit budget for Slack allows between 49 and 50 edits per minute", () => {
  const { burst, everyMs } = shares.edits;
  const inAMinute = burst + 60_000 / everyMs;
  expect(inAMinute).toBeLessThanOrEqual(50);
  expect(inAMinute).toBeGreaterThan(49);
});

/** Retries each message at the returned time until all are sent. Returns them in the order of sending. */
function deliver<Message extends { readonly id: string; readonly since: number }>(
  budget: EditBudget,
  messages: readonly Message[],
  from: number,
): Message[] {
  const due = messages.map((one) => ({ one, at: from }));
  const went: Message[] = [];
  for (let turn = 0; due.length > 0 && turn < 10_000; turn += 1) {
    due.sort((a, b) => a.at - b.at);
    const [next] = due;
    if (!next) break;
    const waitMs = budget.finalMessage(bucket, next.one, next.at);
    if (waitMs > 0) next.at += waitMs;
    else went.push(...due.splice(0, 1).map(({ one }) => one));
  }
  return went;
}

test("the edit budget reports the numbers of free, used-up and paused rate limit buckets and of waiting final messages", () => {
  const budget = new EditBudget();
  const named = (name: string): Bucket => ({ ...bucket, name });
  for (let n = 0; n < 8; n += 1) budget.finalMessage(named("used up"), message(n), 0);
  budget.progress(named("with room"), outdated(20, 0), 0);
  budget.pause(named("at rest"), 60_000, 0);
  expect(budget.inUse(0)).toEqual({ free: 1, spent: 1, paused: 1, finalMessagesWaiting: 2 });
  expect(budget.inUse(1_000)).toMatchObject({ free: 2, spent: 0, paused: 1 });
  expect(budget.inUse(61_000)).toMatchObject({ free: 3, paused: 0 });
});

test("in an edit budget with 2,000 rate limit buckets, a new bucket replaces one that was not used for ten minutes", () => {
  const limitsIn = (buckets: number, laterMs: number) => {
    const budget = new EditBudget();
    for (let n = 0; n < buckets; n += 1) budget.finalMessage({ ...bucket, name: `bucket ${n}` }, message(n), NOW);
    for (const n of [0, -1]) budget.finalMessage({ ...bucket, name: `bucket ${n}` }, message(n), NOW + laterMs);
    const { free, spent } = budget.inUse(NOW + laterMs);
    return free + spent;
  };
  expect([limitsIn(2_000, 599_999), limitsIn(2_000, 600_000), limitsIn(1_999, 600_000)]).toEqual([2_001, 2_000, 2_000]);
});

test("a rate limit bucket with a time window refills first the token that was used first, even if another process used the token", () => {
  const budget = new EditBudget();
  const windowed: Bucket = { ...bucket, burst: 2, everyMs: 250, windowMs: 1_000 };
  const later = 5_100;
  expect([5_000, later].map((now, n) => budget.finalMessage(windowed, message(n), now))).toEqual([0, 0]);
  budget.taken(windowed, { full: windowed, reserved: 0, forMs: 300 }, later);
  expect([3, 4].map((n) => budget.finalMessage(windowed, message(n), later))).toEqual([300, 900]);
});

describe("rate limit buckets with a common parent bucket", () => {
  const parent: Bucket = { name: "all", burst: 4, everyMs: 250, windowMs: 1_000 };
  const child = (name: string): Bucket => ({ name, burst: 3, everyMs: 10_000, parent });

  test("together allow no more requests than the parent's limit", () => {
    const budget = new EditBudget();
    const left = new Set(Array.from({ length: 14 }, (_, n) => n));
    const went = (at: number) => {
      const gone = [...left].filter((n) => budget.finalMessage(child(`c${n}`), message(n), at) === 0);
      for (const n of gone) left.delete(n);
      return gone.length;
    };
    expect([0, 500, 999, 1_000, 1_999, 2_000, 3_000].map(went)).toEqual([4, 0, 0, 4, 0, 4, 2]);
  });

  test("make each queued final message wait until the parent's limit allows the message", () => {
    const budget = new EditBudget();
    const waits = Array.from({ length: 14 }, (_, n) =>
      budget.finalMessage(child(`c${n}`), message(n), n < 2 ? 0 : 400),
    );
    expect(waits).toEqual([0, 0, 0, 0, 600, 600, 1_000, 1_000, 1_600, 1_600, 2_000, 2_000, 2_600, 2_600]);
  });

  test("send final messages in the order in which the jobs ended, across all buckets", () => {
    const budget = new EditBudget();
    for (let n = 0; n < 4; n += 1) budget.finalMessage(child(`c${n}`), message(n), 0);
    expect(budget.finalMessage(child("late"), message(90), 0)).toBe(1_000);
    for (let n = 4; n < 8; n += 1) expect(budget.finalMessage(child(`c${n}`), message(n), 0)).toBe(1_000);
    expect(budget.finalMessage(child("late"), message(90), 1_000)).toBeGreaterThan(0);
    for (let n = 4; n < 8; n += 1) expect(budget.finalMessage(child(`c${n}`), message(n), 1_000)).toBe(0);
  });

  test("reserve half of the parent's limit for final messages", () => {
    const budget = new EditBudget();
    expect([1, 2, 3].map((n) => budget.progress(child(`p${n}`), outdated(`p${n}`), 0))).toEqual([0, 0, 1_000]);
    expect([1, 2, 3, 4].map((n) => budget.finalMessage(child(`c${n}`), message(n), 0))).toEqual([0, 0, 1_000, 1_000]);
    expect(budget.progress(child("p4"), outdated("p4"), 1_000)).toBeGreaterThan(0);
    expect([3, 4].map((n) => budget.finalMessage(child(`c${n}`), message(n), 1_000))).toEqual([0, 0]);
    expect([1_000, 2_000].map((at) => budget.progress(child("p4"), outdated("p4"), at))).toEqual([1_000, 0]);
  });

  test("are paused together only if the platform pauses the parent bucket", () => {
    const budget = new EditBudget();
    budget.pause(child("c1"), 3_000, 0);
    expect([1, 2].map((n) => budget.finalMessage(child(`c${n}`), message(n), 0))).toEqual([3_000, 0]);
    budget.pause(parent, 7_000, 0);
    expect([2, 3].map((n) => budget.finalMessage(child(`c${n}`), message(10 + n), 0))).toEqual([7_000, 7_000]);
    expect(budget.finalMessage(child("c3"), message(13), 7_000)).toBe(0);
  });

  test("use no token of the child bucket if other processes have used up the parent's tokens", () => {
    const budget = new EditBudget();
    expect([1, 2].map((n) => budget.finalMessage(child("c1"), message(n), 0))).toEqual([0, 0]);
    budget.taken(child("c1"), { full: parent, reserved: 0, forMs: 400 }, 0);
    expect([2, 3].map((n) => budget.finalMessage(child(`c${n}`), message(n), 0))).toEqual([400, 400]);
    expect([2, 3].map((n) => budget.finalMessage(child(`c${n}`), message(n), 400))).toEqual([0, 0]);
    // One of its three tokens was used.
    expect([4, 5, 6].map((n) => budget.finalMessage(child("c1"), message(n), 2_000))).toEqual([0, 0, 8_000]);
  });

  test("make final messages wait until the tokens that other processes took from the parent are refilled", () => {
    const budget = new EditBudget();
    expect([1, 2].map((n) => budget.finalMessage(child(`c${n}`), message(n), 0))).toEqual([0, 0]);
    expect(budget.finalMessage(child("c3"), message(3), 300)).toBe(0);
    budget.taken(child("c3"), { full: parent, reserved: 1, forMs: 400 }, 300);
    expect([3, 4, 5].map((n) => budget.finalMessage(child(`c${n}`), message(n), 300))).toEqual([0, 400, 700]);
  });

  test("use no token of the parent bucket if other processes have used up the child's tokens", () => {
    const budget = new EditBudget();
    expect(budget.finalMessage(child("c1"), message(1), 0)).toBe(0);
    budget.taken(child("c1"), { full: child("c1"), reserved: 0, forMs: 5_000 }, 0);
    expect(budget.finalMessage(child("c1"), message(1), 0)).toBe(5_000);
    expect([2, 3, 4, 5].map((n) => budget.finalMessage(child(`c${n}`), message(n), 0))).toEqual([0, 0, 0, 0]);
  });

  test("do not extend waiting times if the clock is set back by an hour", () => {
    const budget = new EditBudget();
    for (let n = 0; n < 5; n += 1) budget.finalMessage(child(`c${n}`), message(n), 3_600_000);
    expect(budget.finalMessage(child("c4"), message(4), 0)).toBe(1_000);
  });

  test("stay within the parent's limit and send every final message, for any sequence of requests", () => {
    const asked = fc.record({ afterMs: fc.nat(400), of: fc.nat(5), isFinal: fc.boolean(), isUnsent: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(asked, { size: "max", maxLength: 200 }), (all) => {
        const budget = new EditBudget();
        const wide = (of: number): Bucket => ({ name: `w${of}`, burst: 50, everyMs: 20, parent });
        const went: number[] = [];
        const open: { readonly id: string; readonly since: number; readonly of: number }[] = [];
        let now = 0;
        for (const [n, { afterMs, of, isFinal, isUnsent }] of all.entries()) {
          now += afterMs;
          const one = { ...message(n, now), of };
          const waitMs = isFinal
            ? budget.finalMessage(wide(of), one, now)
            : budget.progress(wide(of), outdated(`p${of}`), now);
          if (waitMs > 0 && isFinal) open.push(one);
          if (waitMs > 0) continue;
          if (isUnsent > 0) went.push(now);
          else budget.taken(wide(of), { full: parent, reserved: 0, forMs: 100 }, now);
        }
        for (let left = [...open]; left.length > 0; now += 50) {
          left = left.filter((one) => {
            if (budget.finalMessage(wide(one.of), one, now) > 0) return true;
            went.push(now);
            return false;
          });
          if (now > 1_000_000) throw new Error("a final message was never sent");
        }
        for (const from of went)
          expect(went.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(4);
      }),
      { numRuns: runs(100) },
    );
  });
});

/** The part of the burst reserved for final messages. */
const KEPT = 3;
describe("progress edits", () => {
  test("wait if only tokens reserved for final messages remain", () => {
    const budget = new EditBudget();
    expect(budget.progress(bucket, outdated(1), 0)).toBe(0);
    budget.taken(bucket, { full: bucket, reserved: KEPT, forMs: 400 }, 0);
    expect(budget.progress(bucket, outdated(1), 0)).toBe(400);
    expect([1, 2, 3, 4].map((n) => budget.finalMessage(bucket, message(n), 0))).toEqual([0, 0, 0, 400]);
  });

  test("wait for one more token if a final message is waiting", () => {
    const budget = new EditBudget();
    for (let n = 10; n < 17; n += 1) budget.finalMessage(bucket, message(n), NOW);
    expect(budget.progress(bucket, outdated(1), NOW)).toBe((KEPT + 2) * bucket.everyMs);
  });

  test("are made in the order in which they were queued if two cards were last edited at the same time", () => {
    const budget = new EditBudget();
    for (let n = 10; n < 16; n += 1) budget.finalMessage(bucket, message(n), NOW);
    const waits = (n: number, afterMs: number) => budget.progress(bucket, outdated(n), NOW + afterMs);
    expect([waits(1, 0), waits(2, 0), waits(1, 1_000), waits(2, 4_000)]).toEqual([4_000, 5_000, 3_000, 0]);
  });

  /** At 60 s, the bucket is full, a final message waits, and a progress edit had to wait for it. */
  const withWaitingFinalMessage = () => {
    const budget = new EditBudget();
    budget.pause(bucket, 1_000, 0);
    budget.finalMessage(bucket, message(1), 0);
    expect(budget.progress(bucket, outdated(2), 60_000)).toBeGreaterThanOrEqual(1_000);
    return budget;
  };

  test("wait until a waiting final message is sent", () => {
    const budget = withWaitingFinalMessage();
    expect(budget.finalMessage(bucket, message(1), 60_000)).toBe(0);
    expect(budget.progress(bucket, outdated(2), 60_000)).toBe(0);
  });

  test("wait at most one minute for a queued final message that is never sent", () => {
    const budget = withWaitingFinalMessage();
    expect(budget.progress(bucket, outdated(2), 60_999)).toBeGreaterThan(0);
    expect(budget.progress(bucket, outdated(2), 61_000)).toBe(0);
    expect(budget.inUse(61_000).finalMessagesWaiting).toBe(0);
  });

  test("are allowed even by a rate limit bucket with a burst size of one", () => {
    const budget = new EditBudget();
    const narrow = { ...bucket, burst: 1 };
    expect(budget.progress(narrow, outdated(1), 0)).toBe(0);
    expect(budget.progress(narrow, outdated(2), 0)).toBe(1_000);
    expect(budget.progress(narrow, outdated(2), 1_000)).toBe(0);
  });

  test("are made first on the card that was edited longest ago", () => {
    const budget = new EditBudget();
    budget.pause(bucket, 1_000, NOW);
    const all = [20_000, 100_000, 10_000, 90_000].map((ageMs, n) => outdated(n, NOW - ageMs));
    expect(drain(budget, all, NOW)).toEqual([1, 3, 0, 2].map((n) => `job-${n}`));
  });

  /** An older and a newer card with an empty bucket. The older one already has its turn. */
  const olderAndNewer = () => {
    const budget = new EditBudget();
    for (let n = 10; n < 16; n += 1) budget.finalMessage(bucket, message(n), NOW);
    const [older, newer] = [outdated(1, NOW - 90_000), outdated(2, NOW - 1_000)];
    return { budget, newer, turn: NOW + budget.progress(bucket, older, NOW) };
  };

  test("of a job that misses its turn delay the edits of other jobs by at most two seconds", () => {
    const { budget, newer, turn } = olderAndNewer();
    expect(budget.progress(bucket, newer, turn)).toBe(1_000);
    // The bucket still has no more tokens than allowed.
    for (const n of [20, 21]) expect(budget.finalMessage(bucket, message(n), turn + 2_000)).toBe(0);
    expect(budget.progress(bucket, newer, turn + 2_000)).toBe(0);
  });

  test("of a job delay the edits of other jobs only until that job's final message is sent", () => {
    const { budget, newer, turn } = olderAndNewer();
    expect(budget.finalMessage(bucket, message(1), turn)).toBe(0);
    expect(budget.progress(bucket, newer, turn + 1_000)).toBe(0);
  });
});

const ages = fc.array(fc.nat(300_000), { minLength: 1, maxLength: 30 });

test("for any set of waiting cards, the card that was edited longest ago is edited first", () => {
  fc.assert(
    fc.property(ages, (all) => {
      const budget = new EditBudget();
      budget.pause(bucket, 1_000, NOW);
      let waiting = all.map((ageMs, n) => outdated(n, NOW - ageMs));
      for (let now = NOW; waiting.length > 0 && now < NOW + 200_000; now += 250) {
        const gone = waiting.filter((one) => budget.progress(bucket, one, now) === 0);
        waiting = waiting.filter((one) => !gone.includes(one));
        for (const one of gone) expect(waiting.filter(({ shownAt }) => shownAt < one.shownAt)).toEqual([]);
      }
      expect(waiting).toEqual([]);
    }),
    { numRuns: runs(50) },
  );
});

test("none of 1,000 cards waits for an edit more than 1.2 times as long as the rate limit requires", () => {
  const budget = new EditBudget();
  const cards = Array.from({ length: 1_000 }, (_, n) => ({ id: `job-${n}`, shownAt: NOW, comesAt: NOW }));
  const gaps: number[] = [];
  for (let now = NOW; now < NOW + 3_600_000; now = Math.min(...cards.map(({ comesAt }) => comesAt)))
    for (const card of cards.filter(({ comesAt }) => comesAt <= now)) {
      const waitMs = budget.progress(bucket, card, now);
      card.comesAt = now + Math.max(1, waitMs);
      if (waitMs > 0) continue;
      gaps.push(now - card.shownAt);
      card.shownAt = now;
    }
  expect(gaps.length).toBeGreaterThan(3_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1.2 * cards.length * bucket.everyMs);
});

/** Retries each card at the returned time until all are shown. Returns their ids in the order of editing. */
function drain(budget: EditBudget, cards: readonly OutdatedCard[], from: number): string[] {
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
