import { expect, test } from "vitest";
import { sweepDaily } from "../../../src/app/people/people.ts";
import { anEntry } from "../../contracts/team-audit.ts";
import { aTeam } from "../../contracts/team-store.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aClosedJob, aJob, aJobId, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { memoryNotices } from "../../fakes/notice-store.ts";
import { toldClock } from "../../fakes/told-clock.ts";

const DAY_MS = 86_400_000;
const deleted = () => {};

test("ended jobs are forgotten after their days, open ones never", async () => {
  const clock = toldClock(TEST_START);
  const jobs = memoryJobStore();
  await jobs.insert(aClosedJob({ id: aJobId(1) }, TEST_START));
  await jobs.insert(aJob({ id: aJobId(2) }));
  const stop = sweepDaily({
    jobs,
    teams: jobs.teams,
    notices: memoryNotices(),
    deleted,
    clock,
    log: keptLog(),
    retentionDays: 2,
  });
  await clock.advance(2 * DAY_MS);
  expect(await jobs.load(aJobId(1))).not.toBeNull();
  await clock.advance(DAY_MS);
  expect(await jobs.load(aJobId(1))).toBeNull();
  expect(await jobs.load(aJobId(2))).not.toBeNull();
  stop();
});

test("a store that fails once is swept again the next day", async () => {
  const clock = toldClock(TEST_START);
  const jobs = memoryJobStore();
  const log = keptLog();
  await jobs.insert(aClosedJob({}, TEST_START - 9 * DAY_MS));
  jobs.failNext();
  const stop = sweepDaily({ jobs, teams: jobs.teams, notices: memoryNotices(), deleted, clock, log, retentionDays: 2 });
  await clock.advance(1_000);
  expect(log.lines).toMatchObject([{ level: "error" }]);
  await clock.advance(DAY_MS);
  expect(await jobs.load(aJobId())).toBeNull();
  stop();
});

test("a forgotten job's event is known for seven days, and its cost for a year", async () => {
  const clock = toldClock(TEST_START);
  const jobs = memoryJobStore();
  await jobs.insert(aClosedJob({}, TEST_START));
  const stop = sweepDaily({
    jobs,
    teams: jobs.teams,
    notices: memoryNotices(),
    deleted,
    clock,
    log: keptLog(),
    retentionDays: 1,
  });
  await clock.advance(7 * DAY_MS);
  expect(await jobs.load(aJobId())).toBeNull();
  expect(await jobs.insert(aJob())).toBe("exists");
  expect((await jobs.ledger(anOwner(), "2026-11")).charged).toBe(95);
  await clock.advance(2 * DAY_MS);
  expect(await jobs.insert(aJob())).toBe("inserted");
  stop();
});

test("what a manager did is kept for 400 days", async () => {
  const clock = toldClock(TEST_START);
  const jobs = memoryJobStore();
  const { teams } = jobs;
  await teams.noteAct(aTeam, anEntry(0));
  const stop = sweepDaily({ jobs, teams, notices: memoryNotices(), deleted, clock, log: keptLog(), retentionDays: 1 });
  await clock.advance(400 * DAY_MS);
  expect(await teams.audit(aTeam)).toHaveLength(1);
  await clock.advance(DAY_MS);
  expect(await teams.audit(aTeam)).toEqual([]);
  stop();
});
