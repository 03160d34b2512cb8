import type { EpochMs } from "../clock.ts";
import type { Attaching, Job, JobState, Outcome } from "./job.ts";

type Settled = Extract<JobState, { readonly outcome: Outcome }>;

/** The outcome is known and stays; only its way to the person is left. A part of a batch has none: its batch's card tells it. */
export function settle(job: Job, outcome: Outcome, now: EpochMs): Job {
  if (job.partOf) return withFile(job, { outcome, settledAt: now }, now) ?? close(job, outcome, true, now);
  return {
    ...job,
    state: {
      status: "announcing",
      outcome,
      settledAt: now,
      newMessage: "due",
      noWaySince: null,
      isLinkAsked: false,
      attempts: 0,
      notBefore: now,
    },
  };
}

/** The video's file, or a batch's films, are on their way into the card; null: none is wanted, or can be had. */
export function withFile(
  job: Job,
  { outcome, settledAt }: Pick<Attaching, "outcome" | "settledAt">,
  now: EpochMs,
): Job | null {
  if (job.video !== "due" || (outcome.kind !== "several" && liveLink(outcome, now) === null)) return null;
  const untried = { triedAt: null, attempts: 0, notBefore: now };
  return { ...job, state: { status: "attaching", outcome, settledAt, since: now, ...untried } };
}

/** The link to the video; null where there is none, or it has probably expired. */
export function liveLink(outcome: Outcome, now: EpochMs): string | null {
  if (outcome.kind !== "succeeded") return null;
  return outcome.expiresAt === null || now < outcome.expiresAt ? outcome.videoUrl : null;
}

/** A fresh link is offered so long before the end of the one that there is. */
const LINK_ENDING_MS = 1_800_000;

/** From when a fresh link may be wanted: at once where there is none, or nobody says how long it works; null: there is no video. */
export function freshLinkFrom(outcome: Outcome): EpochMs | null {
  if (outcome.kind !== "succeeded") return null;
  return outcome.videoUrl === null || outcome.expiresAt === null ? 0 : outcome.expiresAt - LINK_ENDING_MS;
}

/** A link that the service gave when it was asked once more replaces the one before; nobody says how long that one works. */
export function withLink(job: Job, state: Settled, videoUrl: string | null): Job {
  const { outcome } = state;
  const isNew = outcome.kind === "succeeded" && videoUrl !== null && videoUrl !== outcome.videoUrl;
  if (!isNew) return state === job.state ? job : { ...job, state };
  return { ...job, state: { ...state, outcome: { ...outcome, videoUrl, expiresAt: null } } };
}

/** It may have been charged: to make the video again repeats the risk. */
export function mayBeCharged(outcome: Outcome): boolean {
  if (outcome.kind === "unknown") return true;
  if (outcome.kind === "not_started") return outcome.why === "restored";
  return outcome.kind === "refused" && outcome.refusal.kind === "unavailable" && outcome.refusal.sent;
}

/** The job's life ends, and who else was to be told is forgotten; `told`: its person has the final word. */
export function close(job: Job, outcome: Outcome, told: boolean, now: EpochMs): Job {
  return { ...job, sealedKey: null, notify: [], state: { status: "closed", outcome, told, closedAt: now } };
}
