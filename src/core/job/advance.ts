import { cardPlace } from "../card-place.ts";
import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import { FILM_MS, isMadeHere, lacksPicture, nextWait } from "../film/film-chain.ts";
import { type Picture, shapeOf, type VideoRequest } from "../request/video-request.ts";
import { unreachable } from "../result.ts";
import type { ApiRefusal, PollRefusal, Task } from "../video-service.ts";
import { backoffMs, WAIT_MAX_MS } from "./due.ts";
import {
  advanceAnnouncing,
  advanceAttaching,
  advanceKeeping,
  advancePosting,
  close,
  LINK_LIFE_MS,
  settle,
  withKnownCard,
  withLink,
  withoutFilm,
} from "./final-message.ts";
import type { UserId } from "./ids.ts";
import {
  type Accepted,
  APPROVAL_MS,
  type Decision,
  type FirstCard,
  type Idempotency,
  isBeforePaid,
  isCallUnderWay,
  isRepeating,
  isSettled,
  type Job,
  type JobState,
  type Miss,
  type NotBegun,
  type Outcome,
  outcomeOf,
  type Running,
  TURN_MS,
  traced,
  type Waiting,
} from "./job.ts";
import type { Admission, JobEvent } from "./job-event.ts";
import { afterCardRead, afterRestore, seenRunning } from "./restored.ts";

/**
 * Nothing else changes jobs. An event that does not fit the state changes nothing. A closed job never reopens: only its link
 * and its kept film may change.
 */
export function advance(job: Job, event: JobEvent | Admission, now: EpochMs): Job {
  return closedIfForgotten(advanced(job, event, now), now);
}

function advanced(job: Job, event: JobEvent | Admission, now: EpochMs): Job {
  const { state } = job;
  const isUnderWay = !isBeforePaid(job) && state.status !== "gathering" && state.status !== "closed";
  // The platform's response came after a step had found the card. The place in the response is more reliable.
  if (event.kind === "answered" && isUnderWay) return answeredLate(job, event.reply, now);
  if (event.kind === "workspace_left") return leave(job, now);
  if (event.kind === "restored") return afterRestore(job, now);
  if (event.kind === "card_read") return afterCardRead(job, event.shows, now);
  if (event.kind === "card_moved") return moved(job, event.reply);
  if (event.kind === "link_asked" && "outcome" in state) return withLink(job, state, event.videoUrl, now);
  if (event.kind === "film_gone") return withoutFilm(job, now);
  if (event.kind === "film_joined") return withJoinedFilm(job, event.fileId);
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
      return advanceAnnouncing(job, state, event, now);
    case "posting":
      return advancePosting(job, state, event, now);
    case "attaching":
      return advanceAttaching(job, state, event, now);
    case "keeping":
      return advanceKeeping(job, state, event, now);
    case "closed":
      return event.kind === "kept_film_attached" ? withKeptFilmAttached(job, state, event.reply) : job;
    default:
      return unreachable(state);
  }
}

/** Does nothing during a paid call, whose answer will overwrite the job. */
function moved(job: Job, reply: ReplyHandle): Job {
  return isSettled(job) || isCallUnderWay(job) ? job : { ...withKnownCard(job), reply };
}

type In<Status extends JobState["status"]> = Extract<JobState, { status: Status }>;

function advanceWaiting(job: Job, state: Waiting, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "approved": {
      if (!isAsked(state) || now >= state.until) return job;
      // The managers decided about the whole batch. The price is reserved from now on, so today's sums count it.
      const counted = { ...job, countsAt: now };
      if (job.partOf && nextWait(job) === "film")
        return { ...counted, state: { ...state, for: "film", until: now + FILM_MS, notBefore: now } };
      const turn: Waiting = { ...state, for: "turn", until: now + TURN_MS, notBefore: now };
      if (job.partOf) return { ...counted, state: turn };
      const decided = withDecision(counted, { word: "approved", by: event.by, at: now });
      return { ...decided, state: job.parts ? { status: "gathering", answer: "given", notBefore: now } : turn };
    }
    case "declined": {
      if (!isAsked(state) || now >= state.until) return job;
      const note = event.note === null ? {} : { note: event.note };
      return notBegun(withDecision(job, { word: "declined", by: event.by, at: now, ...note }), state, "declined", now);
    }
    case "withdrawn": {
      // The managers were asked about the whole batch, not about each video.
      const isOwn = isAsked(state) && !job.partOf;
      const decided = isOwn ? withDecision(job, { word: "withdrawn", by: job.owner.userId, at: now }) : job;
      // The owner just withdrew the request, so the card's edit is enough.
      return notBegun({ ...decided, isSilent: true }, state, "withdrawn", now);
    }
    case "wait_expired":
      if (now < state.until) return job;
      if (state.for !== "approval") return notBegun(job, state, EXPIRED_REASONS[state.for], now);
      return notBegun(withDecision(job, { word: "expired", by: null, at: now }), state, "expired", now);
    case "film_arrived": {
      if (state.for !== "film" || state.answer !== "given") return job;
      const { picture } = job.request;
      const begins = picture && { ...picture, decidesRatio: false };
      const request = { ...job.request, aspectRatio: event.aspectRatio, picture: begins };
      return { ...job, request, state: { ...state, for: "turn", until: now + TURN_MS, notBefore: now } };
    }
    case "managers_reached": {
      if (!job.approval || event.isReached !== (job.approval.isUnreached ?? false)) return job;
      const { isUnreached: _, ...reached } = job.approval;
      return { ...job, approval: event.isReached ? reached : { ...reached, isUnreached: true } };
    }
    case "place_changed":
      return state.for === "turn" ? { ...job, state: { ...state, place: event.place } } : job;
    case "managers_asked":
      // Do not use only `until`: if the clock was set back before the card was posted, the job would be due again
      // and again.
      return isAsked(state)
        ? { ...job, state: { ...state, notBefore: Math.min(state.until, now + APPROVAL_MS) } }
        : job;
    case "turn_came": {
      if (state.for !== "turn" || state.answer !== "given" || now >= state.until) return job;
      return {
        ...job,
        beganAt: now,
        deadlineAt: now + (job.deadlineAt - job.acceptedAt),
        state: { status: "accepted", answer: "given", attempts: 0, waitingFor: null, notBefore: now },
      };
    }
    default:
      return advanceFirstCard(job, state, event, now);
  }
}

const EXPIRED_REASONS: Readonly<Record<Exclude<Waiting["for"], "approval">, NotBegun>> = {
  turn: "no_turn",
  film: "broken",
};

function isAsked({ for: cause }: Waiting): boolean {
  return cause === "approval";
}

function withDecision(job: Job, decision: Decision): Job {
  if (!job.approval) throw new Error(`job ${job.id} waits for an approval that it does not know of`);
  return { ...job, approval: { ...job.approval, decision } };
}

function notBegun(job: Job, { answer, notBefore }: Waiting, why: NotBegun, now: EpochMs): Job {
  const ended = settle(job, { kind: "not_started", why }, now);
  if (answer !== "due" || ended.state.status !== "announcing") return ended;
  // Wait until the first card is posted, and edit it. Otherwise it would still say that the video waits.
  return { ...ended, state: { ...ended.state, notBefore: Math.max(now, notBefore) } };
}

const ASK_AGAIN_MS = 3_000;

function advanceFirstCard(
  job: Job,
  state: Extract<JobState, FirstCard>,
  event: JobEvent | Admission,
  now: EpochMs,
): Job {
  const next = (first: Partial<FirstCard>): Job => ({ ...job, state: { ...state, ...first } });
  switch (event.kind) {
    case "answered":
      if (state.answer === "given") return { ...job, reply: cardPlace(event.reply).withFilesOf(job.reply) };
      return { ...next({ answer: "given", notBefore: now }), reply: cardPlace(event.reply).withFilesOf(job.reply) };
    case "answer_unclear":
      return state.answer === "due" ? next({ answer: "unclear", triedAt: now, notBefore: now }) : job;
    case "answer_retried":
      return isLost(state) ? { ...next({ answer: "retried", triedAt: now }), ...lostBefore(job, state) } : job;
    case "search_postponed":
      return state.answer === "given" ? job : next({ notBefore: now + askAgainMs(event) });
    case "shown":
      return { ...job, reply: event.reply };
    case "not_started": {
      if (event.why === "answered_elsewhere") return close(job, { kind: "not_started", why: event.why }, false, now);
      const outcome: Outcome = { kind: "not_started", why: event.why };
      // If the answer was refused or the job was not stored, the card was probably never shown. It was shown if
      // somebody pressed *Notify me too* on it.
      const isSeen = job.notify.length > 0;
      const isNotified = isSeen || (event.why !== "answer_refused" && event.why !== "store");
      return isNotified ? settle(job, outcome, now) : close(job, outcome, false, now);
    }
    case "delivery_failed": {
      if (state.answer === "given") return job;
      const { triedAt: _, ...untried } = state;
      const asked = state.answer !== "unclear" && event.isClear ? ({ ...untried, answer: "unclear" } as const) : state;
      // The edit that tested the card may still arrive.
      const isCardInDoubt = job.isCardInDoubt || !event.isClear;
      return { ...job, isCardInDoubt, state: { ...asked, notBefore: now + askAgainMs(event) } };
    }
    default:
      return job;
  }
}

function isLost({ answer }: FirstCard): boolean {
  return answer === "unclear" || answer === "retried";
}

function lostBefore({ lostCardAt }: Job, { triedAt }: FirstCard): Pick<Job, "lostCardAt"> {
  const at = lostCardAt ?? triedAt;
  return at === undefined ? {} : { lostCardAt: at };
}

/** A time named by the platform overrides the backoff. */
function askAgainMs({
  waitMs,
  hasRetryTime = false,
}: {
  readonly waitMs: number;
  readonly hasRetryTime?: boolean;
}): number {
  return Math.max(Math.min(waitMs, WAIT_MAX_MS), hasRetryTime ? 0 : ASK_AGAIN_MS);
}

/** After this time, nobody expects the video to start. Our choice. */
export const START_WITHIN_MS = 600_000;
export function startsUntil({ acceptedAt, beganAt = acceptedAt }: Job): EpochMs {
  return beganAt + START_WITHIN_MS;
}

/** A longer wait that the service asks for is reduced to this. */
const RETRY_AFTER_MAX_MS = 120_000;

/** All tries take 11 to 23 s, because a new link may not work for the first seconds. */
export const PICTURE_TRIES = 6;
const PICTURE_RETRY_MAX_MS = 8_000;

function advanceAccepted(job: Job, state: Accepted, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "picture_passed": {
      const { picture } = job.request;
      if (!picture) return job;
      const aspectRatio = (picture.decidesRatio ? event.aspectRatio : null) ?? job.request.aspectRatio;
      return { ...job, request: { ...job.request, aspectRatio, picture: { ...picture, isChecked: true } } };
    }
    case "picture_must_fit": {
      const { picture } = job.request;
      if (!picture || isMadeHere(picture)) return job;
      return { ...job, request: { ...job.request, picture: { ...picture, fit: "due" } } };
    }
    case "picture_begun":
      return { ...job, state: { ...state, pictureTries: (state.pictureTries ?? 0) + 1 } };
    case "picture_postponed":
      return { ...job, state: { ...state, notBefore: now + waitForPicture(state, event) } };
    case "picture_prepared": {
      const { picture } = job.request;
      if (!picture || !isMadeHere(picture)) return job;
      return { ...job, reply: event.reply ?? job.reply, request: withMadePicture(job.request, picture, event) };
    }
    case "withdrawn":
      // A job that still lacks its picture can be withdrawn. The owner just did that, so the card's edit is enough.
      if (state.answer !== "given" || !lacksPicture(job)) return job;
      return settle({ ...job, isSilent: true }, { kind: "not_started", why: "withdrawn" }, now);
    case "refused":
      return settle(job, { kind: "refused", refusal: event.refusal }, now);
    case "submitting":
      if (state.answer !== "given" || lacksPicture(job)) return job;
      return {
        ...job,
        ...(event.sealedKey && { sealedKey: event.sealedKey }),
        state: {
          status: "submitting",
          since: now,
          attempts: state.attempts + 1,
          answer: null,
          ...(event.idempotency && { idempotency: firstCall(event.idempotency, now) }),
        },
      };
    default:
      return advanceFirstCard(job, state, event, now);
  }
}

function firstCall(
  { key, place, forMs }: { readonly key: string; readonly place: string; readonly forMs: number },
  now: EpochMs,
): Idempotency {
  return { key, place, firstAt: now, until: now + forMs, lost: 0, againAt: null };
}

function withMadePicture(
  request: VideoRequest,
  picture: Picture,
  { url, width, height, isOfCopy }: Extract<JobEvent, { kind: "picture_prepared" }>,
): VideoRequest {
  if (picture.continues) {
    const { job, nth } = picture.continues;
    const continues = { job, nth, ...(isOfCopy && { isOfCopy }) };
    return { ...request, picture: { ...picture, continues, url, isChecked: true } };
  }
  const aspectRatio = (picture.decidesRatio ? shapeOf({ width, height }) : null) ?? request.aspectRatio;
  return { ...request, aspectRatio, picture: { ...picture, fit: { url, width, height }, isChecked: true } };
}

function waitForPicture(
  { pictureTries = 1 }: Accepted,
  { waitMs, fraction }: { readonly waitMs: number; readonly fraction: number },
): number {
  return Math.max(Math.min(waitMs, RETRY_AFTER_MAX_MS), backoffMs(pictureTries, PICTURE_RETRY_MAX_MS, fraction));
}

const UNSENT_RETRIES = 3;
/** The longest backoff after a lost answer. Our choice. */
const REPEAT_MAX_MS = 300_000;

function advanceSubmitting(job: Job, state: In<"submitting">, event: JobEvent | Admission, now: EpochMs): Job {
  const chargeUnknown: Outcome = { kind: "unknown", taskId: null, atMost: job.price };
  switch (event.kind) {
    case "started": {
      // A repeated call may return the task of the first call, which may have ended since.
      const repeated = isRepeating(job) ? state.idempotency : undefined;
      const deadlineMs = job.deadlineAt - (job.beganAt ?? job.acceptedAt);
      return {
        ...job,
        ...(repeated && { deadlineAt: now + deadlineMs }),
        state: {
          status: "running",
          taskId: event.started.taskId,
          credits: event.started.credits ?? job.price,
          creditsAreExact: event.started.credits !== null,
          percent: null,
          since: now,
          endsAt: null,
          lastRunningAt: repeated?.firstAt ?? now,
          misses: 0,
          missing: null,
          missingSince: null,
          waitingFor: null,
          notBefore: now,
        },
      };
    }
    case "submitting_again": {
      const { idempotency } = state;
      if (!idempotency) return job;
      // `againAt` null: the call's process ended before it counted the lost answer.
      const lost = idempotency.lost + (idempotency.againAt === null ? 1 : 0);
      const repeated = { ...idempotency, lost, againAt: null };
      return { ...job, state: { ...state, since: now, answer: null, idempotency: repeated } };
    }
    case "answer_kept":
      return { ...job, state: { ...state, answer: event.answer } };
    case "interrupted":
      return settle(job, chargeUnknown, now);
    case "start_refused": {
      const { refusal } = event;
      // If a repetition is refused, the call before it may still have been charged.
      if (isRepeating(job) || (refusal.kind === "unavailable" && refusal.sent))
        return repeatLater(job, state, event, now) ?? settle(job, chargeUnknown, now);
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

function repeatLater(
  job: Job,
  state: In<"submitting">,
  { refusal, fraction }: { readonly refusal: ApiRefusal; readonly fraction: number },
  now: EpochMs,
): Job | null {
  const { idempotency } = state;
  const mayPass = refusal.kind === "unavailable" || refusal.kind === "rate_limited" || refusal.kind === "busy";
  if (!idempotency || !mayPass) return null;
  const lost = idempotency.lost + 1;
  const askedMs = refusal.kind === "rate_limited" ? Math.min(RETRY_AFTER_MAX_MS, refusal.retryAfterMs ?? 0) : 0;
  const againAt = now + Math.max(askedMs, backoffMs(lost, REPEAT_MAX_MS, fraction));
  if (againAt >= idempotency.until) return null;
  return { ...job, state: { ...state, answer: null, idempotency: { ...idempotency, lost, againAt } } };
}

function waitBeforeRetry(
  job: Job,
  refusal: ApiRefusal,
  attempts: number,
  fraction: number,
  now: EpochMs,
): number | null {
  if (refusal.kind === "unavailable" && !refusal.sent) {
    return attempts <= UNSENT_RETRIES ? backoffMs(attempts, 4_000, fraction) : null;
  }
  if (refusal.kind !== "rate_limited") return null;
  const waitMs = Math.min(RETRY_AFTER_MAX_MS, refusal.retryAfterMs ?? 5_000 * 2 ** Math.min(10, attempts - 1));
  return now + waitMs < startsUntil(job) ? waitMs : null;
}

/** Counted from the job's deadline, see `gapOf` in due.ts. */
const GIVE_UP_AFTER_MS = 86_400_000;
/** A service may need a moment before it knows a new task. */
const NEW_TASK_MS = 60_000;
const UNKNOWN_POLLS = 5;
const UNKNOWN_FOR_MS = 120_000;
const NO_LINK_POLLS = 5;

const noMiss = { misses: 0, missing: null, missingSince: null } as const;

function advancePoll(job: Job, state: Running, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "polled":
      return afterTask(job, state, event.task, now);
    case "poll_refused":
      return afterRefusal(job, { ...state, notBefore: now }, event.refusal, now);
    case "poll_held":
      return held(job, { ...state, notBefore: now + event.waitMs }, event.waitMs);
    case "key_renewed":
      if (state.waitingFor !== "key") return job;
      return {
        ...job,
        dueAt: now,
        state: { ...state, ...noMiss, waitingFor: null, notBefore: now },
      };
    default:
      return job;
  }
}

function afterTask(job: Job, state: Running, task: Task, now: EpochMs): Job {
  const { taskId, credits, creditsAreExact } = state;
  switch (task.status) {
    case "running": {
      const percent = shownPercent(state.percent, task.percent);
      const trace = percent === null ? null : traced(state.trace ?? [], now - state.since, percent);
      const seen: Running = {
        ...state,
        ...noMiss,
        percent,
        lastRunningAt: now,
        waitingFor: null,
        notBefore: now,
        ...(trace && { trace }),
      };
      return giveUpOr(seenRunning(job), seen, now);
    }
    case "failed": {
      const { reason } = task;
      const outcome = { kind: "failed", taskId, refunded: credits, creditsAreExact } as const;
      return settle(job, { ...outcome, ...(reason !== undefined && { reason }) }, now);
    }
    case "succeeded": {
      const { videoUrl } = task;
      return videoUrl === null
        ? withoutLink(job, { ...state, waitingFor: null }, now)
        : made(job, state, videoUrl, now);
    }
    default:
      return unreachable(task);
  }
}

function afterRefusal(job: Job, state: Running, refusal: PollRefusal, now: EpochMs): Job {
  switch (refusal.kind) {
    case "no_key":
    case "bad_key":
      return missed(job, { ...state, waitingFor: "key" }, "bad_key", now);
    // The service's interface lists 402 for the start only. This video is paid for, so just repeat the poll.
    case "no_credits":
      return missed(job, { ...state, waitingFor: "credits" }, "no_answer", now);
    case "rate_limited": {
      const askedMs = Math.min(RETRY_AFTER_MAX_MS, refusal.retryAfterMs ?? 0);
      const notBefore = Math.max(state.notBefore, now + askedMs);
      return missed(job, { ...state, notBefore }, "no_answer", now);
    }
    case "bad_request":
    case "busy":
    case "wrong_address":
    case "unavailable":
      return missed(job, state, "no_answer", now);
    case "unknown_task": {
      if (now - state.since < NEW_TASK_MS) return missed(job, state, "no_answer", now);
      // A video that the service reported as finished was made, even if the service forgets it.
      if (state.missing === "no_link") return withoutLink(job, state, now);
      const isSame = state.missing === "unknown_task";
      const isLasting = now - (state.missingSince ?? now) >= UNKNOWN_FOR_MS;
      if (isSame && state.misses + 1 >= UNKNOWN_POLLS && isLasting) return lost(job, state, now);
      return missed(job, state, "unknown_task", now);
    }
    default:
      return unreachable(refusal);
  }
}

function withoutLink(job: Job, state: Running, now: EpochMs): Job {
  const isLastTry = state.missing === "no_link" && state.misses >= NO_LINK_POLLS;
  return isLastTry ? made(job, state, null, now) : missed(job, state, "no_link", now);
}

/** Time while the service is down does not count against a job. */
function held(job: Job, state: Running, waitMs: number): Job {
  const { missing, missingSince, notBefore } = state;
  const missed = {
    missing: missing ?? "no_answer",
    missingSince: missingSince === null ? notBefore : missingSince + waitMs,
  };
  return { ...job, deadlineAt: job.deadlineAt + waitMs, state: { ...state, ...missed } };
}

function missed(job: Job, state: Running, miss: Miss, now: EpochMs): Job {
  // A poll without an answer, or with a refused key, does not show whether the link is still missing.
  const isUnrelated = miss === "no_answer" || miss === "bad_key";
  if (isUnrelated && state.missing === "no_link") return giveUpOr(job, state, now);
  const isSame = state.missing === miss;
  const next: Running = {
    ...state,
    misses: isSame ? state.misses + 1 : 1,
    missing: miss,
    missingSince: isSame ? state.missingSince : now,
  };
  return giveUpOr(job, next, now);
}

/** A task that the service reported as finished counts as made, even without a link. */
function giveUpOr(job: Job, next: Running, now: EpochMs): Job {
  if (now <= job.deadlineAt + GIVE_UP_AFTER_MS) return { ...job, state: next };
  return next.missing === "no_link" ? made(job, next, null, now) : lost(job, next, now);
}

function made(job: Job, state: Running, videoUrl: string | null, now: EpochMs): Job {
  const { taskId, credits, creditsAreExact } = state;
  const expiresAt = Math.min(state.lastRunningAt, now) + LINK_LIFE_MS;
  return settle(job, { kind: "succeeded", taskId, videoUrl, expiresAt, credits, creditsAreExact }, now);
}

function lost(job: Job, state: Running, now: EpochMs): Job {
  return settle(job, { kind: "unknown", taskId: state.taskId, atMost: state.credits }, now);
}

function shownPercent(before: number | null, now: number | null): number | null {
  if (now === null || !Number.isFinite(now)) return before;
  return Math.max(before ?? 0, Math.min(99, Math.max(0, Math.round(now))));
}

/** If the first card arrives after the job's end, it shows the outcome at once. */
function answeredLate(job: Job, reply: ReplyHandle, now: EpochMs): Job {
  const { state } = job;
  const isFirst = state.status === "announcing" && state.outcome.kind === "not_started" && state.attempts === 0;
  return {
    ...job,
    reply: cardPlace(reply).withFilesOf(job.reply),
    ...(isFirst && { state: { ...state, notBefore: now } }),
  };
}

function withKeptFilmAttached(job: Job, { outcome }: In<"closed">, reply: ReplyHandle): Job {
  if (job.isForgotten || (outcome.kind !== "succeeded" && outcome.kind !== "several")) return job;
  return { ...job, reply, ...(!job.parts && { video: "here" }) };
}

function withJoinedFilm(job: Job, id: string): Job {
  const reply = cardPlace(job.reply).withJoinedFilm(id);
  return reply === job.reply ? job : { ...job, reply };
}

/** Notifies nobody any more, and deletes what people wrote. Running videos continue, so their outcome will be known. */
function leave(job: Job, now: EpochMs): Job {
  if (isCallUnderWay(job)) return job;
  // Without its content the call cannot be repeated.
  if (job.state.status === "submitting")
    return close(withoutContent(job), { kind: "unknown", taskId: null, atMost: job.price }, false, now);
  if (isBeforePaid(job) || job.state.status === "gathering")
    return close(withoutContent(job), { kind: "not_started", why: "answer_refused" }, false, now);
  return job.isForgotten ? job : closedIfForgotten(withoutContent(job), now);
}

function closedIfForgotten(job: Job, now: EpochMs): Job {
  const outcome = outcomeOf(job);
  if (!job.isForgotten || outcome === null || job.state.status === "closed") return job;
  return close(job, outcome, false, now);
}

function withoutContent({ film: _, ...job }: Job): Job {
  const request = { ...job.request, prompt: "", picture: null };
  const reply = cardPlace(job.reply).withoutOpenAddress();
  return { ...job, request, reply, notify: [], isForgotten: true, state: withoutServiceWords(job.state) };
}

/** The service's words may repeat the prompt. */
function withoutServiceWords(state: JobState): JobState {
  if (!("outcome" in state)) return state;
  const { outcome } = state;
  if (outcome.kind === "failed") {
    const { reason: _, ...rest } = outcome;
    return { ...state, outcome: rest };
  }
  if (outcome.kind !== "refused" || outcome.refusal.kind !== "bad_request") return state;
  const { serviceWords: _, ...refusal } = outcome.refusal;
  return { ...state, outcome: { ...outcome, refusal } };
}

/** Besides the owner. The limit follows from Discord's 2,000 characters. */
const NOTIFY_MAX = 39;

/** Adds the owner only to a silent job, because other jobs notify the owner anyway. */
function withListener(job: Job, userId: UserId): Job {
  const isListed = (job.owner.userId === userId && !job.isSilent) || job.notify.includes(userId);
  return isListed || job.notify.length >= NOTIFY_MAX ? job : { ...job, notify: [...job.notify, userId] };
}

function withoutListener(job: Job, userId: UserId): Job {
  return job.notify.includes(userId) ? { ...job, notify: job.notify.filter((each) => each !== userId) } : job;
}
