import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import { lacksFrame } from "../film/continues.ts";
import { unreachable } from "../result.ts";
import { advanceAttaching } from "./advance-attaching.ts";
import { advanceDelivery } from "./advance-delivery.ts";
import { advanceFirstCard, withFilesOf } from "./advance-first-card.ts";
import { advancePoll } from "./advance-poll.ts";
import { advanceWaiting } from "./advance-waiting.ts";
import { afterSetBack } from "./clock-set-back.ts";
import { type Accepted, isBeforePaid, type Job, type JobState, type Outcome } from "./job.ts";
import type { Admission, JobEvent } from "./job-event.ts";
import { closedIfForgotten, leave } from "./leave.ts";
import { withListener, withoutListener } from "./listeners.ts";
import { settle, withLink } from "./settle.ts";
import { waitBeforeRetry, waitForFrame } from "./submit-retry.ts";

/** The only place a job changes. An event that does not fit the state changes nothing; a closed job never reopens: only its link may become another. */
export function advance(job: Job, event: JobEvent | Admission, now: EpochMs): Job {
  return closedIfForgotten(advanced(job, event, now), now);
}

function advanced(job: Job, event: JobEvent | Admission, now: EpochMs): Job {
  const { state } = job;
  if (event.kind === "approved" || event.kind === "released" || event.kind === "turn_came")
    return state.status === "waiting" ? advanceWaiting(job, state, event, now) : job;
  const isUnderWay = !isBeforePaid(job) && state.status !== "gathering" && state.status !== "closed";
  // The platform's word came after a step had found the card by itself: it knows better where that is.
  if (event.kind === "answered" && isUnderWay) return answeredLate(job, event.reply, now);
  if (event.kind === "workspace_left") return leave(job, now);
  if (event.kind === "restored")
    return couldStillPay(job) ? settle(job, { kind: "not_started", why: "restored" }, now) : job;
  if (event.kind === "film_joined") return withJoinedFilm(job, event.fileId);
  if (event.kind === "clock_set_back") return afterSetBack(job, now);
  if (event.kind === "edit_unclear" && state.status !== "closed") return { ...job, isCardInDoubt: true };
  if (event.kind === "notify_me" && !("outcome" in state)) return withListener(job, event.userId);
  if (event.kind === "listener_left" && state.status !== "closed") return withoutListener(job, event.userId);
  if (event.kind === "listeners_called" && state.status === "announcing")
    return { ...job, notify: [], notification: "lost" };
  switch (state.status) {
    case "waiting":
      return advanceWaiting(job, state, event, now);
    case "accepted":
      return advanceAccepted(job, state, event, now);
    case "gathering":
      if (event.kind === "parts_settled")
        return settle({ ...job, ...(event.areFilmsDue && { video: "due" }) }, { kind: "several" }, now);
      return advanceFirstCard(job, state, event, now);
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

/**
 * A later store may have paid for it. A batch pays for nothing itself: it ends where its person may not have its card, and else
 * tells what becomes of its videos. What was found submitting is unknown, and never sent again.
 */
function couldStillPay(job: Job): boolean {
  const { state } = job;
  return isBeforePaid(job) || (state.status === "gathering" && state.answer !== "given");
}

/** What ended before its first card was there is told on that at once. */
function answeredLate(job: Job, reply: ReplyHandle, now: EpochMs): Job {
  const { state } = job;
  const isFirst = state.status === "announcing" && state.outcome.kind === "not_started" && state.attempts === 0;
  return { ...job, reply: withFilesOf(job.reply, reply), ...(isFirst && { state: { ...state, notBefore: now } }) };
}

/** On Slack the card's own *Delete* takes it away; elsewhere it is a message with one of its own. */
function withJoinedFilm(job: Job, id: string): Job {
  if (job.reply.platform !== "slack") return job;
  return { ...job, reply: { ...job.reply, files: [...(job.reply.files ?? []), { id, isJoined: true }] } };
}

type In<Status extends JobState["status"]> = Extract<JobState, { status: Status }>;

function advanceAccepted(job: Job, state: Accepted, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "picture_passed": {
      const { picture } = job.request;
      if (!picture) return job;
      const aspectRatio = picture.decidesRatio ? event.aspectRatio : job.request.aspectRatio;
      return { ...job, request: { ...job.request, aspectRatio, picture: { ...picture, isChecked: true } } };
    }
    case "frame_begun":
      return { ...job, state: { ...state, frameTries: (state.frameTries ?? 0) + 1 } };
    case "frame_put_off":
      return { ...job, state: { ...state, notBefore: now + waitForFrame(state, event) } };
    case "frame_taken": {
      const { picture } = job.request;
      if (!picture?.continues) return job;
      const taken = { ...picture, url: event.url, isChecked: true };
      return { ...job, reply: event.reply ?? job.reply, request: { ...job.request, picture: taken } };
    }
    case "withdrawn":
      // Until its frame is there it waits as before its beginning, and its person has just said so: the card is enough.
      if (state.answer !== "given" || !lacksFrame(job)) return job;
      return settle({ ...job, isSilent: true }, { kind: "not_started", why: "withdrawn" }, now);
    case "refused":
      return settle(job, { kind: "refused", refusal: event.refusal }, now);
    case "submitting":
      if (state.answer !== "given" || lacksFrame(job)) return job;
      return {
        ...job,
        ...(event.sealedKey && { sealedKey: event.sealedKey }),
        state: { status: "submitting", since: now, attempts: state.attempts + 1, answer: null },
      };
    default:
      return advanceFirstCard(job, state, event, now);
  }
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
