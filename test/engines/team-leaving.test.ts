import { expect, test } from "vitest";
import { emptyAccount } from "../../src/core/team/account.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { aClosedJob, aJob, aJobId, aRunning, TEST_START } from "../fakes/jobs.ts";
import { ada, anEntry, aTeam, aTeamJob, bob } from "../fakes/teams.ts";
import { type StoresWorld, storesWorld, teamTest } from "./stores-world.ts";

const held = { ...emptyAccount, held: 95, videos: 1 };
const closed = (n: number) => aTeamJob(n, { ...aClosedJob(), id: aJobId(n), owner: ada, team: aTeam });

const inWorld = (claim: (world: StoresWorld) => Promise<void>) => claim(storesWorld());

teamTest("a person's costs say whose key paid", { personMonth: 3 * 95 }, async ({ jobs, personal }) => {
  await jobs.insert(aJob({ id: aJobId(1), owner: ada, state: aRunning() }));
  await jobs.insert(aTeamJob(2, { state: aRunning(), acceptedAt: TEST_START + 1 }));
  await jobs.insert(aTeamJob(3));
  const costs = [];
  for await (const { jobId, payer, charged } of personal.costs(ada)) costs.push([jobId, payer, charged]);
  expect(costs).toEqual([
    [aJobId(2), "team", 95],
    [aJobId(1), "mine", 95],
  ]);
});

teamTest(
  "what a manager did stays in the audit without their id, and what they do later has it",
  { personMonth: 3 * 95 },
  async (world) => {
    const { teams, personal, stored } = world;
    const other = { platform: "discord", teamId: "4" } as const;
    await teams.noteAct(aTeam, anEntry(1, { by: "1", did: "approved", job: aJobId(1) }));
    await teams.noteAct(aTeam, anEntry(2, { by: "2" }));
    await teams.noteAct(other, anEntry(3, { by: "1", did: "house", changed: ["words"] }));
    const { by: _, ...house } = anEntry(3, { did: "house", changed: ["words"] });
    const { by: __, ...approved } = anEntry(1, { did: "approved", job: aJobId(1) });
    expect(await personal.acts(ada)).toEqual([
      { team: other, ...house },
      { team: aTeam, ...approved },
    ]);
    await personal.forget(ada, TEST_START + 2);
    expect((await teams.audit(aTeam)).map(({ by }) => by)).toEqual(["2", null]);
    expect(await personal.acts(ada)).toEqual([{ team: other, ...house }]);
    await personal.forget(ada, TEST_START + 3);
    expect(await stored()).not.toMatch(/discord:1\b/);
    expect((await teams.audit(other)).map(({ did, by }) => [did, by])).toEqual([["house", null]]);
    expect(await personal.acts(bob)).toHaveLength(1);
    await teams.noteAct(aTeam, anEntry(9, { by: "1" }));
    expect(await personal.acts(ada)).toHaveLength(1);
  },
);

const MONTH = "2026-11";

test("their name is gone, and what they spent still counts against the team's cap, but not against their own", () =>
  inWorld(async ({ jobs, teams, personal, stored }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 3 * 95, personMonth: 95 }, 0);
    await jobs.insert(aTeamJob(1));
    await jobs.save(closed(1), 1);
    await jobs.insert(aTeamJob(2, { owner: bob }));
    expect(await stored()).toContain("discord:1");
    expect(await personal.forget(ada, TEST_START)).toBe(0);
    expect(await stored()).not.toContain("discord:1");
    const all = { ...emptyAccount, held: 95, charged: 95, videos: 2 };
    expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map([["2", held]]) });
    expect(await teams.monthOf(aTeam, MONTH, "1")).toEqual({ all, person: emptyAccount });
    expect(await jobs.insert(aTeamJob(3))).toBe("inserted");
    expect(await jobs.insert(aTeamJob(4))).toBe("team_month");
  }));

test("what is under way stays theirs until it has ended, and what came later stays theirs", () =>
  inWorld(async ({ jobs, teams, personal }) => {
    await teams.saveRules(aTeam, noRules, 0);
    await jobs.insert(aTeamJob(1));
    await jobs.save(aTeamJob(1, { state: aRunning() }), 1);
    await jobs.insert(aTeamJob(2, { acceptedAt: TEST_START + 1 }));
    expect(await personal.forget(ada, TEST_START)).toBe(1);
    const all = { ...emptyAccount, held: 95, charged: 95, videos: 2 };
    expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map([["1", all]]) });
    expect((await personal.tally(ada)).costs).toBe(1);
    await jobs.save(closed(1), 2);
    expect(await personal.forget(ada, TEST_START)).toBe(0);
    expect((await personal.tally(ada)).costs).toBe(0);
    expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map([["1", held]]) });
    await jobs.save({ ...aTeamJob(2, { acceptedAt: TEST_START + 1 }), state: closed(2).state }, 1);
    expect(await personal.forget(ada, TEST_START + 1)).toBe(0);
    expect(await teams.month(aTeam, MONTH)).toEqual({
      all: { ...emptyAccount, charged: 190, videos: 2 },
      people: new Map(),
    });
  }));

test("what is left of videos that were forgotten before them goes too", () =>
  inWorld(async ({ jobs, teams, personal, stored }) => {
    await teams.saveRules(aTeam, noRules, 0);
    for (const n of [1, 2]) await jobs.insert(closed(n));
    await jobs.forget({ jobs: TEST_START * 2, ids: 0, ledger: 0 });
    await personal.forget(ada, TEST_START);
    await personal.forget(ada, TEST_START);
    expect(await stored()).not.toContain("discord:1");
    const all = { ...emptyAccount, charged: 190, videos: 2 };
    expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map() });
  }));
