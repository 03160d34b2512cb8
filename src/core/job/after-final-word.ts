import type { EpochMs } from "../clock.ts";
import { type Announcing, type Job, type Outcome, outcomeOf } from "./job.ts";
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
  return { ...job, state: announcing({ outcome, settledAt }, { newMessage: "done", isLinkAsked: true, notBefore }) };
}

/** The notification went first, or surely cannot be sent: the card's turn is waited for. */
export function awaitCard(job: Job, settled: Settled, isNotified: boolean, now: EpochMs): Job {
  const due = { isLinkAsked: false, notBefore: now };
  const isFirst = isNotified
    ? ({ newMessage: "done", isCardDue: true } as const)
    : { newMessage: "impossible" as const };
  return { ...job, state: announcing(settled, { ...isFirst, ...due }) };
}

function announcing(
  { outcome, settledAt }: Settled,
  said: Pick<Announcing, "newMessage" | "isCardDue" | "isLinkAsked" | "notBefore">,
): Announcing {
  return { status: "announcing", outcome, settledAt, noWaySince: null, attempts: 0, ...said };
}

/** The final word is on its way to the card for the first time. */
export function isFirstWord({ state }: Job): boolean {
  if (state.status === "posting") return state.isCardDue === true;
  return state.status === "announcing" && (state.newMessage !== "done" || state.isCardDue === true);
}

/** Somebody is to be notified, and may be before the card says the word. What is refused is whispered, and its card goes. */
export function mayNotifyFirst(job: Job, { newMessage, noWaySince, outcome }: Announcing): boolean {
  const isAnybodyCalled = !job.isSilent || job.notify.length > 0;
  return newMessage === "due" && noWaySince === null && outcome.kind !== "refused" && isAnybodyCalled;
}

/**
 * The word is on its way and a file comes after it: the word would hide the file if it landed even later. After the first word a
 * link may still come that was missing; once more it is said for a link that is there.
 */
export function isBeforeFile(job: Job, now: EpochMs): boolean {
  const { state, video } = job;
  if (!isFirstWord(job)) return state.status === "announcing" && withFile(job, state, now) !== null;
  const kind = outcomeOf(job)?.kind;
  return video === "due" && (kind === "succeeded" || kind === "several");
}
