import { setTimeout as pause } from "node:timers/promises";
import { recoverJobs } from "../../src/jobs/recover.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { aJobId } from "../fakes/jobs.ts";
import { say } from "./children.ts";
import { jobDeps } from "./job-world.ts";
import { clientOf } from "./look-arms.ts";
import { newFolder, openFolder, storeOpenJobs } from "./open-jobs.ts";

const HOUR_MS = 3_600_000;

/** Recovers so many jobs, looks once at each, and says what each keeps in memory while it waits for the next look. */
export async function weighWaiting(count: number, url: string): Promise<void> {
  const folder = await newFolder();
  const storage = await openFolder(folder.env);
  await storeOpenJobs(storage, count, Date.now());
  const { scheduler } = storage.engine;
  const video = clientOf(url);
  const deps = jobDeps(storage, video, 2_000);
  const step = stepJobs(deps);
  const before = await held();

  let seen = 0;
  const allSeen = new Promise<void>((resolve) => {
    scheduler.start(async (id, hold) => {
      const next = await step(id, hold);
      seen += 1;
      if (seen === count) resolve();
      // Later than it would be: nothing is looked at twice before all have been looked at once.
      return next === null ? null : next + HOUR_MS;
    });
  });
  await recoverJobs({ ...deps, scheduler });
  // Sooner than after a restart, where they are spread.
  for (let n = 0; n < count; n += 1) scheduler.schedule(aJobId(n), Date.now());
  await allSeen;
  const after = await held();
  say({ kind: "weighed", bytesEach: (after - before) / count, waiting: scheduler.size() });
  await video.close();
  await storage.engine.close();
  await folder.remove();
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
