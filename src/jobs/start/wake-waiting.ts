import type { Owner, Team } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import type { TeamStore } from "../../core/team/team-store.ts";
import { applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";

/** The jobs of a payer whose key was refused are polled at once, with the key there is now; says how many they are. */
export function wakeWaitingJobs(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter"> & {
    readonly scheduler: Scheduler;
    readonly teams: Pick<TeamStore, "openJobs">;
  },
): (payer: Owner | Team) => Promise<number> {
  async function openJobsOf(payer: Owner | Team): Promise<readonly Job[]> {
    if (!("userId" in payer)) return deps.teams.openJobs(payer);
    // A video that their team pays for waits for the team's key.
    return (await deps.jobs.openJobsOf(payer)).filter(({ team }) => !team);
  }

  return async (payer) => {
    const waiting = (await openJobsOf(payer)).filter(isWaiting);
    for (const { id } of waiting) {
      if (await applyTo(deps, id, { kind: "key_renewed" })) deps.scheduler.schedule(id, deps.clock.now());
    }
    return waiting.length;
  };
}

function isWaiting({ state }: Job): boolean {
  return state.status === "running" && state.waitingFor === "key";
}
