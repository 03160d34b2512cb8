import { describe, expect, test } from "vitest";
import type { Job, Outcome } from "../../src/core/job/job.ts";
import { emptyAccount } from "../../src/core/team/account.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { aJob, aJobId, anAnnouncing, aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { aTeam, aTeamJob, bob, type TeamWorld } from "./team-store.ts";

const cannotTell: Outcome = { kind: "unknown", taskId: null, atMost: 95 };
const closed = { status: "closed", told: true, closedAt: TEST_START + 5, outcome: cannotTell } as const;
const at = TEST_START + 1_000;
const asCharged = { isCharged: true, by: "7", at };
const asFree = { isCharged: false, by: "8", at: at + 1 };
const MONTH = "2026-11";

/** What every store promises of videos that may have cost a team's credits; `inWorld` gives an empty one. */
export function teamSettlingContract(
  name: string,
  inWorld: (claim: (world: TeamWorld) => Promise<void>) => Promise<void>,
) {
  describe(`${name}, of what a team's managers settle`, () => {
    /** The videos of these numbers, whose cost is in doubt. */
    const settlingTest = (title: string, jobs: readonly Job[], claim: (world: TeamWorld) => Promise<void>) =>
      test(title, () =>
        inWorld(async (world) => {
          await world.teams.saveRules(aTeam, { ...noRules, teamMonth: 2 * 95 }, 0);
          for (const job of jobs) {
            expect(await world.jobs.insert(job)).toBe("inserted");
            await world.jobs.save({ ...job, state: anAnnouncing(cannotTell) }, 1);
          }
          await claim(world);
        }),
      );
    const one = aTeamJob(1);
    const other = aTeamJob(2, { owner: bob, acceptedAt: TEST_START + 1 });

    settlingTest("what nobody knows the cost of is listed, newest first", [one, other], async ({ jobs, teams }) => {
      await jobs.save(aTeamJob(1, { state: closed }), 2);
      expect(await teams.perhaps(aTeam, MONTH)).toEqual([
        { jobId: other.id, userId: "2", credits: 95, acceptedAt: TEST_START + 1 },
        { jobId: one.id, userId: "1", credits: 95, acceptedAt: TEST_START },
      ]);
      expect(await teams.perhaps(aTeam, "2026-10")).toEqual([]);
      expect(await teams.perhaps({ ...aTeam, teamId: "4" }, MONTH)).toEqual([]);
    });

    settlingTest("25 are listed at most", [], async ({ jobs, teams }) => {
      await teams.saveRules(aTeam, noRules, 1);
      const many = Array.from({ length: 30 }, (_, n) => aTeamJob(n, { acceptedAt: TEST_START + n }));
      for (const job of many) await jobs.insert({ ...job, state: anAnnouncing(cannotTell) });
      const listed = await teams.perhaps(aTeam, MONTH);
      expect(listed.map(({ acceptedAt }) => acceptedAt - TEST_START)).toEqual(
        Array.from({ length: 25 }, (_, n) => 29 - n),
      );
    });

    test.for([
      ["charged", asCharged, { ...emptyAccount, charged: 95, videos: 1 }],
      ["not charged", asFree, { ...emptyAccount, videos: 1 }],
    ] as const)("settled as %s, it counts so, and no later save takes that back", ([, how, counts]) =>
      inWorld(async ({ jobs, teams }) => {
        await teams.saveRules(aTeam, noRules, 0);
        await jobs.insert(one);
        await jobs.save(aTeamJob(1, { state: anAnnouncing(cannotTell) }), 1);
        expect(await teams.settle(aTeam, one.id, how)).toEqual({ kind: "settled", credits: 95, ...how });
        expect(await teams.month(aTeam, MONTH)).toEqual({ all: counts, people: new Map([["1", counts]]) });
        expect(await jobs.save(aTeamJob(1, { state: closed }), 2)).toBe(true);
        expect(await teams.monthOf(aTeam, MONTH, "1")).toEqual({ all: counts, person: counts });
        expect(await teams.perhaps(aTeam, MONTH)).toEqual([]);
      }),
    );

    settlingTest("settled as not charged, it leaves its place under the cap", [one, other], async ({ jobs, teams }) => {
      expect(await jobs.insert(aTeamJob(3))).toBe("team_month");
      await teams.settle(aTeam, one.id, asCharged);
      expect(await jobs.insert(aTeamJob(3))).toBe("team_month");
      await teams.settle(aTeam, other.id, asFree);
      expect(await jobs.insert(aTeamJob(3))).toBe("inserted");
      expect(await jobs.insert(aTeamJob(4))).toBe("team_month");
    });

    settlingTest("the first word counts, and whoever comes later is told of it", [one], async ({ teams }) => {
      const answers = await Promise.all([
        teams.settle(aTeam, one.id, asCharged),
        teams.settle(aTeam, one.id, asFree),
        teams.settle(aTeam, one.id, { ...asCharged, by: "9" }),
      ]);
      expect(answers.map((answer) => answer?.kind)).toEqual(["settled", "already", "already"]);
      expect(answers[1]).toEqual({ kind: "already", credits: 95, ...asCharged });
      expect((await teams.month(aTeam, MONTH)).all).toEqual({ ...emptyAccount, charged: 95, videos: 1 });
    });

    settlingTest("only what is in doubt, and only its own team's, can be settled", [one], async ({ jobs, teams }) => {
      await jobs.insert(aTeamJob(5));
      for (const id of [aJobId(5), aJobId(6)]) expect(await teams.settle(aTeam, id, asCharged)).toBeNull();
      const slack = { platform: "slack", teamId: "T1" } as const;
      await teams.saveRules(slack, noRules, 0);
      await jobs.insert(aJob({ id: aJobId(7), owner: aSlackOwner("U1", "T1"), team: slack }));
      expect(await teams.settle(slack, one.id, asFree)).toBeNull();
      expect((await teams.month(aTeam, MONTH)).all).toEqual({ ...emptyAccount, held: 95, unknown: 95, videos: 2 });
    });

    settlingTest("what is settled is forgotten with its month", [one], async ({ jobs, teams }) => {
      await teams.settle(aTeam, one.id, asCharged);
      await jobs.save(aTeamJob(1, { state: closed }), 2);
      await jobs.forget({ jobs: TEST_START * 2, ids: 0, ledger: TEST_START });
      expect((await teams.month(aTeam, MONTH)).all).toMatchObject({ charged: 95 });
      expect(await teams.settle(aTeam, one.id, asFree)).toMatchObject({ kind: "already", by: "7" });
      await jobs.forget({ jobs: 0, ids: 0, ledger: Date.UTC(2026, 11, 1) });
      expect(await teams.month(aTeam, MONTH)).toEqual({ all: emptyAccount, people: new Map() });
      expect(await teams.settle(aTeam, one.id, asFree)).toBeNull();
    });
  });
}
