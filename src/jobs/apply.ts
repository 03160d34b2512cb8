import { advance } from "../core/job/advance.ts";
import type { JobId } from "../core/job/ids.ts";
import { isOpen, outcomeOf } from "../core/job/job.ts";
import type { JobEvent } from "../core/job/job-event.ts";
import { paced } from "../core/pace/pace.ts";
import type { StoredJob } from "../core/ports.ts";
import { onlyTimesChanged } from "../core/request/only-times.ts";
import type { JobDeps } from "./deps.ts";

type ApplyDeps = Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter">;

/** Advances the job and saves it; null where another save came first, so that what was read is no longer true. */
export async function apply(deps: ApplyDeps, before: StoredJob, event: JobEvent): Promise<StoredJob | null> {
  const { jobs, pace, clock, chance, log, meter } = deps;
  const now = clock.now();
  const moved = advance(before.job, event, now);
  const isSame = moved.state === before.job.state || isDueNow(event);
  const job = isSame ? moved : paced(moved, now, pace, chance.fraction());
  if (job === before.job) return before;
  const after = { job, version: before.version + 1 };
  if (onlyTimesChanged(before.job, job)) return (await jobs.touch(job, before.version)) ? after : null;
  if (!(await jobs.save(job, before.version))) return null;

  if (event.kind === "started") {
    const { taskId, amiss } = event.started;
    if (amiss === undefined) log.info("video started", { job: job.id, taskId });
    else log.warn("video started, by an answer that was not in shape", { job: job.id, taskId, detail: amiss });
  }
  const outcome = outcomeOf(job);
  if (outcome && !outcomeOf(before.job)) {
    meter.settled(outcome.kind);
    log.info("job settled", { job: job.id, outcome: outcome.kind });
  }
  if (!isOpen(job) && isOpen(before.job)) log.info("job closed", { job: job.id });
  return after;
}

/** Whether the event makes a job due now, without regard to its pace. */
function isDueNow({ kind }: JobEvent): boolean {
  return kind === "clock_set_back" || kind === "key_renewed";
}

/** The same for an event that comes from outside a step: reads the job first, and again where a step was faster. */
export async function applyTo(deps: ApplyDeps, id: JobId, event: JobEvent): Promise<StoredJob | null> {
  for (;;) {
    const stored = await deps.jobs.load(id);
    if (!stored) return null;
    const after = await apply(deps, stored, event);
    if (after) return after;
  }
}
