import type { EpochMs } from "../clock.ts";
import type { Announcing, Attaching, FirstCard, Job, Posting, Running } from "./job.ts";

/** A job's times may be ahead by this much: the clocks of two machines never agree completely. */
const AHEAD_MS = 5_000;
/** A notification that was tried before the clock was set back counts as this old: no nonce holds as long. */
const LONG_AGO_MS = 600_000;
/** After this long the notification has arrived, if it ever does. */
const ARRIVES_WITHIN_MS = 30_000;

/** Returns whether the clock was set back since the job was saved: everything the job waits for would come later by as much. */
export function isFromAhead(job: Job, now: EpochMs): boolean {
  return latestTime(job) > now + AHEAD_MS;
}

/** Makes the job due now and takes back every time that is ahead of the clock; a job whose times are not ahead stays as it is. */
export function afterSetBack(job: Job, now: EpochMs): Job {
  if (!isFromAhead(job, now)) return job;
  const { state } = job;
  const due = { ...job, dueAt: now, pacedAt: now };
  switch (state.status) {
    case "closed":
      return job;
    case "submitting":
      return { ...due, state: { ...state, since: Math.min(state.since, now) } };
    case "waiting":
      // Its end is as far away as it was when the job was last saved.
      return {
        ...due,
        state: { ...setBackCard(state, now), until: state.until - Math.max(0, (job.pacedAt ?? now) - now) },
      };
    case "accepted": {
      // It begins no later than a job that was accepted now.
      const acceptedAt = Math.min(job.acceptedAt, now);
      const began = job.beganAt === undefined ? {} : { beganAt: Math.min(job.beganAt, now) };
      return { ...due, acceptedAt, ...began, state: setBackCard(state, now) };
    }
    case "gathering":
      return { ...due, acceptedAt: Math.min(job.acceptedAt, now), state: setBackCard(state, now) };
    case "running":
      return { ...due, state: setBackRunning(state, now) };
    case "announcing":
      return { ...due, state: setBackAnnouncing(state, now) };
    case "posting":
      return { ...due, state: setBackPosting(state, now) };
    case "attaching":
      return { ...due, state: setBackAttaching(state, now) };
  }
}

/** Returns when something last happened to the job, as far as is known. A job whose answer is due waits for the platform alone. */
function latestTime({ pacedAt = 0, state }: Job): EpochMs {
  switch (state.status) {
    case "closed":
      return 0;
    case "waiting":
    case "accepted":
    case "gathering":
      return state.answer === "due" ? 0 : Math.max(pacedAt, state.triedAt ?? 0);
    case "submitting":
      return Math.max(pacedAt, state.since);
    case "running":
      // Not `missingSince`: it moves ahead while the service is down.
      return Math.max(pacedAt, state.since, state.lastRunningAt);
    default:
      return Math.max(pacedAt, state.settledAt);
  }
}

function setBackCard<State extends FirstCard>(state: State, now: EpochMs): State {
  const tried = state.triedAt === undefined ? {} : { triedAt: Math.min(state.triedAt, now) };
  return { ...state, ...tried, notBefore: now };
}

/** Keeps the age of a task that began while the clock was ahead. */
function setBackRunning(state: Running, now: EpochMs): Running {
  const { lastRunningAt, missingSince } = state;
  return {
    ...state,
    since: state.since > now ? now - Math.max(0, lastRunningAt - state.since) : state.since,
    lastRunningAt: Math.min(lastRunningAt, now),
    missingSince: missingSince === null ? null : Math.min(missingSince, now),
    notBefore: now,
  };
}

function setBackAnnouncing(state: Announcing, now: EpochMs): Announcing {
  const { begunAt, noWaySince } = state;
  return {
    ...state,
    ...setBackSettled(state, now),
    ...(begunAt !== undefined && { begunAt: Math.min(begunAt, now) }),
    noWaySince: noWaySince === null ? null : Math.min(noWaySince, now),
    notBefore: now,
  };
}

/** Nobody knows how long ago the notification was tried: it can no longer be repeated within its nonce's time, and it may still arrive. */
function setBackPosting(state: Posting, now: EpochMs): Posting {
  const { triedAt } = state;
  return {
    ...state,
    ...setBackSettled(state, now),
    triedAt: triedAt === null ? null : Math.min(triedAt, now - LONG_AGO_MS),
    notBefore: triedAt === null ? now : now + ARRIVES_WITHIN_MS,
  };
}

function setBackAttaching(state: Attaching, now: EpochMs): Attaching {
  const { since, triedAt } = state;
  return {
    ...state,
    ...setBackSettled(state, now),
    since: Math.min(since, now),
    triedAt: triedAt === null ? null : Math.min(triedAt, now),
    notBefore: now,
  };
}

/** Moves the end of the link back as well: it does not live longer because of the clock. */
function setBackSettled(
  { settledAt, outcome }: Pick<Posting, "settledAt" | "outcome">,
  now: EpochMs,
): Pick<Posting, "settledAt" | "outcome"> {
  const byMs = Math.max(0, settledAt - now);
  if (outcome.kind !== "succeeded" || outcome.expiresAt === null) return { settledAt: settledAt - byMs, outcome };
  return { settledAt: settledAt - byMs, outcome: { ...outcome, expiresAt: outcome.expiresAt - byMs } };
}
