import { expect, test } from "vitest";
import { type PollBudget, pollBudget } from "../../../src/core/budget/poll-budget.ts";
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
