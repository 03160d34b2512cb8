import { expect, test } from "vitest";
import type { Team } from "../../src/core/job/ids.ts";
import type { Job, Outcome } from "../../src/core/job/job.ts";
import { emptyAccount } from "../../src/core/team/account.ts";
import { noRules, type TeamRules } from "../../src/core/team/rules.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, anOwner, aRunning, aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { ada, aTeam, aTeamJob } from "../fakes/teams.ts";
import { fullRules } from "./full-rules.ts";
import { storesWorld, teamTest } from "./stores-world.ts";

const DAY_MS = 86_400_000;
const everybody: TeamRules = { ...noRules, isForEveryone: true };
const failed: Outcome = { kind: "failed", taskId: "task-1", refunded: 95, creditsAreExact: true };
const refused: Outcome = { kind: "refused", refusal: { kind: "no_credits" } };
const notStarted: Outcome = { kind: "not_started", why: "too_old" };
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

const closed = { status: "closed", isNotified: true, closedAt: TEST_START } as const;
test.for<[string, Job["state"], object]>([
  ["accepted", aJob().state, held],
  ["succeeded", aClosedJob().state, { ...emptyAccount, charged: 95, videos: 1 }],
  ["failed", anAnnouncing(failed), { ...emptyAccount, charged: 95, refunded: 95, videos: 1 }],
  ["refused", anAnnouncing(refused), emptyAccount],
  ["not started", { ...closed, outcome: notStarted }, emptyAccount],
])("what a team's job takes when it is %s", async ([, state, takes]) => {
  const { jobs, teams } = storesWorld();
  await teams.saveRules(aTeam, everybody, 0);
  await jobs.insert(aTeamJob(1));
  expect((await teams.monthOf(aTeam, "2026-11", "1")).person).toEqual(held);
  expect(await jobs.save(aTeamJob(1, { state }), 1)).toBe(true);
  expect(await jobs.save(aTeamJob(1, { state, dueAt: TEST_START + 1 }), 2)).toBe(true);
  expect((await teams.monthOf(aTeam, "2026-11", "1")).person).toEqual(takes);
  expect((await teams.month(aTeam, "2026-11")).all).toEqual(takes);
  expect(await jobs.ledger(ada, "2026-11")).toMatchObject({ charged: Object(takes).charged });
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
