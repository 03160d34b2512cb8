import type { EpochMs } from "../clock.ts";
import type { Job, Outcome } from "./job.ts";
import { close } from "./settle.ts";

/** An edit that was given up has landed by then, if it ever does. */
const LATE_EDIT_MS = 25_000;

interface Settled {
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
}

/** The person has the final word. Three things are left, in this order: the video's file, the word once more where an older edit may still land on it, the end. */
export function afterFinalWord(job: Job, { outcome, settledAt }: Settled, now: EpochMs): Job {
  if (job.video === "due" && liveLink(outcome, now) !== null) {
    const untried = { triedAt: null, attempts: 0, notBefore: now };
    return { ...job, state: { status: "attaching", outcome, settledAt, since: now, ...untried } };
  }
  if (!job.isCardInDoubt) return close(job, outcome, true, now);
  return repeatFinalWord({ ...job, isCardInDoubt: false }, { outcome, settledAt }, now + LATE_EDIT_MS);
}

/** The person was told; the card says once more how it is. */
export function repeatFinalWord(job: Job, { outcome, settledAt }: Settled, notBefore: EpochMs): Job {
  return {
    ...job,
    state: {
      status: "announcing",
      outcome,
      settledAt,
      newMessage: "done",
      noWaySince: null,
      isLinkAsked: true,
      attempts: 0,
      notBefore,
    },
  };
}

/** The link to the video; null where there is none, or it has probably expired. */
export function liveLink(outcome: Outcome, now: EpochMs): string | null {
  if (outcome.kind !== "succeeded") return null;
  return outcome.expiresAt === null || now < outcome.expiresAt ? outcome.videoUrl : null;
}

/** The word is on its way and a file comes after it: the word would hide the file if it landed even later. */
export function isBeforeFile({ video, state }: Job): boolean {
  const isFirstWord = state.status === "announcing" && state.newMessage !== "done";
  return video === "due" && isFirstWord && state.outcome.kind === "succeeded";
}
