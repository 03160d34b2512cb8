import fc from "fast-check";
import { expect, test } from "vitest";
import { ownerFromName } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import {
  bookAll,
  booked,
  bookingsOf,
  bookingsTo,
  countsIn,
  deletedName,
  isDeletedName,
  teamRefusal,
} from "../../../src/core/team/spending.ts";
import { noUsage, type TeamUsage, usageOf } from "../../../src/core/team/usage.ts";
import { aJob, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { addUsage, inBoth } from "../../fakes/teams.ts";

const team = { platform: "discord", teamId: "3" } as const;
const credits = fc.constantFrom(0, 0.1, 95, 143, 205.5);
const usage: fc.Arbitrary<TeamUsage> = fc.record({
  held: credits,
  charged: credits,
  refunded: credits,
  unknown: credits,
  videos: fc.constantFrom(0, 1),
});

test("each job that a team pays for is added to the daily and monthly spending of the team and of the owner", () => {
  const person = "discord:200000000000000002";
  const periods = (job: Job) => countsIn(job).map((sum) => [sum.team, sum.period, sum.person]);
  const sums = (day: string, month: string) =>
    [day, month].flatMap((period) => ["all", person].map((whose) => ["discord:3", period, whose]));
  expect(periods(aJob({ team }))).toEqual(sums(new Date(TEST_START).toISOString().slice(0, 10), "2026-11"));
  expect(periods(aJob({ team, countsAt: Date.UTC(2026, 11, 1) }))).toEqual(sums("2026-12-01", "2026-12"));
  expect(countsIn(aJob())).toEqual([]);
  expect(bookingsOf(noUsage, aJob())).toEqual([]);
});

test("a team pays for a job only if the team has rules and the job exceeds no cap", () => {
  const spending = { taken: inBoth({ team: { ...noUsage, charged: 205 }, person: noUsage }) };
  const rules = { ...noRules, teamMonth: 300 };
  expect(teamRefusal({ rules: null, ...spending }, aJob())).toBe("no_rules");
  expect(teamRefusal({ rules, ...spending }, aJob())).toBeNull();
  expect(teamRefusal({ rules, ...spending }, aJob({ price: 96 }))).toBe("team_month");
});

test("the spending totals change only if a job's credits change", () => {
  const running = aJob({ team, state: aRunning() });
  expect(bookingsOf(usageOf(running), { ...running, dueAt: TEST_START + 9 })).toEqual([]);
  const [all] = bookingsOf(usageOf(aJob({ team })), running);
  expect(all).toMatchObject({ person: "all", before: { held: 95 }, after: { held: 0, charged: 95 } });
});

test("a spending total equals the credits of its jobs, and is removed when it reaches zero", () => {
  fc.assert(
    fc.property(fc.array(fc.array(usage, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (jobs) => {
      let sum: TeamUsage | null = null;
      for (const steps of jobs)
        for (const [nth, after] of steps.entries()) sum = booked(sum, { before: steps[nth - 1] ?? noUsage, after });
      const last = jobs.map((steps) => steps.at(-1) ?? noUsage);
      const all = last.reduce(addUsage, noUsage);
      for (const part of ["held", "charged", "refunded", "unknown", "videos"] as const)
        expect((sum ?? noUsage)[part]).toBeCloseTo(all[part], 6);
      for (const before of last) sum = booked(sum, { before, after: noUsage });
      expect(sum).toBeNull();
    }),
  );
});

test("the spending of a deleted person is moved to a total without the person's id", () => {
  const spent = { ...noUsage, charged: 95, videos: 1 };
  const sum = { team: "discord:3", period: "2026-11", person: "discord:1" };
  const [theirs, nobodys] = bookingsTo((one) => ({ ...one, person: "deleted:7" }), [{ sum, usage: spent }]);
  if (!theirs || !nobodys) throw new Error("nothing is booked");
  expect([theirs, nobodys]).toMatchObject([sum, { ...sum, person: "deleted:7" }]);
  expect(booked(addUsage(spent, spent), theirs)).toEqual(spent);
  expect([booked(spent, theirs), booked(null, theirs)]).toEqual([null, null]);
  expect([booked(null, nobodys), booked(spent, nobodys)]).toEqual([spent, addUsage(spent, spent)]);
});

test("the placeholder name for a deleted person's spending cannot be mistaken for a person's name", () => {
  expect(ownerFromName(deletedName("7"))).toBeNull();
  expect([deletedName("7"), "all", "discord:1"].map(isDeletedName)).toEqual([true, false, false]);
});

test("several changes of the same spending total are applied together after a single read of the total", () => {
  const sum = { team: "discord:3", period: "2026-11", person: "all" };
  const charged = (credits: number) => ({ ...noUsage, charged: credits, videos: 1 });
  const asked: string[] = [];
  const present = ({ person }: { readonly person: string }) => {
    asked.push(person);
    return person === "all" ? charged(10) : null;
  };
  const bookings = [
    { ...sum, before: noUsage, after: charged(95) },
    { ...sum, person: "discord:1", before: noUsage, after: charged(95) },
    { ...sum, before: noUsage, after: charged(5) },
  ];
  expect(bookAll(bookings, present)).toMatchObject([
    { sum, usage: { charged: 110, videos: 3 } },
    { sum: { ...sum, person: "discord:1" }, usage: { charged: 95, videos: 1 } },
  ]);
  expect(asked).toEqual(["all", "discord:1"]);
  expect(bookAll([{ ...sum, before: charged(10), after: noUsage }], present)).toMatchObject([{ usage: null }]);
});
