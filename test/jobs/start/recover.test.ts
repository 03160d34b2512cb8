import { expect, test } from "vitest";
import type { JobId, Owner, Team } from "../../../src/core/job/ids.ts";
import { type Job, outcomeOf, UnreadableJob, type Waiting } from "../../../src/core/job/job.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { closeRestored, recoverJobs, setBackWatch, wakeWaitingJobs } from "../../../src/jobs/start/recover.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aJob, aJobId, aNotStarted, anAnnouncing, anOwner, aRunning, aWaiting, TEST_START } from "../../fakes/jobs.ts";
import { manualClock, promisesOnly } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aTeam } from "../../fakes/teams.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld } from "../world.ts";

const JOBS = 1_200;
const openJobs = Array.from({ length: JOBS }, (_, n) => ({ id: aJobId(n), dueAt: TEST_START })).sort((a, b) =>
  a.id < b.id ? -1 : 1,
);

test("recovery after a restart wakes the first jobs before it reads the last jobs", async () => {
  const clock = manualClock(TEST_START, promisesOnly);
  const scheduler = memoryScheduler(clock, recordingLog());
  const woken: JobId[] = [];
  const pages: number[] = [];
  const jobs = memoryJobStore();
  jobs.openJobs = async (after, limit) => {
    pages.push(woken.length);
    return openJobs.filter(({ id }) => after === null || id > after.id).slice(0, limit);
  };
  scheduler.start(async (id) => {
    woken.push(id);
    return null;
  });
  const recovering = recoverJobs({ jobs, scheduler, clock });
  await clock.advance(JOBS);
  expect(await recovering).toBe(JOBS);
  expect(pages[0]).toBe(0);
  expect(pages[1]).toBeGreaterThan(0);
  expect(woken.toSorted()).toEqual(openJobs.map(({ id }) => id));
});

/** A store with these open jobs, and the alarms set for them, in milliseconds from now. */
function openAt(dueAfterMs: readonly number[], had = 0) {
  const clock = manualClock(TEST_START, promisesOnly);
  const all = dueAfterMs.map((ms, nth) => ({ id: String(nth).padStart(4, "0"), dueAt: TEST_START + ms }));
  const alarms: number[] = [];
  const note = (at: number) => void alarms.push(at - clock.now());
  const jobs = memoryJobStore();
  jobs.openJobs = async (after, limit) => all.filter(({ id }) => after === null || id > after.id).slice(0, limit);
  const scheduler = {
    ...memoryScheduler(clock, recordingLog()),
    schedule: (_id: JobId, at: number) => note(at),
    async ensure(some: readonly { readonly at: number }[]) {
      for (const { at } of some) note(at);
      return some.length - had;
    },
  };
  return { clock, alarms, deps: { jobs, scheduler, clock } };
}

test("recovery after a restart wakes every job within ten minutes", async () => {
  const { alarms, deps } = openAt([-5_000, 0, 3_000, 600_000, 900_000]);
  expect(await recoverJobs(deps)).toBe(5);
  expect(alarms).toEqual([0, 1, 3_000, 600_000, 600_000]);
});

test("recovery after a restart wakes jobs one millisecond apart, without gaps for jobs that were already scheduled", async () => {
  const { alarms, deps, clock } = openAt(Array(1_000).fill(0), 100);
  const recovering = recoverJobs(deps);
  await clock.advance(0);
  await clock.advance(0);
  expect(await recovering).toBe(700);
  expect([alarms.length, alarms[499], alarms[500]]).toEqual([1_000, 499, 400]);
});

test("every job is scheduled again exactly once if the clock is set back by more than 5 s", async () => {
  const { alarms, deps, clock } = openAt([20_000, 8_000, -20_000, 0]);
  const watch = setBackWatch(deps);
  clock.set(5_000);
  expect([await watch(), alarms]).toEqual([0, []]);
  clock.set(-5_000);
  expect([await watch(), alarms]).toEqual([0, []]);
  clock.set(-5_001);
  expect(await watch()).toBe(4);
  expect(alarms).toEqual([0, 1, -14_999, 3]);
  expect([await watch(), alarms.length]).toEqual([0, 4]);
});

test("a restore from a backup ends every waiting job, even if some jobs cannot be read", async () => {
  const world = aWorld();
  const states = [aWaiting(), aRunning(), anAnnouncing(aNotStarted("expired")), ...Array<Waiting>(3).fill(aWaiting())];
  for (const [nth, state] of states.entries()) await world.jobs.insert(aJob({ id: aJobId(nth), dueAt: 0, state }));
  const { load } = world.jobs;
  const gone = [aJobId(3), aJobId(4)];
  world.jobs.load = async (id) => {
    if (id === gone[0]) throw new UnreadableJob(id);
    return id === gone[1] ? null : load(id);
  };
  expect(await closeRestored(world.deps())).toBe(2);
  expect(outcomeOf(await world.jobOf(aJobId(0)))).toEqual(aNotStarted("restored"));
  expect((await world.jobOf(aJobId(1))).state.status).toBe("running");
});

test.for<readonly [string, Partial<Job>, Owner | Team, number]>([
  ["a video of the key's owner continues at once", {}, anOwner(), 1],
  ["another person's video does not continue", {}, anOwner("999"), 0],
  ["a video that does not wait for a key is not woken", { state: aRunning() }, anOwner(), 0],
  ["a video that the owner's team pays for does not continue", { team: aTeam }, anOwner(), 0],
  ["a video of the key's team continues at once", { team: aTeam }, aTeam, 1],
])("after a new API key is saved, %s", async ([, over, payer, count]) => {
  const { jobs, deps, woken, jobOf } = await aJobToStep({ state: aRunning({ waitingFor: "key" }), ...over });
  expect(await wakeWaitingJobs({ ...deps(), teams: jobs.teams }, payer)).toBe(count);
  const { state } = await jobOf();
  const waitsForKey = state.status === "running" && state.waitingFor === "key";
  expect([woken, waitsForKey]).toEqual([Array(count).fill([aJobId(), 0]), count === 0 && over.state === undefined]);
});
