import { partsToCancel } from "../../core/batch/batch.ts";
import { type JobId, noticeIdFrom, type UserId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import type { Admission, JobEvent } from "../../core/job/job-event.ts";
import { monthOf } from "../../core/period.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { TeamRefusal } from "../../core/team/rules.ts";
import { countedAt } from "../../core/team/spending.ts";
import { type ApplyDeps, admit, apply, applyTo } from "../apply.ts";
import { type JobDeps, SAVED_WITHIN_MS } from "../deps.ts";
import { partsOf } from "../related-jobs.ts";

type Ending = Extract<Admission | JobEvent, { kind: "approved" | "declined" | "withdrawn" }>;

export type ApprovalService = ReturnType<typeof approvalService>;

/** Of simultaneous decisions, the first one counts. */
export function approvalService(deps: ApplyDeps & Pick<JobDeps, "capacity" | "managers" | "scheduler">) {
  const { jobs, clock, scheduler, managers } = deps;

  async function decide(id: JobId, event: Ending): Promise<Result<Job, Undecided>> {
    for (;;) {
      const stored = await jobs.load(id);
      if (!stored) return refuse({ kind: "gone" });
      // Set the alarm before the save: if this process dies between the two, the next alarm may be a day away.
      if (stored.job.state.status === "waiting") scheduler.schedule(id, clock.now() + SAVED_WITHIN_MS);
      const saved =
        event.kind === "approved"
          ? await admit(deps, stored, event, await partsOf(jobs, stored.job))
          : ok(await apply(deps, stored, event));
      if (!saved.ok || saved.value?.job === stored.job) {
        // The alarm set above may have replaced an earlier one.
        scheduler.schedule(id, clock.now());
        if (saved.ok) return refuse({ kind: "decided", job: stored.job });
        const { kind } = saved.refusal;
        if (kind === "full") throw new Error(`job ${id} was refused a place that it did not ask for`);
        return refuse({ kind });
      }
      if (saved.value === null) continue;
      const { job } = saved.value;
      for (const due of [id, noticeIdFrom("approval", id), ...(job.parts ?? [])]) scheduler.schedule(due, clock.now());
      if (job.team) void managers.spent(job.team, monthOf(countedAt(job)));
      return ok(job);
    }
  }

  return {
    approve: (id: JobId, by: UserId) => decide(id, { kind: "approved", by }),
    decline: (id: JobId, by: UserId, note: string | null) => decide(id, { kind: "declined", by, note }),
    withdraw: (id: JobId) => decide(id, { kind: "withdrawn" }),
    /** Returns how many parts it cancelled. Parts already sent are not. */
    async cancelRest(id: JobId): Promise<number> {
      const batch = await jobs.load(id);
      const parts = batch ? await partsOf(jobs, batch.job) : [];
      const rest = partsToCancel(parts.map(({ job }) => job));
      const cancelled = await Promise.all(
        rest.map((part) => applyTo(deps, part.id, { kind: "not_started", why: "withdrawn" })),
      );
      scheduler.schedule(id, clock.now());
      return cancelled.filter((one) => one && outcomeOf(one.job)?.kind === "not_started").length;
    },
  };
}

export type Undecided =
  | { readonly kind: "gone" }
  | { readonly kind: "decided"; readonly job: Job }
  | { readonly kind: TeamRefusal };
