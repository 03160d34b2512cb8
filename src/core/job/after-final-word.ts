import type { EpochMs } from "../clock.ts";
import type { Job, Outcome } from "./job.ts";
import { close, withFile } from "./settle.ts";

/** An edit that was given up has landed by then, if it ever does. */
export const LATE_EDIT_MS = 25_000;

interface Settled {
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
}

/** The person has the final word. Three things are left, in this order: the video's file, the word once more where an older edit may still land on it, the end. */
export function afterFinalWord(job: Job, { outcome, settledAt }: Settled, now: EpochMs): Job {
  const filing = withFile(job, { outcome, settledAt }, now);
  if (filing) return filing;
  if (!job.isCardInDoubt) return close(job, outcome, true, now);
  return repeatFinalWord({ ...job, isCardInDoubt: false }, { outcome, settledAt }, now + LATE_EDIT_MS);
}

/** The person was told; the card says once more how it is. A part has none, and is done. */
export function repeatFinalWord(job: Job, { outcome, settledAt }: Settled, notBefore: EpochMs): Job {
  if (job.partOf) return close(job, outcome, true, notBefore);
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

/** The word is on its way and a file comes after it: the word would hide the file if it landed even later. */
export function isBeforeFile({ video, state }: Job): boolean {
  const isFirstWord = state.status === "announcing" && state.newMessage !== "done";
  return video === "due" && isFirstWord && (state.outcome.kind === "succeeded" || state.outcome.kind === "several");
}
