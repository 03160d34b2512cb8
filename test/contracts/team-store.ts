import { describe, expect, test } from "vitest";
import type { Team } from "../../src/core/job/ids.ts";
import type { Job, Outcome } from "../../src/core/job/job.ts";
import type { JobStore } from "../../src/core/ports.ts";
import { emptyAccount } from "../../src/core/team/account.ts";
import { noRules, type TeamRules } from "../../src/core/team/rules.ts";
import type { TeamStore } from "../../src/core/team/team-storage.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, anOwner, aRunning, aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { fullRules } from "./full-rules.ts";

/** An empty store of jobs, with the teams that pay for them. */
export interface TeamWorld {
  readonly jobs: JobStore;
  readonly teams: TeamStore;
}

export const aTeam: Team = { platform: "discord", teamId: "300000000000000003" };
export const ada = anOwner("1");
export const bob = anOwner("2");
const DAY_MS = 86_400_000;

/** The nth job of a test that the team pays for. */
export function aTeamJob(n: number, overrides: Partial<Job> = {}): Job {
  return aJob({ id: aJobId(n), owner: ada, team: aTeam, ...overrides });
}

const everybody: TeamRules = { ...noRules, isForEveryone: true };
const failed: Outcome = { kind: "failed", taskId: "task-1", refunded: 95, creditsAreExact: true };
const refused: Outcome = { kind: "refused", refusal: { kind: "no_credits" } };
const notStarted: Outcome = { kind: "not_started", why: "too_old" };
const cannotTell: Outcome = { kind: "unknown", taskId: null, atMost: 95 };
const held = { ...emptyAccount, held: 95, videos: 1 };

/** What every store of teams promises; `inWorld` gives an empty one. */
export function teamStoreContract(
  name: string,
  inWorld: (claim: (world: TeamWorld) => Promise<void>) => Promise<void>,
) {
  describe(`${name} as a store of teams`, () => {
    const teamTest = (title: string, rules: Partial<TeamRules>, claim: (world: TeamWorld) => Promise<void>) =>
      test(title, () =>
        inWorld(async (world) => {
          await world.teams.saveRules(aTeam, { ...everybody, ...rules }, 0);
          await claim(world);
        }),
      );

    test("rules are saved over those they were made of, and over no others", () =>
      inWorld(async ({ teams }) => {
        expect(await teams.rules(aTeam)).toBeNull();
        expect(await teams.saveRules(aTeam, everybody, 1)).toBe(false);
        const answers = await Promise.all(
          [1, 2, 3].map((teamMonth) => teams.saveRules(aTeam, { ...everybody, teamMonth }, 0)),
        );
        expect(answers).toEqual([true, false, false]);
        expect(await teams.rules(aTeam)).toEqual({ rules: { ...everybody, teamMonth: 1 }, version: 1 });
        expect(await teams.saveRules(aTeam, fullRules, 1)).toBe(true);
        expect(await teams.saveRules(aTeam, everybody, 1)).toBe(false);
        expect(await teams.rules(aTeam)).toEqual({ rules: fullRules, version: 2 });
        expect(await teams.rules({ ...aTeam, platform: "slack" })).toBeNull();
      }));

    teamTest("where the rules are forgotten, nothing is paid for, and what was stays", {}, async ({ jobs, teams }) => {
      await jobs.insert(aTeamJob(1));
      await teams.forget(aTeam);
      expect(await teams.rules(aTeam)).toBeNull();
      expect(await jobs.insert(aTeamJob(2))).toBe("no_rules");
      expect(await jobs.load(aJobId(2))).toBeNull();
      expect((await teams.month(aTeam, "2026-11")).all).toEqual(held);
      expect(await teams.saveRules(aTeam, everybody, 0)).toBe(true);
      expect(await jobs.insert(aTeamJob(2))).toBe("inserted");
    });

    teamTest("a job that its person pays for is in no team's month", {}, async ({ jobs, teams }) => {
      expect(await jobs.insert(aJob({ state: aRunning() }))).toBe("inserted");
      expect(await teams.month(aTeam, "2026-11")).toEqual({ all: emptyAccount, people: new Map() });
      expect(await teams.openJobs(aTeam)).toEqual([]);
    });

    const submitting: Job["state"] = { status: "submitting", since: TEST_START, attempts: 1, answer: null };
    const closed = { status: "closed", told: true, closedAt: TEST_START } as const;
    test.for<[string, Job["state"], object]>([
      ["accepted", aJob().state, held],
      ["submitting", submitting, held],
      ["running", aRunning({ credits: 105.5 }), { ...emptyAccount, charged: 105.5, videos: 1 }],
      ["succeeded", aClosedJob().state, { ...emptyAccount, charged: 95, videos: 1 }],
      ["failed", anAnnouncing(failed), { ...emptyAccount, charged: 95, refunded: 95, videos: 1 }],
      ["refused", anAnnouncing(refused), emptyAccount],
      ["not started", { ...closed, outcome: notStarted }, emptyAccount],
      ["cannot tell", { ...closed, outcome: cannotTell }, { ...emptyAccount, unknown: 95, videos: 1 }],
    ])("what a team's job takes when it is %s", ([, state, takes]) =>
      inWorld(async ({ jobs, teams }) => {
        await teams.saveRules(aTeam, everybody, 0);
        await jobs.insert(aTeamJob(1));
        expect((await teams.monthOf(aTeam, "2026-11", "1")).person).toEqual(held);
        expect(await jobs.save(aTeamJob(1, { state }), 1)).toBe(true);
        expect(await jobs.save(aTeamJob(1, { state, dueAt: TEST_START + 1 }), 2)).toBe(true);
        expect((await teams.monthOf(aTeam, "2026-11", "1")).person).toEqual(takes);
        expect((await teams.month(aTeam, "2026-11")).all).toEqual(takes);
        expect(await jobs.ledger(ada, "2026-11")).toMatchObject({ charged: Object(takes).charged });
      }),
    );

    teamTest("a save that came too late changes no sum", {}, async ({ jobs, teams }) => {
      await jobs.insert(aTeamJob(1));
      expect(await jobs.save(aTeamJob(1, { state: aRunning() }), 7)).toBe(false);
      expect(await jobs.insert(aTeamJob(1, { state: aRunning() }))).toBe("exists");
      expect((await teams.month(aTeam, "2026-11")).all).toEqual(held);
    });

    teamTest(
      "what comes back goes to the month of acceptance, in UTC to the millisecond",
      {},
      async ({ jobs, teams }) => {
        const last = aTeamJob(1, { acceptedAt: Date.UTC(2026, 11, 1) - 1, owner: bob });
        const first = aTeamJob(2, { acceptedAt: Date.UTC(2026, 11, 1) });
        for (const job of [last, first]) await jobs.insert(job);
        await jobs.save({ ...last, state: anAnnouncing(failed, { settledAt: Date.UTC(2026, 11, 2) }) }, 1);
        const returned = { ...emptyAccount, charged: 95, refunded: 95, videos: 1 };
        expect(await teams.month(aTeam, "2026-11")).toEqual({ all: returned, people: new Map([["2", returned]]) });
        expect(await teams.month(aTeam, "2026-12")).toEqual({ all: held, people: new Map([["1", held]]) });
        expect(await teams.monthOf(aTeam, "2026-12", "2")).toEqual({ all: held, person: emptyAccount });
      },
    );

    teamTest(
      "of many at once, and one by one, as many are taken as the team's cap has room for",
      { teamMonth: 7 * 95 + 94 },
      async ({ jobs, teams }) => {
        const burst = Array.from({ length: 200 }, (_, n) => aTeamJob(n, { owner: anOwner(String(n % 9)) }));
        const answers = await Promise.all(burst.map((job) => jobs.insert(job)));
        expect(answers.filter((answer) => answer === "inserted")).toHaveLength(7);
        expect(answers.filter((answer) => answer === "team_month")).toHaveLength(193);
        expect((await teams.month(aTeam, "2026-11")).all).toEqual({ ...emptyAccount, held: 665, videos: 7 });
        expect(await jobs.insert(aTeamJob(500))).toBe("team_month");
        expect(await jobs.load(aJobId(500))).toBeNull();
        expect(await jobs.insert(aTeamJob(501, { acceptedAt: Date.UTC(2026, 11, 1) }))).toBe("inserted");
      },
    );

    teamTest(
      "a person's cap holds for each of them, and the team's is judged first",
      { teamMonth: 4 * 95, personMonth: 2 * 95 },
      async ({ jobs }) => {
        const insert = (n: number, owner: Job["owner"]) => jobs.insert(aTeamJob(n, { owner }));
        expect([await insert(1, ada), await insert(2, ada), await insert(3, ada)]).toEqual([
          "inserted",
          "inserted",
          "person_month",
        ]);
        expect([await insert(4, bob), await insert(5, bob)]).toEqual(["inserted", "inserted"]);
        expect(await insert(6, ada)).toBe("team_month");
        expect(await insert(1, ada)).toBe("exists");
        await jobs.save(aTeamJob(1, { state: anAnnouncing(refused) }), 1);
        expect(await insert(7, ada)).toBe("inserted");
        expect(await jobs.insert(aJob({ id: aJobId(8), owner: ada }))).toBe("inserted");
      },
    );

    teamTest(
      "credits in doubt count against the caps, what came back does not, and more than the price counts as it is",
      { teamMonth: 300 },
      async ({ jobs }) => {
        for (const n of [1, 2]) await jobs.insert(aTeamJob(n));
        await jobs.save(aTeamJob(1, { state: anAnnouncing(cannotTell) }), 1);
        await jobs.save(aTeamJob(2, { state: anAnnouncing(failed) }), 1);
        await jobs.insert(aTeamJob(3));
        await jobs.save(aTeamJob(3, { state: aRunning({ credits: 111 }) }), 1);
        expect(await jobs.insert(aTeamJob(4))).toBe("team_month");
        expect(await jobs.insert(aTeamJob(5, { price: 94 }))).toBe("inserted");
      },
    );

    teamTest(
      "caps that change count from the next job on, and touch none under way",
      { teamMonth: 500 },
      async ({ jobs, teams }) => {
        for (const n of [1, 2]) await jobs.insert(aTeamJob(n));
        await teams.saveRules(aTeam, { ...everybody, teamMonth: 100 }, 1);
        expect(await jobs.insert(aTeamJob(3))).toBe("team_month");
        expect(await jobs.save(aTeamJob(1, { state: aRunning() }), 1)).toBe(true);
        await teams.saveRules(aTeam, everybody, 2);
        expect(await jobs.insert(aTeamJob(3))).toBe("inserted");
      },
    );

    teamTest("a team's jobs count for that team alone", { teamMonth: 95 }, async ({ jobs, teams }) => {
      const slack: Team = { platform: "slack", teamId: "T0000000001" };
      await teams.saveRules(slack, { ...everybody, personMonth: 95 }, 0);
      const theirs = (n: number) => aJob({ id: aJobId(n), owner: aSlackOwner("U1", slack.teamId), team: slack });
      expect(await jobs.insert(aTeamJob(1))).toBe("inserted");
      expect([await jobs.insert(theirs(2)), await jobs.insert(theirs(3))]).toEqual(["inserted", "person_month"]);
      expect(await teams.month(slack, "2026-11")).toEqual({ all: held, people: new Map([["U1", held]]) });
      expect((await teams.openJobs(slack)).map(({ id }) => id)).toEqual([aJobId(2)]);
    });

    teamTest("a team's open jobs come oldest first, until they are closed", {}, async ({ jobs, teams }) => {
      for (const n of [3, 1, 2]) await jobs.insert(aTeamJob(n, { acceptedAt: TEST_START + n }));
      expect((await teams.openJobs(aTeam)).map(({ acceptedAt }) => acceptedAt - TEST_START)).toEqual([1, 2, 3]);
      await jobs.save(aTeamJob(2, { ...aClosedJob(), id: aJobId(2), team: aTeam }), 1);
      expect(await teams.openJobs(aTeam)).toHaveLength(2);
    });

    teamTest(
      "forgotten jobs still count, until the ledger of their whole month is forgotten",
      {},
      async ({ jobs, teams }) => {
        await jobs.insert(aTeamJob(1));
        await jobs.save({ ...aClosedJob(), id: aJobId(1), owner: ada, team: aTeam }, 1);
        const charged = { ...emptyAccount, charged: 95, videos: 1 };
        await jobs.forget({ jobs: TEST_START * 2, ids: 0, ledger: Date.UTC(2026, 11, 1) - 1 });
        expect(await jobs.load(aJobId(1))).toBeNull();
        expect((await teams.month(aTeam, "2026-11")).all).toEqual(charged);
        await jobs.forget({ jobs: 0, ids: 0, ledger: Date.UTC(2026, 11, 1) });
        expect(await teams.month(aTeam, "2026-11")).toEqual({ all: emptyAccount, people: new Map() });
        await jobs.forget({ jobs: 0, ids: 0, ledger: TEST_START + 999 * DAY_MS });
      },
    );
  });
}
