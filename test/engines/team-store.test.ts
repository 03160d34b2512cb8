import { expect, test } from "vitest";
import { emptyAccount } from "../../src/core/team/account.ts";
import { noRules, type TeamRules } from "../../src/core/team/rules.ts";
import { aClosedJob, aJobId, anOwner, TEST_START } from "../fakes/jobs.ts";
import { ada, aTeam, aTeamJob } from "../fakes/teams.ts";
import { fullRules } from "./full-rules.ts";
import { storesWorld, teamTest } from "./stores-world.ts";

const DAY_MS = 86_400_000;
const everybody: TeamRules = { ...noRules, isForEveryone: true };
const held = { ...emptyAccount, held: 95, videos: 1 };

test("rules are saved over those they were made of, and over no others", async () => {
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
    expect(await teams.month(aTeam, "2026-11")).toEqual({ all: emptyAccount, people: new Map(), deleted: [] });
    await jobs.forget({ jobs: 0, ids: 0, ledger: TEST_START + 999 * DAY_MS });
  },
);
