import { createSecretKey, randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { cleanUpDaily } from "../../../src/app/people/daily-cleanup.ts";
import { filmForgetter, installationsIn } from "../../../src/app/people/people.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { vault } from "../../../src/keys/vault.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aClosedJob, aJob, aJobId, aKeeping, anOwner, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { memoryKeyv } from "../../fakes/memory-keyv.ts";
import { memoryNotices } from "../../fakes/notice-store.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { ada, anEntry, aTeam } from "../../fakes/teams.ts";

const TOKEN = "xoxb-1-canary-0123456789";

/** Installations in a vault with records that a test can change. */
async function world() {
  const rows = new Map<string, unknown>();
  const keyv = memoryKeyv(rows);
  const keys = new Map([["a", createSecretKey(randomBytes(32))]]);
  const installations = installationsIn(vault(keyv, { sealingId: "a", keys }));
  for (const id of ["T1", "T2"]) await installations.keep(id, { token: new Secret(`${TOKEN}-${id}`), installedAt: 7 });
  return { rows, installations };
}

test("a Slack workspace's token is stored encrypted and can be read again", async () => {
  const { rows, installations } = await world();
  const installation = await installations.find("T1");
  expect([installation?.token.reveal(), installation?.installedAt]).toEqual([`${TOKEN}-T1`, 7]);
  expect(await installations.find("T3")).toBeNull();
  expect(JSON.stringify([...rows])).not.toContain("xoxb");
});

test("the deletion of a person's or a team's stored videos includes the videos that are yet to be stored", async () => {
  const jobs = memoryJobStore();
  const film = (n: number) => aKeptFilm({ name: `film-${n}` });
  await jobs.insert(aClosedJob({ id: aJobId(1), film: film(1) }));
  await jobs.insert(aClosedJob({ id: aJobId(2), film: film(2), acceptedAt: TEST_START + 1 }));
  await jobs.insert(aClosedJob({ id: aJobId(3), film: film(3), owner: anOwner("another") }));
  await jobs.insert(aClosedJob({ id: aJobId(4) }));
  await jobs.insert(aJob({ id: aJobId(5), keep: "due", state: aKeeping() }));
  await jobs.insert(aJob({ id: aJobId(6), keep: "due", state: aRunning() }));
  await jobs.insert(aJob({ id: aJobId(7), state: aRunning() }));
  async function forgotten(...asked: Parameters<ReturnType<typeof filmForgetter>>) {
    const ids: string[] = [];
    await filmForgetter(jobs, async (id) => ids.push(id))(...asked);
    return ids.map((id) => [1, 2, 3, 4, 5, 6, 7].find((n) => aJobId(n) === id)).toSorted();
  }
  expect(await forgotten(anOwner(), TEST_START)).toEqual([1, 5, 6]);
  expect(await forgotten(anOwner(), TEST_START + 1)).toEqual([1, 2, 5, 6]);
  expect(await forgotten(aTeam, TEST_START + 1)).toEqual([1, 2, 3, 5, 6]);
});

const DAY_MS = 86_400_000;

/** A store with a daily cleanup. */
function aSwept(retentionDays: number) {
  const [clock, jobs, log] = [manualClock(TEST_START), memoryJobStore(), recordingLog()];
  const deps = { jobs, teams: jobs.teams, notices: memoryNotices(), deleted: () => {}, clock, log, retentionDays };
  return { clock, jobs, log, sweep: () => onTestFinished(cleanUpDaily(deps)) };
}

test("the daily cleanup deletes ended jobs, job ids and admin actions after separate retention times", async () => {
  const { clock, jobs, sweep } = aSwept(2);
  await jobs.insert(aClosedJob({ id: aJobId(1) }, TEST_START));
  await jobs.insert(aJob({ id: aJobId(2) }));
  await jobs.teams.noteAct(aTeam, anEntry(0));
  sweep();
  await clock.advance(2 * DAY_MS);
  expect(await jobs.load(aJobId(1))).not.toBeNull();
  await clock.advance(DAY_MS);
  expect(await jobs.load(aJobId(1))).toBeNull();
  await clock.advance(4 * DAY_MS);
  expect(await jobs.insert(aJob({ id: aJobId(1) }))).toBe("exists");
  await clock.advance(2 * DAY_MS);
  expect(await jobs.insert(aJob({ id: aJobId(1) }))).toBe("inserted");
  await clock.advance(391 * DAY_MS);
  expect((await jobs.ledger(anOwner(), "2026-11")).charged).toBe(95);
  expect(await jobs.teams.audit(aTeam)).toHaveLength(1);
  await clock.advance(DAY_MS);
  expect(await jobs.teams.audit(aTeam)).toEqual([]);
  expect(await jobs.load(aJobId(2))).not.toBeNull();
});

test("spending by a person whose data was deleted is counted against the person's cap until two days after the month ends", async () => {
  const { clock, jobs, sweep } = aSwept(90);
  await jobs.teams.saveRules(aTeam, noRules, 0);
  await jobs.insert(aClosedJob({ team: aTeam, owner: ada }));
  await jobs.personal.forget(ada, TEST_START);
  const charged = async () => (await jobs.teams.takenAt(aTeam, TEST_START, ada.userId)).month.person.charged;
  sweep();
  await clock.advance(Date.UTC(2026, 11, 2) - TEST_START);
  expect(await charged()).toBe(95);
  await clock.advance(2 * DAY_MS);
  expect(await charged()).toBe(0);
  expect((await jobs.teams.spent(aTeam, "2026-11")).deleted).toMatchObject([{ charged: 95 }]);
});

test("a failed daily cleanup is repeated the next day", async () => {
  const { clock, jobs, log, sweep } = aSwept(2);
  await jobs.insert(aClosedJob({}, TEST_START - 9 * DAY_MS));
  jobs.failNext();
  sweep();
  await clock.advance(1_000);
  expect(log.lines).toMatchObject([{ level: "error" }]);
  await clock.advance(DAY_MS);
  expect(await jobs.load(aJobId())).toBeNull();
});
