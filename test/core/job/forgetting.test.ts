import { expect, test } from "vitest";
import {
  bookingsWithoutCost,
  firstMonthKept,
  hasCost,
  judgeForget,
  costOf as storedCostOf,
} from "../../../src/core/job/forgetting.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { aClosedJob, aJob } from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";

const job = aClosedJob();
const AGED = { ids: 5, isPerson: false };
const PERSON = { ids: 0, isPerson: true };
const isForgotten = (closedAt: number | null, batch: Job | null, how = AGED) =>
  judgeForget({ job, closedAt, batch }, how) !== null;

test("a part stays as long as its batch is open", () => {
  expect([null, aClosedJob(), aJob()].map((batch) => isForgotten(4, batch))).toEqual([true, true, false]);
});

test("an open job stays, and a row that cannot be read is forgotten only with its person", () => {
  expect([isForgotten(null, null), isForgotten(null, null, PERSON)]).toEqual([false, false]);
  const unreadable = { job: null, closedAt: null, batch: null };
  expect(judgeForget(unreadable, AGED)).toBeNull();
  expect(judgeForget(unreadable, PERSON)).toMatchObject({ keepsId: true, cost: null, moved: [] });
});

test("an id is known until ids of its time are forgotten", () => {
  const keepsId = (closedAt: number) => judgeForget({ job, closedAt, batch: null }, AGED)?.keepsId;
  expect([keepsId(4), keepsId(5)]).toEqual([false, true]);
});

test("a cost remains where a job has one, unless its person is forgotten", () => {
  const costOf = (one: Job, how: typeof AGED) => judgeForget({ job: one, closedAt: 5, batch: null }, how)?.cost;
  const free = aClosedJob({
    state: { ...job.state, outcome: { kind: "not_started", why: "withdrawn" } } as Job["state"],
  });
  expect(costOf(job, AGED)).toMatchObject({ jobId: job.id, charged: 95, payer: "mine" });
  expect([costOf(free, AGED), costOf(job, PERSON)]).toEqual([null, null]);
});

test("a team's part of it is moved only when its person is forgotten", () => {
  const movedBy = (how: typeof AGED) =>
    judgeForget({ job: { ...job, team: aTeam }, closedAt: 5, batch: null }, how)?.moved;
  expect(movedBy(AGED)).toEqual([]);
  expect(movedBy(PERSON)).toMatchObject([
    { before: { charged: 95 } },
    { person: "deleted person", after: { charged: 95 } },
  ]);
});

test.for([
  ["the first moment of a month", Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 1)],
  ["the last moment of a month", Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 10, 1)],
  ["a time too late for a date", Number.MAX_SAFE_INTEGER, Date.UTC(9999, 11, 1)],
] as const)("a month's sums stay while a job of it may: %s", ([, ledger, month]) => {
  expect(firstMonthKept({ ledger })).toBe(month);
});

test("the cost that remains names the team that paid, and nobody else", () => {
  expect(storedCostOf({ ...job, team: aTeam })).toMatchObject({ payer: "team", team: aTeam });
  expect(storedCostOf(job)).not.toHaveProperty("team");
});

test("a job has a cost if anything was charged, refunded or may have been charged", () => {
  const withOutcome = (outcome: object) => hasCost(aClosedJob({ state: { ...job.state, outcome } as Job["state"] }));
  const costs = [
    { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true },
    { kind: "unknown", why: "answer_lost", taskId: null },
    { kind: "not_started", why: "withdrawn" },
  ].map(withOutcome);
  expect(costs).toEqual([true, true, false]);
});

test("the cost of a job that was forgotten before is moved to a deleted person, where a team paid for it", () => {
  const cost = storedCostOf({ ...job, team: aTeam });
  const { team: _, ...own } = cost;
  expect(bookingsWithoutCost("discord:1", own)).toEqual([]);
  expect(bookingsWithoutCost("discord:1", cost)).toMatchObject([
    { person: "discord:1", before: { held: 0, charged: 95, refunded: 0, unknown: 0, videos: 1 } },
    { person: "deleted person", after: { held: 0, charged: 95, refunded: 0, unknown: 0, videos: 1 } },
  ]);
});

test("nothing of a team is moved where a job's owner paid", () => {
  expect(judgeForget({ job, closedAt: 5, batch: null }, PERSON)?.moved).toEqual([]);
});
