import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import { isBeforePaid, type Job, outcomeOf } from "./job.ts";
import { close } from "./settle.ts";

/**
 * Its workspace has removed Reelay: nobody is told anything any more, and what its person wrote is forgotten. A video that has
 * not begun does not begin; one that runs goes on, so that its outcome is known. While the paid call is on its way nothing changes,
 * for its answer is saved over the job as it was.
 */
export function leave(job: Job, now: EpochMs): Job {
  if (job.state.status === "submitting") return job;
  if (isBeforePaid(job) || job.state.status === "gathering")
    return close(withoutContent(job), { kind: "not_started", why: "answer_refused" }, false, now);
  return job.isForgotten ? job : closedIfForgotten(withoutContent(job), now);
}

/** Nobody is told of the end of a job that is forgotten. */
export function closedIfForgotten(job: Job, now: EpochMs): Job {
  const outcome = outcomeOf(job);
  if (!job.isForgotten || outcome === null || job.state.status === "closed") return job;
  return close(job, outcome, false, now);
}

function withoutContent(job: Job): Job {
  const request = { ...job.request, prompt: "", picture: null };
  return { ...job, request, reply: withoutResponseUrl(job.reply), notify: [], isForgotten: true };
}

/** An address that anybody who has it may post to. */
function withoutResponseUrl(reply: ReplyHandle): ReplyHandle {
  return reply.platform === "slack" ? { ...reply, responseUrl: null } : reply;
}
