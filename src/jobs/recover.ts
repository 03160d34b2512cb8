import type { JobId } from "../core/job.ts";
import type { Scheduler } from "../core/ports.ts";
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
      scheduler.schedule(id, Math.max(dueAt, clock.now() + found * SPREAD_MS));
      found += 1;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return found;
    after = last.id;
  }
}
