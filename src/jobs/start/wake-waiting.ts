import type { Owner } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import { applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";

/** The jobs of a person whose key was refused are polled at once, with the key there is now; says how many they are. */
export function wakeWaitingJobs(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter"> & { readonly scheduler: Scheduler },
): (owner: Owner) => Promise<number> {
  return async (owner) => {
    const waiting = (await deps.jobs.openJobsOf(owner)).filter(isWaiting);
    for (const { id } of waiting) {
      if (await applyTo(deps, id, { kind: "key_renewed" })) deps.scheduler.schedule(id, deps.clock.now());
    }
    return waiting.length;
  };
}

function isWaiting({ state }: Job): boolean {
  return state.status === "running" && state.waitingFor === "key";
}
