import { FILM_MS, nextWait } from "../batch/chain.ts";
import type { EpochMs } from "../clock.ts";
import { advanceFirstCard } from "./advance-first-card.ts";
import { APPROVAL_MS, type Decision, TURN_MS } from "./approval.ts";
import type { Job, NotBegun, Waiting } from "./job.ts";
import type { Admission, JobEvent } from "./job-event.ts";
import { settle } from "./settle.ts";

/** Moves a job that has not begun. Of all that can end its wait the first word counts, and none after its time. */
export function advanceWaiting(job: Job, state: Waiting, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "approved": {
      if (!isAsked(state) || now >= state.until) return job;
      // The managers decided about its batch.
      if (job.partOf && nextWait(job) === "film")
        return { ...job, state: { ...state, for: "film", until: now + FILM_MS, notBefore: now } };
      const turn: Waiting = { ...state, for: "turn", until: now + TURN_MS, notBefore: now };
      if (job.partOf) return { ...job, state: turn };
      const decided = withDecision(job, { word: "approved", by: event.by, at: now });
      return { ...decided, state: job.parts ? { status: "gathering", answer: "given", notBefore: now } : turn };
    }
    case "declined": {
      if (!isAsked(state) || now >= state.until) return job;
      const note = event.note === null ? {} : { note: event.note };
      return notBegun(withDecision(job, { word: "declined", by: event.by, at: now, ...note }), "declined", now);
    }
    case "withdrawn": {
      // Of a batch the managers were asked as a whole: its videos know of no question.
      const isOwn = isAsked(state) && !job.partOf;
      const decided = isOwn ? withDecision(job, { word: "withdrawn", by: job.owner.userId, at: now }) : job;
      // Its person has just said so: the card is enough.
      return notBegun({ ...decided, isSilent: true }, "withdrawn", now);
    }
    case "waited_in_vain":
      if (now < state.until) return job;
      if (state.for !== "approval") return notBegun(job, IN_VAIN[state.for], now);
      return notBegun(withDecision(job, { word: "expired", by: null, at: now }), "expired", now);
    case "film_came": {
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
    case "line_moved":
      return state.for === "turn" ? { ...job, state: { ...state, place: event.place } } : job;
    case "managers_asked":
      // Not by `until` alone: a clock that was set back before the card was there would make it due at once, again and again.
      return isAsked(state)
        ? { ...job, state: { ...state, notBefore: Math.min(state.until, now + APPROVAL_MS) } }
        : job;
    case "released": {
      if (state.for !== "service" || state.answer !== "given" || now >= state.until) return job;
      return { ...job, releasedAt: now, state: { ...state, for: "turn", until: now + TURN_MS, notBefore: now } };
    }
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

const IN_VAIN: Readonly<Record<Exclude<Waiting["for"], "approval">, NotBegun>> = {
  turn: "no_turn",
  service: "still_down",
  film: "broken",
};

function isAsked({ for: cause }: Waiting): boolean {
  return cause === "approval";
}

function withDecision(job: Job, decision: Decision): Job {
  if (!job.approval) throw new Error(`job ${job.id} waits for an approval that it does not know of`);
  return { ...job, approval: { ...job.approval, decision } };
}

function notBegun(job: Job, why: NotBegun, now: EpochMs): Job {
  const ended = settle(job, { kind: "not_started", why }, now);
  const { state } = job;
  if (state.status !== "waiting" || state.answer !== "due" || ended.state.status !== "announcing") return ended;
  // Its first card is on its way: the word is an edit of that, not a second message beside one that says it goes on.
  return { ...ended, state: { ...ended.state, notBefore: Math.max(now, state.notBefore) } };
}
