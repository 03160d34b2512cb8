import { expect, test } from "vitest";
import type { JobId } from "../../../src/core/job/ids.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { recoverJobs } from "../../../src/jobs/start/recover.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aJobId, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { promisesOnly, toldClock } from "../../fakes/told-clock.ts";

const JOBS = 1_200;
const openJobs = Array.from({ length: JOBS }, (_, n) => ({ id: aJobId(n), dueAt: TEST_START })).sort((a, b) =>
  a.id < b.id ? -1 : 1,
);

test("of many open jobs the first ones go on before the last ones are read, and each is woken once", async () => {
  const clock = toldClock(TEST_START, promisesOnly);
  const scheduler = memoryScheduler(clock, keptLog());
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
