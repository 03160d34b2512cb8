import { setTimeout as pause } from "node:timers/promises";
import { jobQueues } from "../../src/jobs/start/queue.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { aJobId } from "../fakes/jobs.ts";
import { say } from "./children.ts";
import { jobDeps } from "./polls/job-world.ts";
import { ownStorage, storeLines, storeOpenJobs } from "./polls/open-jobs.ts";
import { clientOf } from "./polls/poll-arms.ts";

/** Jobs that go before: what the code itself takes once it has run is there before it is weighed. */
const WARM_UP = 1_000;
const HOUR_MS = 3_600_000;

/** Polls once at each of that number of jobs, which run or wait in a line, and says what each keeps in memory until the next poll. */
export async function weighWaiting(count: number, url: string, where: "running" | "in line"): Promise<void> {
  const storage = await ownStorage();
  await (where === "running" ? storeOpenJobs : storeLines)(storage, WARM_UP + count, Date.now());
  const { scheduler } = storage.engine;
  const video = clientOf(url);
  const always = jobDeps(storage, video, 2_000);
  const capacity = { ...always.capacity, ofOwner: 1 };
  const deps =
    where === "running" ? always : { ...always, capacity, queues: jobQueues({ ...always, scheduler, capacity }) };
  const step = stepJobs(deps);
  let seen = 0;
  let polledAll = () => {};
  let wanted = WARM_UP;
  scheduler.start(async (id, hold) => {
    const next = await step(id, hold);
    seen += 1;
    if (seen === wanted) polledAll();
    // Later than it would be: no job is polled twice before all have been polled once.
    return next === null ? null : next + HOUR_MS;
  });
  const pollAll = (from: number, until: number) =>
    new Promise<void>((resolve) => {
      [polledAll, wanted] = [resolve, until];
      for (let n = from; n < until; n += 1) scheduler.schedule(aJobId(n), Date.now());
    });
  await pollAll(0, WARM_UP);
  const before = await held();
  await pollAll(WARM_UP, WARM_UP + count);
  const after = await held();
  const waiting = (await scheduler.size()) - WARM_UP;
  await video.close();
  await storage.end();
  say({ kind: "weighed", bytesEach: (after - before) / count, waiting });
}

/** Bytes that are in use once everything that nobody holds is gone. */
async function held(): Promise<number> {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.();
    await pause(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
