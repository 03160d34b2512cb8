import type { EpochMs } from "../clock.ts";
import type { Job, JobState, Outcome, Posting } from "./job.ts";

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
      return { ...due, state: withTimes(state, now) };
    case "waiting": {
      // Its end is as far away as it was when the job was last saved.
      const until = state.until - Math.max(0, (job.pacedAt ?? now) - now);
      return { ...due, state: { ...withTimes(state, now), until, notBefore: now } };
    }
    case "accepted":
    case "gathering": {
      // It begins no later than a job that was accepted now.
      const began = job.beganAt === undefined ? {} : { beganAt: Math.min(job.beganAt, now) };
      const acceptedAt = Math.min(job.acceptedAt, now);
      return { ...due, acceptedAt, ...began, state: { ...withTimes(state, now), notBefore: now } };
    }
    case "running": {
      // A task that began while the clock was ahead keeps its age.
      const ageMs = Math.max(0, state.lastRunningAt - state.since);
      const since = state.since > now ? now - ageMs : state.since;
      return { ...due, state: { ...withTimes(state, now), since, notBefore: now } };
    }
    case "announcing":
    case "attaching":
      return { ...due, state: { ...withTimes(state, now), outcome: withLinkLife(state, now), notBefore: now } };
    case "posting": {
      // Nobody knows how long ago the notification was tried: it can no longer be repeated within its nonce's time, and it
      // may still arrive.
      const triedAt = state.triedAt === null ? null : Math.min(state.triedAt, now - LONG_AGO_MS);
      const notBefore = triedAt === null ? now : now + ARRIVES_WITHIN_MS;
      return { ...due, state: { ...withTimes(state, now), outcome: withLinkLife(state, now), triedAt, notBefore } };
    }
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

/** The times of what has happened to a job, in any of its states. */
const TIMES = ["since", "lastRunningAt", "missingSince", "triedAt", "begunAt", "noWaySince", "settledAt"];

function withTimes<State extends JobState>(state: State, now: EpochMs): State {
  const ahead = Object.entries(state).filter(
    ([name, at]) => TIMES.includes(name) && typeof at === "number" && at > now,
  );
  return { ...state, ...Object.fromEntries(ahead.map(([name]) => [name, now])) };
}

/** Moves the end of the link back as well: it does not live longer because of the clock. */
function withLinkLife({ settledAt, outcome }: Pick<Posting, "settledAt" | "outcome">, now: EpochMs): Outcome {
  if (outcome.kind !== "succeeded" || outcome.expiresAt === null) return outcome;
  return { ...outcome, expiresAt: outcome.expiresAt - Math.max(0, settledAt - now) };
}
