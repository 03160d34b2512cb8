import { expect, test } from "vitest";
import { noRules } from "../../src/core/team/rules.ts";
import { noUsage } from "../../src/core/team/usage.ts";
import { parseKeyRing } from "../../src/keys/key-ring.ts";
import { deletedNames } from "../../src/keys/seal.ts";
import {
  aClosed,
  aClosedJob,
  aJob,
  aJobId,
  aNotStarted,
  anApproval,
  aRunning,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { ada, anEntry, aTeam, aTeamJob, bob, inBoth } from "../fakes/teams.ts";
import { valueIn } from "../fakes/value-in.ts";
import { type StoresWorld, storesWorld, teamTest } from "./stores-world.ts";

const held = { ...noUsage, held: 95, videos: 1 };
const closed = (n: number) => aTeamJob(n, { ...aClosedJob(), id: aJobId(n), owner: ada, team: aTeam });

const inWorld = (claim: (world: StoresWorld) => Promise<void>) => claim(storesWorld());

teamTest(
  "the list of a person's costs shows whether the team's or the person's API key paid",
  { personMonth: 3 * 95 },
  async ({ jobs, personal }) => {
    await jobs.insert(aJob({ id: aJobId(1), owner: ada, state: aRunning() }));
    await jobs.insert(aTeamJob(2, { state: aRunning(), acceptedAt: TEST_START + 1 }));
    await jobs.insert(aTeamJob(3));
    const costs = [];
    for await (const { jobId, payer, charged } of personal.costs(ada)) costs.push([jobId, payer, charged]);
    expect(costs).toEqual([
      [aJobId(2), "team", 95],
      [aJobId(1), "mine", 95],
    ]);
  },
);

teamTest(
  "the audit log keeps a manager's actions without the manager's id after the manager's data is deleted",
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

test("a person's spending still counts against the team's and the person's monthly caps after the person's data is deleted", () =>
  inWorld(async ({ jobs, teams, personal, stored }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 5 * 95, personMonth: 2 * 95 }, 0);
    await jobs.insert(aTeamJob(1));
    await jobs.save(closed(1), 1);
    await jobs.insert(aTeamJob(2, { owner: bob }));
    expect(await stored()).toContain("discord:1");
    expect(await personal.forget(ada, TEST_START)).toBe(0);
    expect(await stored()).not.toContain("discord:1");
    const spent = { ...noUsage, charged: 95, videos: 1 };
    const all = { ...spent, held: 95, videos: 2 };
    expect(await teams.spent(aTeam, MONTH)).toEqual({ all, people: new Map([["2", held]]), deleted: [spent] });
    expect(await teams.takenAt(aTeam, TEST_START, "1")).toEqual(inBoth({ team: all, person: spent }));
    expect(await jobs.insert(aTeamJob(3))).toBe("inserted");
    expect(await jobs.insert(aTeamJob(4))).toBe("person_month");
    expect(await jobs.insert(aTeamJob(5, { owner: bob }))).toBe("inserted");
    const { people, deleted } = await teams.spent(aTeam, MONTH);
    expect([people.get("1"), deleted]).toEqual([held, [spent]]);
  }));

test("deleting a person's data repeatedly does not reset the person's monthly cap", () =>
  inWorld(async ({ jobs, teams, personal }) => {
    await teams.saveRules(aTeam, { ...noRules, personMonth: 200 }, 0);
    const answers: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      const answer = await jobs.insert(aTeamJob(n));
      answers.push(answer);
      if (answer === "inserted") await jobs.save(closed(n), 1);
      await personal.forget(ada, TEST_START);
    }
    expect(answers).toEqual(["inserted", "inserted", "person_month", "person_month"]);
    const { person } = (await teams.takenAt(aTeam, TEST_START, "1")).month;
    expect(person).toMatchObject({ charged: 190, videos: 2 });
    expect((await teams.spent(aTeam, MONTH)).deleted).toEqual([person]);
  }));

test("if a person's data is deleted, earlier spending still counts against the person's cap when a waiting video starts", () =>
  inWorld(async ({ jobs, teams, personal }) => {
    await teams.saveRules(aTeam, { ...noRules, personMonth: 100 }, 0);
    await jobs.insert(closed(1));
    await jobs.insert(aTeamJob(2, { state: aWaiting(), approval: anApproval() }));
    await personal.forget(ada, TEST_START);
    const { approval: _, ...withoutApproval } = aTeamJob(2, { approval: anApproval() });
    const capacity = { ofOwner: 9, ofWorkspace: 9, waitingOfOwner: 9 };
    expect(await jobs.admit(withoutApproval, 1, capacity)).toBe("person_month");
  }));

test("a person's spending counts against the cap even if the person's data is deleted while a new video is being accepted", () =>
  inWorld(async ({ rows }) => {
    // Another process deletes data after the month's key was read and before the transaction.
    let between = async () => {};
    const racing = storesWorld({
      ...rows,
      async transact(reads, decide, how) {
        const act = between;
        between = async () => {};
        await act();
        return rows.transact(reads, decide, how);
      },
    });
    await racing.teams.saveRules(aTeam, { ...noRules, personMonth: 95 }, 0);
    await racing.jobs.insert(closed(1));
    between = async () => void (await storesWorld(rows).personal.forget(ada, TEST_START));
    expect(await racing.jobs.insert(aTeamJob(2))).toBe("person_month");
    expect((await racing.teams.spent(aTeam, MONTH)).deleted).toHaveLength(1);
  }));

test("two people's spending counts against their monthly caps even if both people's data is deleted at the same time", () =>
  inWorld(async ({ rows, jobs, teams, personal }) => {
    await teams.saveRules(aTeam, noRules, 0);
    await jobs.insert(closed(1));
    await jobs.insert({ ...closed(2), owner: bob });
    await Promise.all([personal.forget(ada, TEST_START), storesWorld(rows).personal.forget(bob, TEST_START)]);
    for (const userId of ["1", "2"])
      expect((await teams.takenAt(aTeam, TEST_START, userId)).month.person).toMatchObject({ charged: 95 });
  }));

test("deleting a month's pseudonym key removes the link between recorded spending and a person whose data was deleted", () =>
  inWorld(async ({ jobs, teams, personal, stored }) => {
    await teams.saveRules(aTeam, noRules, 0);
    await jobs.insert(closed(1));
    await personal.forget(ada, TEST_START);
    expect(await stored()).toContain("month-key/2026-11");
    await teams.forgetMonthKeys(Date.UTC(2026, 11, 1) - 1);
    expect((await teams.takenAt(aTeam, TEST_START, "1")).month.person).toMatchObject({ charged: 95 });
    await teams.forgetMonthKeys(Date.UTC(2026, 11, 1));
    expect(await stored()).not.toContain("month-key/");
    expect((await teams.takenAt(aTeam, TEST_START, "1")).month.person).toEqual(noUsage);
    expect((await teams.spent(aTeam, MONTH)).deleted).toMatchObject([{ charged: 95 }]);
  }));

test("if no master key can decrypt a month's pseudonym key, the next deletion of a person's data replaces the pseudonym key", () =>
  inWorld(async ({ rows, jobs, teams, personal, stored }) => {
    await teams.saveRules(aTeam, { ...noRules, personMonth: 95 }, 0);
    await jobs.insert(closed(1));
    await personal.forget(ada, TEST_START);
    const others = deletedNames(valueIn(parseKeyRing(`other:${Buffer.alloc(32, 9).toString("base64")}`)));
    const later = storesWorld(rows, others);
    expect(await later.jobs.insert(closed(2))).toBe("inserted");
    await later.personal.forget(ada, TEST_START);
    expect((await later.teams.takenAt(aTeam, TEST_START, "1")).month.person).toMatchObject({ charged: 95, videos: 1 });
    expect((await later.teams.spent(aTeam, MONTH)).deleted).toHaveLength(2);
    expect(await stored()).toContain("v1.other.");
  }));

test("deleting the data of a person who used no team credits creates no pseudonym key", () =>
  inWorld(async ({ jobs, personal, stored }) => {
    const withdrawn = aClosed(aNotStarted("withdrawn"));
    await jobs.insert(aJob({ ...closed(1), state: withdrawn }));
    await personal.forget(ada, TEST_START);
    expect(await stored()).not.toContain("month-key/");
  }));

test("running and later videos still belong to their owner after the owner's data was deleted", () =>
  inWorld(async ({ jobs, teams, personal }) => {
    await teams.saveRules(aTeam, noRules, 0);
    await jobs.insert(aTeamJob(1));
    await jobs.save(aTeamJob(1, { state: aRunning() }), 1);
    await jobs.insert(aTeamJob(2, { acceptedAt: TEST_START + 1 }));
    expect(await personal.forget(ada, TEST_START)).toBe(1);
    const all = { ...noUsage, held: 95, charged: 95, videos: 2 };
    expect(await teams.spent(aTeam, MONTH)).toEqual({ all, people: new Map([["1", all]]), deleted: [] });
    expect((await personal.tally(ada)).costs).toBe(1);
    await jobs.save(closed(1), 2);
    expect(await personal.forget(ada, TEST_START)).toBe(0);
    expect((await personal.tally(ada)).costs).toBe(0);
    const spent = { ...noUsage, charged: 95, videos: 1 };
    expect(await teams.spent(aTeam, MONTH)).toEqual({ all, people: new Map([["1", held]]), deleted: [spent] });
    await jobs.save({ ...aTeamJob(2, { acceptedAt: TEST_START + 1 }), state: closed(2).state }, 1);
    expect(await personal.forget(ada, TEST_START + 1)).toBe(0);
    const both = { ...noUsage, charged: 190, videos: 2 };
    expect(await teams.spent(aTeam, MONTH)).toEqual({ all: both, people: new Map(), deleted: [both] });
  }));

test("deleting a person's data removes the person's id from the recorded spending for videos that were deleted earlier", () =>
  inWorld(async ({ jobs, teams, personal, stored }) => {
    await teams.saveRules(aTeam, noRules, 0);
    for (const n of [1, 2]) await jobs.insert(closed(n));
    await jobs.forget({ jobs: TEST_START * 2, ids: 0, ledger: 0, daySums: 0 });
    await personal.forget(ada, TEST_START);
    await personal.forget(ada, TEST_START);
    expect(await stored()).not.toContain("discord:1");
    const all = { ...noUsage, charged: 190, videos: 2 };
    expect(await teams.spent(aTeam, MONTH)).toEqual({ all, people: new Map(), deleted: [all] });
  }));
