import type { EpochMs } from "../clock.ts";
import { afterFinalWord, awaitCard, isBeforeFile, mayNotifyFirst } from "./after-final-word.ts";
import { backoffMs, WAIT_MAX_MS } from "./due.ts";
import type { Announcing, Job, Posting } from "./job.ts";
import type { Again, Called, JobEvent } from "./job-event.ts";
import { close, withLink } from "./settle.ts";

/** A platform that fails is offered a final word for this long at its pace, then once a day. */
const DELIVER_WITHIN_MS = 72 * 3_600_000;
const DELIVERY_RETRY_MAX_MS = 5_000;
/** A final word that cannot be brought is kept for this long. */
const KEEP_MS = 7 * 86_400_000;
const TRY_MS = 86_400_000;

/** Moves a settled job whose final word is on its way to the person. */
export function advanceDelivery(job: Job, state: Announcing | Posting, event: JobEvent, now: EpochMs): Job {
  return state.status === "announcing"
    ? advanceAnnouncing(job, state, event, now)
    : advancePosting(job, state, event, now);
}

function advanceAnnouncing(job: Job, state: Announcing, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "link_asked":
      return withLink(job, { ...state, isLinkAsked: true }, event.videoUrl);
    case "new_message_begun":
      return { ...job, state: { ...state, newMessage: "begun" } };
    case "new_card_begun":
      return { ...job, state: { ...state, newMessage: "begun", begunAt: now } };
    case "edit_held": {
      const held = { ...state, isCardDue: true } as const;
      return mayNotifyFirst(job, state) ? posting(job, held, { ...event, called: "nobody", now }) : job;
    }
    // It was looked for and found.
    case "shown":
      return { ...job, reply: event.reply };
    case "new_message_refused": {
      const { waitMs } = event;
      if (waitMs === null) return { ...job, state: { ...unbegun(state), newMessage: "impossible" } };
      if (now - state.settledAt > DELIVER_WITHIN_MS) return withoutWay(job, unbegun(state), now);
      return { ...job, state: again(unbegun(state), { ...event, waitMs }, now) };
    }
    case "notified":
      return close(job, state.outcome, true, now);
    case "whispered":
      return job.notify.length === 0 ? close(job, state.outcome, true, now) : posting(job, state, { ...event, now });
    case "announced": {
      const shown = { ...job, reply: event.reply };
      const isOwnerTold = event.called !== "nobody" || job.isSilent;
      const areOthersTold = event.called === "everybody" || job.notify.length === 0;
      return isOwnerTold && areOthersTold
        ? afterFinalWord(withNotification(shown), state, now)
        : posting(shown, state, { ...event, now });
    }
    case "delivery_failed": {
      if (now - state.settledAt > DELIVER_WITHIN_MS) return withoutWay(job, state, now);
      const isCardInDoubt = job.isCardInDoubt || (!event.isClear && isBeforeFile(job, now));
      return { ...job, isCardInDoubt, state: again(state, event, now) };
    }
    case "undeliverable":
      // Surely nothing new arrived, so another way may bring it.
      return withoutWay(job, unbegun(state), now);
    default:
      return job;
  }
}

/** Those are called whom no new message has called yet. */
function posting(
  job: Job,
  { outcome, settledAt, isCardDue }: Announcing,
  { nonce, called = "owner", now }: { readonly nonce: string; readonly called?: Called; readonly now: EpochMs },
): Job {
  const who = { ...(called !== "nobody" && { isOwnerTold: true }), ...(isCardDue && { isCardDue }) };
  const untried = { triedAt: null, attempts: 0, notBefore: now };
  return { ...job, state: { status: "posting", outcome, settledAt, nonce, ...who, ...untried } };
}

function advancePosting(job: Job, state: Posting, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "link_asked":
      return withLink(job, state, event.videoUrl);
    case "notifying":
      return { ...job, state: { ...state, triedAt: state.triedAt ?? now } };
    case "notified":
      return afterNotification({ ...job, notification: event.at ?? "lost" }, state, now);
    case "undeliverable":
      return withoutNotification(job, state, event.isClear ?? true, now);
    case "delivery_failed": {
      if (now - state.settledAt > DELIVER_WITHIN_MS) return withoutNotification(job, state, event.isClear, now);
      const triedAt = event.isClear ? null : state.triedAt;
      return { ...job, state: again({ ...state, triedAt }, event, now) };
    }
    default:
      return job;
  }
}

/** Nobody is notified any more, if they were not. */
function withoutNotification(job: Job, state: Posting, hasSurelyNotArrived: boolean, now: EpochMs): Job {
  // The card brings the word alone, or else a message in its place.
  if (state.isCardDue && hasSurelyNotArrived) return awaitCard(job, state, false, now);
  return afterNotification({ ...job, notification: "lost" }, state, now);
}

function afterNotification(job: Job, state: Posting, now: EpochMs): Job {
  return state.isCardDue ? awaitCard(job, state, true, now) : afterFinalWord(job, state, now);
}

/** None beside the card; what was said of one before stays, for the word is said twice where an edit was in doubt. */
function withNotification(job: Job): Job {
  return job.notification === undefined ? { ...job, notification: [] } : job;
}

/** Surely nothing new arrived. Whom an earlier message has called is not called again: what a process that stood still hears comes late. */
function unbegun({ begunAt: _, ...state }: Announcing): Announcing {
  return { ...state, newMessage: state.newMessage === "done" ? "done" : "due" };
}

/** Kept for a try a day and for the person's next command; not for ever. */
function withoutWay(job: Job, state: Announcing, now: EpochMs): Job {
  if (state.newMessage === "done") return close(job, state.outcome, true, now);
  if (now - state.settledAt >= KEEP_MS) return close(job, state.outcome, false, now);
  return { ...job, state: { ...state, noWaySince: state.noWaySince ?? now, notBefore: now + TRY_MS } };
}

/** Where the platform named the time itself, nothing has failed: the next try waits for that time alone. */
function again<State extends Announcing | Posting>(
  state: State,
  event: Again & { readonly waitMs: number },
  now: EpochMs,
): State {
  const waitMs = Math.min(event.waitMs, WAIT_MAX_MS);
  if (event.isToldWhen) return { ...state, notBefore: now + waitMs };
  const attempts = state.attempts + 1;
  const notBefore = now + Math.max(waitMs, backoffMs(attempts, DELIVERY_RETRY_MAX_MS, event.fraction));
  return { ...state, attempts, notBefore };
}
