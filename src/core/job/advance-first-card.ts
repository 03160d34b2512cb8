import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import { WAIT_MAX_MS } from "./due.ts";
import type { FirstCard, Job, JobState, Outcome } from "./job.ts";
import type { JobEvent } from "./job-event.ts";
import { close, settle } from "./settle.ts";

/** Whether the first answer arrived is asked again after this. */
const ASK_AGAIN_MS = 3_000;

/** What becomes of a job's first card before anything is paid for. */
export function advanceFirstCard(job: Job, state: Extract<JobState, FirstCard>, event: JobEvent, now: EpochMs): Job {
  const next = (first: Partial<FirstCard>): Job => ({ ...job, state: { ...state, ...first } });
  switch (event.kind) {
    case "answered":
      if (state.answer === "given") return { ...job, reply: withFilesOf(job.reply, event.reply) };
      return { ...next({ answer: "given", notBefore: now }), reply: withFilesOf(job.reply, event.reply) };
    case "answer_unclear":
      return state.answer === "due" ? next({ answer: "unclear", triedAt: now, notBefore: now }) : job;
    case "answer_retried":
      return isLost(state) ? next({ answer: "retried", triedAt: now }) : job;
    case "look_put_off":
      return state.answer === "given" ? job : next({ notBefore: now + askAgainMs(event) });
    case "shown":
      return { ...job, reply: event.reply };
    case "not_started": {
      const outcome: Outcome = { kind: "not_started", why: event.why, ...(event.hasOwnKey && { hasOwnKey: true }) };
      // Nobody waits for a card that was never there, unless they pressed its button.
      const isSeen = job.notify.length > 0;
      const isToBeTold = isSeen || (event.why !== "answer_refused" && event.why !== "store");
      return isToBeTold ? settle(job, outcome, now) : close(job, outcome, false, now);
    }
    case "delivery_failed": {
      if (state.answer === "given") return job;
      // The earlier card is not there, or cannot be looked for: nothing is left to be found.
      const { triedAt: _, ...untried } = state;
      const asked = state.answer !== "unclear" && event.isClear ? ({ ...untried, answer: "unclear" } as const) : state;
      // The edit that asked may still land.
      const isCardInDoubt = job.isCardInDoubt || !event.isClear;
      return { ...job, isCardInDoubt, state: { ...asked, notBefore: now + askAgainMs(event) } };
    }
    default:
      return job;
  }
}

/** The platform's word about the first card says nothing of the files that a step has put beside it meanwhile. */
export function withFilesOf(before: ReplyHandle, reply: ReplyHandle): ReplyHandle {
  if (reply.files !== undefined || before.files === undefined) return reply;
  if (reply.platform === "slack") return before.platform === "slack" ? { ...reply, files: before.files } : reply;
  return before.platform === "discord" ? { ...reply, files: before.files } : reply;
}

/** The first card was posted, and it is not known whether it arrived. */
function isLost({ answer }: FirstCard): boolean {
  return answer === "unclear" || answer === "retried";
}

/** Where the platform named the time to come back, that is all there is to wait for. */
function askAgainMs({
  waitMs,
  isToldWhen = false,
}: {
  readonly waitMs: number;
  readonly isToldWhen?: boolean;
}): number {
  return Math.max(Math.min(waitMs, WAIT_MAX_MS), isToldWhen ? 0 : ASK_AGAIN_MS);
}
