import { expect, test } from "vitest";
import { noRules, type TeamRules } from "../../src/core/team/rules.ts";
import { noUsage } from "../../src/core/team/usage.ts";
import { aClosedJob, aJobId, anApproval, anOwner, aWaiting, TEST_START } from "../fakes/jobs.ts";
import { ada, aTeam, aTeamJob, bob } from "../fakes/teams.ts";
import { fullRules } from "./full-rules.ts";
import { storesWorld, teamTest } from "./stores-world.ts";

const DAY_MS = 86_400_000;
const everybody: TeamRules = { ...noRules, isForEveryone: true };
const held = { ...noUsage, held: 95, videos: 1 };

test("team rules are saved only if the stored rules still have the version that was edited", async () => {
  const { teams } = storesWorld();
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
});

teamTest("a team's video is refused if the team has no rules", {}, async ({ jobs, teams }) => {
  await jobs.insert(aTeamJob(1));
  await teams.forget(aTeam);
  expect(await teams.rules(aTeam)).toBeNull();
  expect(await jobs.insert(aTeamJob(2))).toBe("no_rules");
  expect(await jobs.load(aJobId(2))).toBeNull();
  expect((await teams.spent(aTeam, "2026-11")).all).toEqual(held);
  expect(await teams.saveRules(aTeam, everybody, 0)).toBe(true);
  expect(await jobs.insert(aTeamJob(2))).toBe("inserted");
});

teamTest(
  "two hundred simultaneous videos do not exceed a team's monthly cap",
  { teamMonth: 7 * 95 + 94 },
  async ({ jobs, teams }) => {
    const burst = Array.from({ length: 200 }, (_, n) => aTeamJob(n, { owner: anOwner(String(n % 9)) }));
    const answers = await Promise.all(burst.map((job) => jobs.insert(job)));
    expect(answers.filter((answer) => answer === "inserted")).toHaveLength(7);
    expect(answers.filter((answer) => answer === "team_month")).toHaveLength(193);
    expect((await teams.spent(aTeam, "2026-11")).all).toEqual({ ...noUsage, held: 665, videos: 7 });
    expect(await jobs.insert(aTeamJob(500))).toBe("team_month");
    expect(await jobs.load(aJobId(500))).toBeNull();
    expect(await jobs.insert(aTeamJob(501, { acceptedAt: Date.UTC(2026, 11, 1) }))).toBe("inserted");
  },
);

teamTest("the list of a team's unfinished jobs starts with the oldest job", {}, async ({ jobs, teams }) => {
  for (const n of [3, 1, 2]) await jobs.insert(aTeamJob(n, { acceptedAt: TEST_START + n }));
  expect((await teams.openJobs(aTeam)).map(({ acceptedAt }) => acceptedAt - TEST_START)).toEqual([1, 2, 3]);
  await jobs.save(aTeamJob(2, { ...aClosedJob(), id: aJobId(2), team: aTeam }), 1);
  expect(await teams.openJobs(aTeam)).toHaveLength(2);
});

teamTest(
  "the cost of a deleted job remains in the team's spending until the month's ledger is deleted",
  {},
  async ({ jobs, teams }) => {
    await jobs.insert(aTeamJob(1));
    await jobs.save({ ...aClosedJob(), id: aJobId(1), owner: ada, team: aTeam }, 1);
    const charged = { ...noUsage, charged: 95, videos: 1 };
    await jobs.forget({ jobs: TEST_START * 2, ids: 0, ledger: Date.UTC(2026, 11, 1) - 1, daySums: 0 });
    expect(await jobs.load(aJobId(1))).toBeNull();
    expect((await teams.spent(aTeam, "2026-11")).all).toEqual(charged);
    await jobs.forget({ jobs: 0, ids: 0, ledger: Date.UTC(2026, 11, 1), daySums: 0 });
    expect(await teams.spent(aTeam, "2026-11")).toEqual({ all: noUsage, people: new Map(), deleted: [] });
    await jobs.forget({ jobs: 0, ids: 0, ledger: TEST_START + 999 * DAY_MS, daySums: 0 });
  },
);

const DAY = new Date(TEST_START).toISOString().slice(0, 10);

teamTest(
  "simultaneous videos do not exceed a daily cap, and the cap is reset at midnight UTC",
  { teamDay: 2 * 95, personDay: 95, teamMonth: 9_999 },
  async ({ jobs, teams }) => {
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => jobs.insert(aTeamJob(n))));
    expect(answers.toSorted()).toEqual(["inserted", ...Array(8).fill("person_day")]);
    expect(await jobs.insert(aTeamJob(10, { owner: bob }))).toBe("inserted");
    expect(await jobs.insert(aTeamJob(11, { owner: anOwner("3") }))).toBe("team_day");
    const midnight = Date.parse(`${DAY}T00:00:00Z`) + DAY_MS;
    expect(await jobs.insert(aTeamJob(12, { acceptedAt: midnight - 1 }))).toBe("team_day");
    expect(await jobs.insert(aTeamJob(13, { acceptedAt: midnight }))).toBe("inserted");
    expect((await teams.spent(aTeam, DAY)).all).toMatchObject({ held: 190, videos: 2 });
    expect((await teams.spent(aTeam, DAY.slice(0, 7))).all).toMatchObject({ held: 285, videos: 3 });
    expect((await teams.takenAt(aTeam, midnight, "1")).day.person).toMatchObject({ held: 95 });
  },
);

teamTest(
  "a video is subject to the caps of the day on which it is approved",
  { teamDay: 100, personDay: 50 },
  async ({ jobs, teams }) => {
    const asked = aTeamJob(1, { state: aWaiting(), approval: anApproval() });
    await jobs.insert(asked);
    expect((await teams.spent(aTeam, DAY)).all).toEqual(noUsage);
    const tomorrow = TEST_START + DAY_MS;
    const approved = { ...asked, countsAt: tomorrow, state: aWaiting({ for: "turn" }) };
    const capacity = { ofOwner: 9, ofWorkspace: 9, waitingOfOwner: 9 };
    expect(await jobs.admit(approved, 1, capacity)).toBe("saved");
    expect((await teams.spent(aTeam, DAY)).all).toEqual(noUsage);
    expect((await teams.takenAt(aTeam, tomorrow, "1")).day.team).toMatchObject({ held: 95, videos: 1 });
    const other = aTeamJob(2, { owner: bob, state: aWaiting(), approval: anApproval() });
    await jobs.insert(other);
    expect(await jobs.admit({ ...approved, id: other.id, owner: bob }, 1, capacity)).toBe("team_day");
    expect(await jobs.admit({ ...approved, id: other.id, owner: bob, countsAt: TEST_START }, 1, capacity)).toBe(
      "saved",
    );
  },
);

teamTest(
  "the credits that a person has spent still count toward the daily cap after the person's data is deleted",
  { personDay: 100 },
  async ({ jobs, teams, personal, stored }) => {
    await jobs.insert(aTeamJob(1));
    await jobs.save({ ...aClosedJob(), id: aJobId(1), owner: ada, team: aTeam }, 1);
    await personal.forget(ada, TEST_START);
    expect(await stored()).not.toContain("discord:1");
    expect(await jobs.insert(aTeamJob(2))).toBe("person_day");
    const spent = { ...noUsage, charged: 95, videos: 1 };
    expect((await teams.takenAt(aTeam, TEST_START, "1")).day.person).toEqual(spent);
    expect(await teams.spent(aTeam, DAY)).toEqual({ all: spent, people: new Map(), deleted: [spent] });
  },
);

teamTest("a team's daily spending totals are deleted earlier than the monthly totals", {}, async ({ jobs, teams }) => {
  await jobs.insert(aTeamJob(1));
  const begin = Date.parse(`${DAY}T00:00:00Z`);
  await jobs.forget({ jobs: 0, ids: 0, ledger: 0, daySums: begin });
  expect((await teams.spent(aTeam, DAY)).all.videos).toBe(1);
  await jobs.forget({ jobs: 0, ids: 0, ledger: 0, daySums: begin + 1 });
  expect((await teams.spent(aTeam, DAY)).all.videos).toBe(0);
  expect((await teams.spent(aTeam, DAY.slice(0, 7))).all.videos).toBe(1);
});
