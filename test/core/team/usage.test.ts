import fc from "fast-check";
import { expect, test } from "vitest";
import type { Team } from "../../../src/core/job/ids.ts";
import type { Waiting } from "../../../src/core/job/job.ts";
import {
  capPassed,
  endOf,
  leftOf,
  leftUnder,
  monthBefore,
  noUsage,
  usageOf,
  usedOf,
} from "../../../src/core/team/usage.ts";
import { aJob, anAnnouncing, anUnknown, aWaiting, TEST_START } from "../../fakes/jobs.ts";
import { inBoth } from "../../fakes/teams.ts";
import { everyJob } from "../../messages/every-job.ts";
import { anyLife, turnsOf } from "../job/job-events.ts";

const team: Team = { platform: "discord", teamId: "300000000000000003" };

test("a job that its owner pays for uses none of a team's credits", () => {
  for (const job of everyJob) expect(usageOf(job)).toEqual(noUsage);
});

test("a team's job reserves its price until the service reports a charge", () => {
  const taken = (status: string) =>
    everyJob.filter(({ state }) => state.status === status).map((job) => ({ ...job, team }));
  const early = [...taken("accepted"), ...taken("submitting")];
  expect(early.length).toBeGreaterThan(1);
  for (const job of early) expect(usageOf(job)).toEqual({ ...noUsage, held: job.price, videos: 1 });
  for (const job of taken("running"))
    expect(usageOf(job)).toMatchObject({
      held: 0,
      charged: job.state.status === "running" && job.state.credits,
      videos: 1,
    });
  const outcome = anUnknown();
  expect(usageOf({ ...aJob(), team, state: anAnnouncing(outcome) })).toMatchObject({ unknown: 95, videos: 1 });
});

test("for any sequence of events, a team's job uses no more credits than the higher of its price and its charge", () => {
  fc.assert(
    fc.property(anyLife, (life) => {
      for (const { after: job } of turnsOf(life, { ...aJob(), team }, TEST_START)) {
        const usage = usageOf(job);
        expect(usedOf(usage)).toBeGreaterThanOrEqual(0);
        expect(usedOf(usage)).toBeLessThanOrEqual(Math.max(job.price, usage.charged));
        // The credits are either reserved, charged or uncertain.
        expect([usage.held, usage.charged, usage.unknown].filter((part) => part > 0).length).toBeLessThanOrEqual(1);
        if ("outcome" in job.state) expect(usage.held).toBe(0);
      }
    }),
  );
});

const spent = (charged: number) => ({ ...noUsage, charged });

const noCaps = { teamDay: null, teamMonth: null, personDay: null, personMonth: null, askAbove: null };
const rules = { ...noCaps, teamMonth: 1_000, personMonth: 500, askAbove: 143 };
const ofDay = { ...noCaps, teamDay: 1_000, personDay: 500 };

const capNames = {
  "no cap": null,
  "the team's monthly cap": "team_month",
  "the person's monthly cap": "person_month",
  "the approval limit": "ask_above",
  "the team's daily cap": "team_day",
  "the person's daily cap": "person_day",
} as const;

test.for([
  ["no cap", "no cap is set", noCaps, [9_000, 9_000]],
  ["no cap", "exactly enough credits are left", { ...rules, askAbove: 205 }, [795, 295]],
  ["the team's monthly cap", "the team has one credit too few", rules, [796, 0]],
  ["the person's monthly cap", "the person has one credit too few", rules, [700, 296]],
  ["the team's monthly cap", "the team and the person both have too few credits left", rules, [900, 400]],
  ["the approval limit", "the limit is 143 credits", rules, [0, 0]],
  ["the approval limit", "approval is required for each video", { ...noCaps, askAbove: 0 }, [0, 0]],
  ["no cap", "exactly enough credits are left for the day", ofDay, [795, 295]],
  ["the team's daily cap", "the team has one credit too few for the day", ofDay, [796, 0]],
  ["the person's daily cap", "the person has one credit too few for the day", ofDay, [700, 296]],
  [
    "the team's monthly cap",
    "the team has too few credits left for the day and for the month",
    { ...ofDay, teamMonth: 1_000 },
    [900, 0],
  ],
  [
    "the team's daily cap",
    "the team lacks credits for the day and the person lacks credits for the month",
    { ...ofDay, personMonth: 500 },
    [900, 400],
  ],
] as const)("a video for 205 credits exceeds %s if %s", ([cap, , set, [ofTeam, ofPerson]]) => {
  const taken = inBoth({ team: spent(ofTeam), person: spent(ofPerson) });
  expect(capPassed(set, taken, { price: 205 })).toBe(capNames[cap]);
});

test("a daily cap applies to the credits of one day, and a monthly cap to the whole month", () => {
  const taken = { day: { team: spent(0), person: spent(0) }, month: { team: spent(800), person: spent(400) } };
  expect(capPassed(ofDay, taken, { price: 205 })).toBeNull();
  expect(capPassed({ ...ofDay, personMonth: 500 }, taken, { price: 205 })).toBe("person_month");
  expect(leftUnder({ ...ofDay, teamMonth: 900 }, taken)).toEqual({
    day: { team: 1_000, person: 500 },
    month: { team: 100, person: null },
  });
});

test.for([
  ["overrides a person's cap and the approval limit", [700, 500], null],
  ["does not override a cap of the team", [796, 0], "team_month"],
] as const)("an approval %s", ([, [ofTeam, ofPerson], passed]) => {
  const approval = { because: "person_month", askedAt: TEST_START, decision: null } as const;
  const taken = inBoth({ team: spent(ofTeam), person: spent(ofPerson) });
  expect(capPassed(rules, taken, { price: 205, approval })).toBe(passed);
});

const held = (cause: Waiting["for"]) => usageOf({ ...aJob(), team, state: aWaiting({ for: cause }) });

test("no credits are reserved while an approval is pending", () => {
  expect(held("approval")).toEqual(noUsage);
});

test("the price of a job is reserved while the job waits for its turn", () => {
  expect(held("turn")).toEqual({ ...noUsage, held: aJob().price, videos: 1 });
});

test("reserved and uncertain credits count toward a cap, but refunded credits do not count", () => {
  const usage = { held: 95, charged: 300, refunded: 205, unknown: 143, videos: 4 };
  expect(usedOf(usage)).toBe(333);
  expect(leftOf(1_000, usage)).toBe(667);
  expect(leftOf(100, usage)).toBe(0);
  expect(leftOf(null, usage)).toBeNull();
});

test("days and months end at midnight UTC, also at the end of a year", () => {
  expect([endOf("2026-11"), endOf("2026-12")]).toEqual([Date.UTC(2026, 11, 1), Date.UTC(2027, 0, 1)]);
  expect([endOf("2026-11-28"), endOf("2026-12-31")]).toEqual([Date.UTC(2026, 10, 29), Date.UTC(2027, 0, 1)]);
  expect([monthBefore("2026-11"), monthBefore("2027-01")]).toEqual(["2026-10", "2026-12"]);
});
