import fc from "fast-check";
import { expect, test } from "vitest";
import type { Team } from "../../../src/core/job/ids.ts";
import type { Waiting } from "../../../src/core/job/job.ts";
import {
  accountOf,
  capPassed,
  emptyAccount,
  leftOf,
  monthAfter,
  monthBefore,
  usedOf,
} from "../../../src/core/team/account.ts";
import { aJob, anAnnouncing, aWaiting, TEST_START } from "../../fakes/jobs.ts";
import { everyJob } from "../../messages/every-job.ts";
import { anyLife, turnsOf } from "../job/job-events.ts";

const team: Team = { platform: "discord", teamId: "300000000000000003" };

test("a job that its person pays for takes nothing of a team's", () => {
  for (const job of everyJob) expect(accountOf(job)).toEqual(emptyAccount);
});

test("a team's job counts its price until the service has answered, then the service's charge", () => {
  const taken = (status: string) =>
    everyJob.filter(({ state }) => state.status === status).map((job) => ({ ...job, team }));
  const early = [...taken("accepted"), ...taken("submitting")];
  expect(early.length).toBeGreaterThan(1);
  for (const job of early) expect(accountOf(job)).toEqual({ ...emptyAccount, held: job.price, videos: 1 });
  for (const job of taken("running"))
    expect(accountOf(job)).toMatchObject({
      held: 0,
      charged: job.state.status === "running" && job.state.credits,
      videos: 1,
    });
  const outcome = { kind: "unknown", taskId: null, atMost: 95 } as const;
  expect(accountOf({ ...aJob(), team, state: anAnnouncing(outcome) })).toMatchObject({ unknown: 95, videos: 1 });
});

test("whatever happens to a team's job, it takes no more than its price or what the service charged, and nothing is held at its end", () => {
  fc.assert(
    fc.property(anyLife, (life) => {
      for (const { after: job } of turnsOf(life, { ...aJob(), team }, TEST_START)) {
        const account = accountOf(job);
        expect(usedOf(account)).toBeGreaterThanOrEqual(0);
        expect(usedOf(account)).toBeLessThanOrEqual(Math.max(job.price, account.charged));
        // It is held, charged or in doubt: one of them.
        expect([account.held, account.charged, account.unknown].filter((part) => part > 0).length).toBeLessThanOrEqual(
          1,
        );
        if ("outcome" in job.state) expect(account.held).toBe(0);
      }
    }),
  );
});

const spent = (charged: number) => ({ ...emptyAccount, charged });

const rules = { teamMonth: 1_000, personMonth: 500, askAbove: 143 };
const noCaps = { teamMonth: null, personMonth: null, askAbove: null };

test.for([
  ["no cap", noCaps, [9_000, 9_000], null],
  ["what just fits", { ...rules, askAbove: 205 }, [795, 295], null],
  ["a credit over the team's", rules, [796, 0], "team_month"],
  ["a credit over the person's", rules, [700, 296], "person_month"],
  ["over both: the team's is said", rules, [900, 400], "team_month"],
  ["a price above what needs no approval", rules, [0, 0], "ask_above"],
  ["an approval for each video", { ...noCaps, askAbove: 0 }, [0, 0], "ask_above"],
] as const)("a video for 205 credits and %s", ([, set, [ofTeam, ofPerson], passed]) => {
  const accounts = { team: spent(ofTeam), person: spent(ofPerson) };
  expect(capPassed(set, accounts, { price: 205 })).toBe(passed);
});

test.for([
  ["a person's cap and the price that is asked about", [700, 500], null],
  ["no team's cap", [796, 0], "team_month"],
] as const)("an approval lifts %s", ([, [ofTeam, ofPerson], passed]) => {
  const approval = { because: "person_month", askedAt: TEST_START, decision: null } as const;
  const accounts = { team: spent(ofTeam), person: spent(ofPerson) };
  expect(capPassed(rules, accounts, { price: 205, approval })).toBe(passed);
});

test("nothing is held while an approval is asked for, and the price while a turn is waited for", () => {
  const held = (cause: Waiting["for"]) => accountOf({ ...aJob(), team, state: aWaiting({ for: cause }) });
  expect(held("approval")).toEqual(emptyAccount);
  expect(held("turn")).toEqual({ ...emptyAccount, held: aJob().price, videos: 1 });
});

test("held credits and doubts count against a cap, and what came back does not", () => {
  const account = { held: 95, charged: 300, refunded: 205, unknown: 143, videos: 4 };
  expect(usedOf(account)).toBe(333);
  expect(leftOf(1_000, account)).toBe(667);
  expect(leftOf(100, account)).toBe(0);
  expect(leftOf(null, account)).toBeNull();
});

test("one month follows another, over the end of a year as well", () => {
  expect([monthAfter("2026-11"), monthAfter("2026-12")]).toEqual([Date.UTC(2026, 11, 1), Date.UTC(2027, 0, 1)]);
  expect([monthBefore("2026-11"), monthBefore("2027-01")]).toEqual(["2026-10", "2026-12"]);
});
