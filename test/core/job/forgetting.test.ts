import { expect, test } from "vitest";
import {
  firstMonthKept,
  hasCost,
  judgeForget,
  partsOfCost,
  partsOfJob,
  costOf as storedCostOf,
} from "../../../src/core/job/forgetting.ts";
import type { Job, Outcome } from "../../../src/core/job/job.ts";
import { aClosed, aClosedJob, aFailed, aJob, aNotStarted, anOwner, anUnknown } from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";

const job = aClosedJob();
const AGED = { ids: 5, isPerson: false };
const PERSON = { ids: 0, isPerson: true };
const isForgotten = (closedAt: number | null, batch: Job | null, how = AGED) =>
  judgeForget({ job, closedAt, batch }, how) !== null;

test("the job of a batch's video is not deleted before the batch is closed", () => {
  expect([null, aClosedJob(), aJob()].map((batch) => isForgotten(4, batch))).toEqual([true, true, false]);
});

test("an open job is never deleted", () => {
  expect([isForgotten(null, null), isForgotten(null, null, PERSON)]).toEqual([false, false]);
});

test("an unreadable job is deleted only together with its owner's data", () => {
  const unreadable = { job: null, closedAt: null, batch: null };
  expect(judgeForget(unreadable, AGED)).toBeNull();
  expect(judgeForget(unreadable, PERSON)).toMatchObject({ keepsId: true, cost: null });
});

test("the id of a deleted job is kept only if the job was closed recently", () => {
  const keepsId = (closedAt: number) => judgeForget({ job, closedAt, batch: null }, AGED)?.keepsId;
  expect([keepsId(4), keepsId(5)]).toEqual([false, true]);
});

const costOf = (one: Job, how: typeof AGED) => judgeForget({ job: one, closedAt: 5, batch: null }, how)?.cost;

test("the cost of an old job, if any, is kept when the job is deleted", () => {
  const free = aClosedJob({ state: aClosed(aNotStarted("withdrawn")) });
  expect(costOf(job, AGED)).toMatchObject({ jobId: job.id, charged: 95, payer: "mine" });
  expect(costOf(free, AGED)).toBeNull();
});

test("the cost of a job is deleted together with its owner's data", () => {
  expect(costOf(job, PERSON)).toBeNull();
});

test("if a team pays for a job, the job counts toward its owner's daily and monthly spending in that team", () => {
  const usage = { held: 0, charged: 95, refunded: 0, unknown: 0, videos: 1 };
  const partsOn = (day: string) =>
    [day, day.slice(0, 7)].map((period) => ({
      sum: { team: "discord:300000000000000003", period, person: "discord:200000000000000002" },
      usage,
    }));
  expect(partsOfJob({ ...job, team: aTeam })).toEqual(partsOn(new Date(job.acceptedAt).toISOString().slice(0, 10)));
  expect(partsOfJob({ ...job, team: aTeam, countsAt: Date.UTC(2026, 11, 2) })).toEqual(partsOn("2026-12-02"));
  const withdrawn = aClosed(aNotStarted("withdrawn"));
  expect(partsOfJob({ ...job, team: aTeam, state: withdrawn })).toEqual([]);
  expect(partsOfJob(job)).toEqual([]);
});

test.for([
  ["December on if costs are kept from the first moment of December on", Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 1)],
  [
    "November on if costs are kept from the last moment of November on",
    Date.UTC(2026, 11, 1) - 1,
    Date.UTC(2026, 10, 1),
  ],
  [
    "December 9999 on if costs are kept only from a date after December 9999 on",
    Number.MAX_SAFE_INTEGER,
    Date.UTC(9999, 11, 1),
  ],
] as const)("monthly spending totals are kept from %s", ([, ledger, month]) => {
  expect(firstMonthKept(ledger)).toBe(month);
});

test("the stored cost of a deleted job names a team only if a team paid", () => {
  expect(storedCostOf({ ...job, team: aTeam })).toMatchObject({ payer: "team", team: aTeam });
  expect(storedCostOf(job)).not.toHaveProperty("team");
});

test("a job has a cost only if its video was charged or may have been charged", () => {
  const withOutcome = (outcome: Outcome) => hasCost(aClosedJob({ state: aClosed(outcome) }));
  const costs = [aFailed(), anUnknown(), aNotStarted("withdrawn")].map(withOutcome);
  expect(costs).toEqual([true, true, false]);
});

test("the cost of a deleted job still counts toward its owner's daily and monthly spending if a team paid", () => {
  const cost = storedCostOf({ ...job, team: aTeam });
  const { team: _, ...own } = cost;
  expect(partsOfCost(anOwner("1"), own)).toEqual([]);
  expect(partsOfCost(job.owner, cost)).toEqual(partsOfJob({ ...job, team: aTeam }));
  const later = { ...job, team: aTeam, countsAt: Date.UTC(2026, 11, 2) };
  expect(partsOfCost(job.owner, storedCostOf(later))).toEqual(partsOfJob(later));
});
