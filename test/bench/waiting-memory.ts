import { setTimeout as pause } from "node:timers/promises";
import { jobQueues } from "../../src/jobs/start/queue.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { aJobId } from "../fakes/jobs.ts";
import { sendToParent } from "./children.ts";
import { jobDeps } from "./polls/job-world.ts";
import { ownStorage, storeLines, storeOpenJobs } from "./polls/open-jobs.ts";
import { clientOf } from "./polls/poll-arms.ts";

/** Jobs polled before the measurement, so that the memory of the code itself is not counted. */
const WARM_UP = 1_000;
const HOUR_MS = 3_600_000;

/** Polls each job once, then reports the memory that one job keeps until its next poll. */
export async function measureWaitingMemory(count: number, url: string, where: "running" | "in line"): Promise<void> {
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
    // One hour later, so that no job is polled twice before all have been polled once.
    return next === null ? null : next + HOUR_MS;
  });
  const pollAll = (from: number, until: number) =>
    new Promise<void>((resolve) => {
      [polledAll, wanted] = [resolve, until];
      for (let n = from; n < until; n += 1) scheduler.schedule(aJobId(n), Date.now());
    });
  await pollAll(0, WARM_UP);
  const before = await bytesInUse();
  await pollAll(WARM_UP, WARM_UP + count);
  const after = await bytesInUse();
  const waiting = (await scheduler.size()) - WARM_UP;
  await video.close();
  await storage.end();
  sendToParent({ kind: "measured", bytesEach: (after - before) / count, waiting });
}

/** Bytes in use after garbage collection. */
async function bytesInUse(): Promise<number> {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.();
    await pause(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
