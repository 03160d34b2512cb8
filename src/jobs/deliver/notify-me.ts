import type { JobId, UserId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";

/** Adds somebody to those whom the notification names, unless the job has ended or the list is full; null: the job is forgotten. */
export function addListeners(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter">,
): (id: JobId, userId: UserId) => Promise<Job | null> {
  return async (id, userId) => (await applyTo(deps, id, { kind: "notify_me", userId }))?.job ?? null;
}
