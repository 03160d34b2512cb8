import { within } from "../core/clock.ts";
import type { Job } from "../core/job.ts";
import type { Accept, Order, Scheduler } from "../core/ports.ts";
import { priceOf } from "../core/price.ts";
import { ok, refuse } from "../core/result.ts";
import { applyTo } from "./apply.ts";
import type { JobDeps } from "./deps.ts";

/** The store may take so long before the person must be answered. */
const SAVE_WITHIN_MS = 1_500;
/** If nobody has said by then how the answer was taken, a step finds out. */
const ANSWER_GRACE_MS = 5_000;

/** Makes an order a durable job. Its paid call waits until the platform has taken the answer. */
export function acceptJobs(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter"> & {
    readonly scheduler: Scheduler;
    readonly deadlineMs: number;
  },
): Accept {
  const { jobs, scheduler, clock, log, meter, deadlineMs } = deps;

  return async (order) => {
    const job = newJob(order, clock.now(), deadlineMs);
    const saving = jobs.insert(job).catch((error: unknown) => {
      log.error("job not saved", { job: job.id, error: String(error) });
      return "failed" as const;
    });
    const saved = await within(clock, SAVE_WITHIN_MS, saving);
    switch (saved) {
      case "inserted":
        meter.accepted(job.owner.platform);
        log.info("job accepted", { job: job.id, platform: job.owner.platform, price: job.price });
        scheduler.schedule(job.id, job.dueAt ?? clock.now());
        return ok(job);
      case "exists":
        return refuse({ kind: "already_accepted" });
      case "late":
        // The person is told that nothing will be charged, so a row that appears later must never begin.
        saving
          .then((late) => (late === "inserted" ? applyTo(deps, job.id, { kind: "not_started", why: "store" }) : null))
          .catch((error: unknown) => log.error("late job not closed", { job: job.id, error: String(error) }));
        return refuse({ kind: "cannot_save" });
      default:
        return refuse({ kind: "cannot_save" });
    }
  };
}

function newJob(order: Order, now: number, deadlineMs: number): Job {
  const notBefore = now + ANSWER_GRACE_MS;
  return {
    v: 1,
    ...order,
    price: priceOf(order.request.resolution, order.request.duration),
    acceptedAt: now,
    deadlineAt: now + deadlineMs,
    dueAt: notBefore,
    notify: [],
    state: { status: "accepted", answered: false, attempts: 0, waitingFor: null, notBefore },
  };
}
