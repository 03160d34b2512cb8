import { expect, test } from "vitest";
import { breaker, type PollBudget, pollBudget, retryBudget } from "../../../src/core/budget/poll-budget.ts";
import { anOwner } from "../../fakes/jobs.ts";

const [ada, ben] = [anOwner("ada"), anOwner("ben")];

/** Many jobs that always want to poll, each coming back when it was told to; how many went in a stretch of time. */
function asks(budget: PollBudget, { jobs, fromMs, toMs }: { jobs: number; fromMs: number; toMs: number }) {
  const due = Array.from({ length: jobs }, () => fromMs);
  const went: number[] = [];
  for (let now = fromMs; now < toMs; now += 50)
    for (const [n, at] of due.entries()) {
      if (at > now) continue;
      const waitMs = budget.waitMs({ id: String(n), urgency: () => n }, now);
      due[n] = now + Math.max(waitMs, 1_000);
      if (waitMs === 0) went.push(n);
    }
  return went;
}

function limited(): PollBudget {
  const budget = pollBudget();
  asks(budget, { jobs: 20, fromMs: 0, toMs: 10_000 });
  budget.refused(ada, 10_000);
  budget.refused(ben, 10_000);
  return budget;
}

/** Jobs that are overdue together, and want one poll each; in the order in which they went by the given time. */
function overdue(budget: PollBudget, { jobs, toMs }: { jobs: number; toMs: number }) {
  const due = new Map(Array.from({ length: jobs }, (_, n) => [n, 0]));
  const went: number[] = [];
  for (let now = 0; now < toMs; now += 10)
    for (const [n, at] of due) {
      if (at > now) continue;
      const waitMs = budget.waitMs({ id: String(n), urgency: () => n }, now);
      due.set(n, now + waitMs);
      if (waitMs > 0) continue;
      due.delete(n);
      went.push(n);
    }
  return went;
}

test("what is overdue at the start is not polled all at once, and by urgency", () => {
  const went = overdue(pollBudget(), { jobs: 1_000, toMs: 1_000 });
  expect(went.length).toBeGreaterThan(150);
  expect(went.length).toBeLessThan(400);
  // Some went before it was known who else would ask.
  expect(Math.min(...went.slice(60))).toBeGreaterThan(500);
  expect(overdue(pollBudget(), { jobs: 1_000, toMs: 5_000 })).toHaveLength(1_000);
});

test("where as many wait as are ordered, one more waits for all of them, whatever its urgency", () => {
  const budget = pollBudget();
  for (let n = 0; n < 5_020; n += 1) budget.waitMs({ id: String(n), urgency: () => 1 }, 0);
  expect(budget.waitMs({ id: "one more", urgency: () => 9 }, 0)).toBeGreaterThan(20_000);
});

test("a start with few jobs is not rationed, nor is any once all that was overdue had its turn", () => {
  const few = pollBudget();
  expect(asks(few, { jobs: 20, fromMs: 0, toMs: 1_000 })).toHaveLength(20);
  const many = pollBudget();
  asks(many, { jobs: 1_000, fromMs: 0, toMs: 5_000 });
  expect(asks(many, { jobs: 5_000, fromMs: 20_000, toMs: 21_000 }).length).toBeGreaterThan(4_900);
});

test("nothing is rationed before the service says that it is too much", () => {
  expect(asks(pollBudget(), { jobs: 20, fromMs: 0, toMs: 10_000 })).toHaveLength(200);
});

test("one person's limit is not held against the others", () => {
  const budget = pollBudget();
  for (let n = 0; n < 50; n += 1) budget.refused(ada, n);
  expect(budget.waitMs({ id: "1", urgency: () => 1 }, 100)).toBe(0);
});

test("polls fall to half of what was too much", () => {
  const went = asks(limited(), { jobs: 20, fromMs: 10_000, toMs: 20_000 }).length;
  expect(went).toBeGreaterThan(80);
  expect(went).toBeLessThan(120);
});

test("a second no a moment later is of the same moment; one a second later halves again", () => {
  const [once, twice] = [limited(), limited()];
  once.refused(ada, 10_900);
  twice.refused(ada, 11_000);
  const went = (budget: PollBudget) => asks(budget, { jobs: 20, fromMs: 12_000, toMs: 22_000 }).length;
  expect(went(twice)).toBeLessThan(0.6 * went(once));
});

test("the largest urgency goes first, whoever asked first", () => {
  const budget = limited();
  const [small, large] = [
    { id: "small", urgency: () => 0.05 },
    { id: "large", urgency: () => 2 },
  ];
  const turn = 10_000 + budget.waitMs(small, 10_000);
  expect(budget.waitMs(large, 10_000)).toBeGreaterThan(0);
  expect(budget.waitMs(small, turn)).toBeGreaterThan(0);
  expect(budget.waitMs(large, turn)).toBe(0);
  expect(budget.waitMs(small, 2 * turn - 10_000)).toBe(0);
});

test("it climbs by steps, and is lifted after five minutes without a no", () => {
  const budget = limited();
  const first = asks(budget, { jobs: 20, fromMs: 12_000, toMs: 22_000 }).length;
  expect(asks(budget, { jobs: 20, fromMs: 60_000, toMs: 70_000 }).length).toBeGreaterThan(1.3 * first);
  expect(asks(budget, { jobs: 20, fromMs: 310_001, toMs: 320_001 })).toHaveLength(200);
});

test("a service that says no for ever is still asked every two seconds", () => {
  const budget = limited();
  for (let now = 11_000; now < 60_000; now += 1_000) budget.refused(now % 2_000 ? ada : ben, now);
  expect(asks(budget, { jobs: 20, fromMs: 60_000, toMs: 80_000 }).length).toBeGreaterThanOrEqual(9);
});

test("who never comes back is not waited for", () => {
  const budget = limited();
  for (let n = 0; n < 100; n += 1) budget.waitMs({ id: `gone ${n}`, urgency: () => 1_000 }, 10_100);
  expect(asks(budget, { jobs: 5, fromMs: 60_000, toMs: 70_000 }).length).toBeGreaterThan(40);
});

const SECOND = 1_000;

/** That number of calls, one each 100 ms, ending at `until`. */
function calls(count: number, isBad: (n: number) => boolean, until = 0) {
  const one = breaker(60 * SECOND);
  for (let n = 0; n < count; n += 1) one.note(isBad(n), until - (count - 1 - n) * 100);
  return one;
}

test.for([
  [20, 10, 1_000],
  [20, 9, 0],
  [19, 19, 0],
  [500, 0, 0],
] as const)("after %i calls of which %i were bad the next one waits %i ms", ([count, bad, waitMs]) => {
  expect(calls(count, (n) => n < bad).waitMs(0)).toBe(waitMs);
});

test("bad calls of more than 30 s ago do not count", () => {
  const one = calls(19, () => true, 0);
  one.note(true, 31 * SECOND);
  expect(one.waitMs(31 * SECOND)).toBe(0);
});

test("probes come after 1, 5, 25 and then each 60 s, one at a time, and the first good one lets everybody through", () => {
  const one = calls(20, () => true);
  let now = 0;
  for (const gapMs of [1, 5, 25, 60, 60].map((seconds) => seconds * SECOND)) {
    expect(one.waitMs(now)).toBe(gapMs);
    now += gapMs;
    expect(one.waitMs(now)).toBe(0);
    // The probe's turn has come; all others are still kept away.
    expect(one.isOpen()).toBe(true);
    one.began(now);
    expect(one.waitMs(now)).toBeGreaterThan(0);
    one.note(true, now);
  }
  now += 60 * SECOND;
  one.began(now);
  one.note(false, now);
  expect(one.waitMs(now)).toBe(0);
  expect(one.isOpen()).toBe(false);
});

test("what was on its way when it opened moves no probe", () => {
  const one = calls(20, () => true);
  one.note(true, 500);
  expect(one.waitMs(500)).toBe(500);
});

test("a probe that is never heard of again is followed by another", () => {
  const one = calls(20, () => true);
  one.began(SECOND);
  expect(one.waitMs(2 * SECOND)).toBe(29 * SECOND);
  expect(one.waitMs(31 * SECOND)).toBe(0);
});

test("a probe that was not sent after all makes room for another one at once", () => {
  const one = calls(20, () => true);
  one.began(SECOND);
  expect(one.waitMs(SECOND)).toBeGreaterThan(0);
  one.withdrew(SECOND + 1);
  expect(one.waitMs(SECOND + 1)).toBe(0);
});

test("a clock that is set back by an hour lets the next probe go at once", () => {
  const one = calls(20, () => true);
  one.began(SECOND);
  one.note(true, 2 * SECOND);
  expect(one.waitMs(2 * SECOND - 3_600_000)).toBe(0);
});

test("where nothing is away, nothing comes of a call that was not sent", () => {
  const one = calls(19, () => true);
  one.began(0);
  one.withdrew(0);
  expect(one.waitMs(0)).toBe(0);
});

test("of a thousand calls that all fail, ten more than a tenth are repeated early", () => {
  const budget = retryBudget();
  let early = 0;
  for (let n = 0; n < 1_000; n += 1) {
    budget.earn();
    while (budget.spend()) early += 1;
  }
  expect(early).toBeGreaterThanOrEqual(108);
  expect(early).toBeLessThanOrEqual(110);
});

test("a quiet time saves up a hundred at most", () => {
  const budget = retryBudget();
  for (let n = 0; n < 100_000; n += 1) budget.earn();
  let early = 0;
  while (budget.spend()) early += 1;
  expect(early).toBe(100);
});
