import type { EpochMs } from "../clock.ts";
import { WAIT_MAX_MS } from "../pace/pace.ts";
import { unreachable } from "../result.ts";
import { advanceAttaching } from "./advance-attaching.ts";
import { advanceDelivery } from "./advance-delivery.ts";
import { advancePoll } from "./advance-poll.ts";
import { afterSetBack } from "./clock-set-back.ts";
import type { Job, JobState, Outcome } from "./job.ts";
import type { JobEvent } from "./job-event.ts";
import { closedIfForgotten, leave } from "./leave.ts";
import { withListener, withoutListener } from "./listeners.ts";
import { close, settle, withLink } from "./settle.ts";
import { waitBeforeRetry } from "./submit-retry.ts";

/** Whether the first answer arrived is asked again after this. */
const ASK_AGAIN_MS = 3_000;

/** The only place a job changes. An event that does not fit the state changes nothing; a closed job never reopens: only its link may become a new one. */
export function advance(job: Job, event: JobEvent, now: EpochMs): Job {
  return closedIfForgotten(advanced(job, event, now), now);
}

function advanced(job: Job, event: JobEvent, now: EpochMs): Job {
  const { state } = job;
  const isUnderWay = state.status !== "accepted" && state.status !== "closed";
  // The platform's word came after a step had found the card by itself: it knows better where that is.
  if (event.kind === "answered" && isUnderWay) return { ...job, reply: event.reply };
  if (event.kind === "workspace_left") return leave(job, now);
  if (event.kind === "clock_set_back") return afterSetBack(job, now);
  if (event.kind === "edit_unclear" && state.status !== "closed") return { ...job, isCardInDoubt: true };
  if (event.kind === "notify_me" && !("outcome" in state)) return withListener(job, event.userId);
  if (event.kind === "listener_left" && state.status !== "closed") return withoutListener(job, event.userId);
  if (event.kind === "listeners_called" && state.status === "announcing")
    return { ...job, notify: [], notification: "lost" };
  switch (state.status) {
    case "accepted":
      return advanceAccepted(job, state, event, now);
    case "submitting":
      return advanceSubmitting(job, state, event, now);
    case "running":
      return event.kind === "shown" ? { ...job, reply: event.reply } : advancePoll(job, state, event, now);
    case "announcing":
    case "posting":
      return advanceDelivery(job, state, event, now);
    case "attaching":
      return advanceAttaching(job, state, event, now);
    case "closed":
      return event.kind === "link_asked" ? withLink(job, state, event.videoUrl) : job;
    default:
      return unreachable(state);
  }
}

type In<Status extends JobState["status"]> = Extract<JobState, { status: Status }>;

function advanceAccepted(job: Job, state: In<"accepted">, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "answered":
      if (state.answer === "given") return { ...job, reply: event.reply };
      return { ...job, reply: event.reply, state: { ...state, answer: "given", notBefore: now } };
    case "answer_unclear":
      return state.answer === "due"
        ? { ...job, state: { ...state, answer: "unclear", triedAt: now, notBefore: now } }
        : job;
    case "answer_retried":
      return isLost(state) ? { ...job, state: { ...state, answer: "retried", triedAt: now } } : job;
    case "look_put_off":
      return isLost(state) ? { ...job, state: { ...state, notBefore: now + askAgainMs(event) } } : job;
    case "shown":
      return { ...job, reply: event.reply };
    case "not_started": {
      const outcome: Outcome = { kind: "not_started", why: event.why };
      // Nobody waits for a card that was never there, unless they pressed its button.
      const isSeen = job.notify.length > 0;
      const isToBeTold = isSeen || (event.why !== "answer_refused" && event.why !== "store");
      return isToBeTold ? settle(job, outcome, now) : close(job, outcome, false, now);
    }
    case "picture_passed": {
      const { picture } = job.request;
      if (!picture) return job;
      const aspectRatio = picture.decidesRatio ? event.aspectRatio : job.request.aspectRatio;
      return { ...job, request: { ...job.request, aspectRatio, picture: { ...picture, isChecked: true } } };
    }
    case "refused":
      return settle(job, { kind: "refused", refusal: event.refusal }, now);
    case "submitting":
      if (state.answer !== "given") return job;
      return { ...job, state: { status: "submitting", since: now, attempts: state.attempts + 1, answer: null } };
    case "delivery_failed": {
      if (state.answer === "given") return job;
      // The earlier card is not there, or cannot be looked for: nothing is left to be found.
      const { triedAt: _, ...untried } = state;
      const asked = state.answer === "retried" && event.isClear ? ({ ...untried, answer: "unclear" } as const) : state;
      // The edit that asked may still land.
      const isCardInDoubt = job.isCardInDoubt || !event.isClear;
      return { ...job, isCardInDoubt, state: { ...asked, notBefore: now + askAgainMs(event) } };
    }
    default:
      return job;
  }
}

/** The first card was posted, and it is not known whether it arrived. */
function isLost({ answer }: In<"accepted">): boolean {
  return answer === "unclear" || answer === "retried";
}

function askAgainMs({ waitMs }: { readonly waitMs: number }): number {
  return Math.max(Math.min(waitMs, WAIT_MAX_MS), ASK_AGAIN_MS);
}

function advanceSubmitting(job: Job, state: In<"submitting">, event: JobEvent, now: EpochMs): Job {
  const cannotTell: Outcome = { kind: "unknown", taskId: null, atMost: job.price };
  switch (event.kind) {
    case "started":
      return {
        ...job,
        state: {
          status: "running",
          taskId: event.started.taskId,
          credits: event.started.credits ?? job.price,
          creditsAreExact: event.started.credits !== null,
          percent: null,
          since: now,
          lastRunningAt: now,
          misses: 0,
          missing: null,
          missingSince: null,
          waitingFor: null,
          notBefore: now,
        },
      };
    case "answer_kept":
      return { ...job, state: { ...state, answer: event.answer } };
    case "interrupted":
      return settle(job, cannotTell, now);
    case "start_refused": {
      const { refusal } = event;
      if (refusal.kind === "unavailable" && refusal.sent)
        return settle(job, { ...cannotTell, ...(refusal.isError && { isError: true }) }, now);
      const waitMs = waitBeforeRetry(job, refusal, state.attempts, event.fraction, now);
      if (waitMs === null) return settle(job, { kind: "refused", refusal }, now);
      const waitingFor = refusal.kind === "rate_limited" ? "rate_limit" : "service";
      return {
        ...job,
        state: { status: "accepted", answer: "given", attempts: state.attempts, waitingFor, notBefore: now + waitMs },
      };
    }
    default:
      return job;
  }
}
