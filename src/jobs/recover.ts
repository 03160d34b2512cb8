import type { JobId } from "../core/job.ts";
import { WAIT_MAX_MS } from "../core/pace.ts";
import type { Scheduler } from "../core/scheduler.ts";
import type { JobDeps } from "./deps.ts";

const PAGE = 500;
/** Overdue jobs begin so far apart, so that a restart is no burst. */
const SPREAD_MS = 5;

/** Wakes every open job of an earlier life; says how many there are. */
export async function recoverJobs({
  jobs,
  scheduler,
  clock,
}: Pick<JobDeps, "jobs" | "clock"> & { readonly scheduler: Scheduler }): Promise<number> {
  let found = 0;
  let after: JobId | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof jobs.openJobs>> = await jobs.openJobs(after, PAGE);
    for (const { id, dueAt } of page) {
      // The clock may have been set back: nobody sleeps on before the job itself was looked at.
      const at = Math.min(dueAt, clock.now() + WAIT_MAX_MS);
      scheduler.schedule(id, Math.max(at, clock.now() + found * SPREAD_MS));
      found += 1;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return found;
    after = last.id;
  }
}
