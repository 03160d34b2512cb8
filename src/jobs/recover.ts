import { sleep } from "../core/clock.ts";
import type { JobId } from "../core/job.ts";
import { WAIT_MAX_MS } from "../core/pace.ts";
import type { Scheduler } from "../core/scheduler.ts";
import type { JobDeps } from "./deps.ts";

const PAGE = 500;
/** Overdue jobs begin so far apart; their polls are rationed besides, by index. */
const SPREAD_MS = 1;

/** Sets an alarm for every open job that has none, as after a restart; says how many had none. */
export async function recoverJobs({
  jobs,
  scheduler,
  clock,
}: Pick<JobDeps, "jobs" | "clock"> & { readonly scheduler: Scheduler }): Promise<number> {
  let found = 0;
  let after: JobId | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof jobs.openJobs>> = await jobs.openJobs(after, PAGE);
    // The clock may have been set back: nobody sleeps on before the job itself was looked at.
    const latest = clock.now() + WAIT_MAX_MS;
    const soonest = clock.now() + found * SPREAD_MS;
    const alarms = page.map(({ id, dueAt }, index) => ({
      id,
      at: Math.max(Math.min(dueAt, latest), soonest + index * SPREAD_MS),
    }));
    found += await scheduler.ensure(alarms);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return found;
    after = last.id;
    // What is due goes on between two pages.
    await sleep(clock, 0);
  }
}
