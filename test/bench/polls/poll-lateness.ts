import { machineClock } from "../../../src/core/clock.ts";
import { stepJobs } from "../../../src/jobs/step.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { sendToParent } from "../children.ts";
import { jobDeps } from "./job-world.ts";
import { ownStorage, storeOpenJobs } from "./open-jobs.ts";
import { clientOf } from "./poll-arms.ts";

/** The time between two polls of a job. The minimum and the maximum are equal, so that the load is steady. */
const GAP_MS = 8_000;
/** Time to schedule all jobs. */
const BEGIN_AFTER_MS = 1_000;
/** The bootstrap resamples windows of this length. */
const WINDOW_MS = 250;

/** Polls `perSecond` times a second, each time with a whole step on the real store. Reports the delay of each poll. */
export async function timePolls(
  load: { readonly perSecond: number; readonly seconds: number; readonly warmUpSeconds: number },
  url: string,
): Promise<void> {
  const { perSecond, seconds, warmUpSeconds } = load;
  const count = (perSecond * GAP_MS) / 1_000;
  const storage = await ownStorage();
  await storeOpenJobs(storage, count, Date.now());
  const { scheduler } = storage.engine;
  const video = clientOf(url);
  let polls = 0;
  const poll: typeof video.poll = (key, taskId) => {
    const now = Date.now();
    if (now >= from && now < until) polls += 1;
    return video.poll(key, taskId);
  };
  const deps = jobDeps(storage, { ...video, poll }, GAP_MS);
  const step = stepJobs(deps);

  const begin = Date.now() + BEGIN_AFTER_MS;
  const dueAt = (n: number) => Math.round(begin + (n * GAP_MS) / count);
  const due = new Map(Array.from({ length: count }, (_, n) => [aJobId(n), dueAt(n)]));
  const from = begin + warmUpSeconds * 1_000;
  const until = from + seconds * 1_000;
  const windows: number[][] = Array.from({ length: (seconds * 1_000) / WINDOW_MS }, () => []);
  const noteLate = (at: number) => {
    if (at >= from && at < until) windows[Math.floor((at - from) / WINDOW_MS)]?.push(machineClock.now() - at);
  };
  let steps = 0;
  scheduler.start(async (id, hold) => {
    noteLate(due.get(id) ?? Number.NaN);
    due.delete(id);
    steps += 1;
    const next = await step(id, hold);
    if (next !== null) due.set(id, next);
    return next;
  });
  for (const [id, at] of due) scheduler.schedule(id, at);
  const cpu = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, until - Date.now() + 500));
  const { user, system } = process.cpuUsage(cpu);
  const stepUs = (user + system) / steps;
  // Steps that have not begun are counted with their delay so far. Otherwise a backlog would not show.
  for (const at of due.values()) noteLate(at);
  await scheduler.stop();
  await video.close();
  await storage.end();
  sendToParent({ kind: "timed", windows, stepUs, pollsPerSecond: polls / seconds });
}
