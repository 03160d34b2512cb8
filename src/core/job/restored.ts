import type { EpochMs } from "../clock.ts";
import { close, isBeforeFinalMessage, settle, withKnownCard, withoutLostCard } from "./final-message.ts";
import { isBeforePaid, type Job, outcomeOf } from "./job.ts";

/** The assumed age of a notification that may have been sent after the backup. No nonce is valid that long. */
const LONG_AGO_MS = 600_000;

/**
 * The backup lacks everything that happened after it. So nothing is paid for again, nobody is notified again, and a card
 * that shows an end is never replaced by an older state.
 */
export function afterRestore(stored: Job, now: EpochMs): Job {
  const { state } = stored;
  if (state.status === "closed") return stored;
  // Do not search for a lost card to delete: one found now may show an end that this backup does not know.
  const job = withoutLostCard(stored);
  // Parts of a batch have no card.
  const unread: Job = job.partOf ? job : { ...job, restored: "unread" };
  if (couldStillPay(job)) return settle(unread, { kind: "not_started", why: "restored" }, now);
  // Do not repeat this call: a later call under another key may have paid for the video.
  if (state.status === "submitting") {
    const { idempotency: _, ...once } = state;
    return { ...unread, state: once };
  }
  // Poll before reading the card: the poll shows whether the task still runs.
  if (state.status === "running") return { ...unread, dueAt: now };
  if (job.partOf || !("outcome" in state)) return unread;
  // Another notification could be a duplicate. It is sent only if a search shows that the first does not exist.
  if (state.status === "posting") {
    const isCardEnded = state.isCardDue !== true;
    const tried = { ...state, triedAt: now - LONG_AGO_MS, notBefore: now };
    return { ...job, restored: isCardEnded ? "ended" : "unread", state: tried };
  }
  // The card already had its final message before the backup.
  return isBeforeFinalMessage(job) ? unread : close({ ...job, restored: "ended" }, state.outcome, true, now);
}

/** A missing card counts as ended: it was replaced, or deleted with its button, which only cards of ended jobs have. */
export function afterCardRead(job: Job, shows: "end" | "gone" | "no_end" | "unreadable", now: EpochMs): Job {
  const { restored } = job;
  if (!isUnread(job)) return job;
  // If the task was still running after the restore, its card cannot show an end.
  if (shows === "no_end" || (shows !== "end" && restored === "running")) return withKnownCard(job);
  if (shows === "unreadable") return { ...job, restored: "hidden" };
  const ended: Job = { ...job, restored: "ended" };
  // A running video is still polled to its end, for its link and its cost.
  return "outcome" in job.state ? close(ended, job.state.outcome, true, now) : ended;
}

export function isUnread({ restored }: Job): boolean {
  return restored === "unread" || restored === "running";
}

export function seenRunning(job: Job): Job {
  return job.restored === "unread" ? { ...job, restored: "running" } : job;
}

/** True if the video may exist, so its card may show it. */
export function isLostByRestore(job: Job): boolean {
  const outcome = outcomeOf(job);
  if (outcome?.kind === "not_started") return outcome.why === "restored";
  return job.state.status === "submitting" || (outcome?.kind === "unknown" && outcome.taskId === null);
}

/**
 * A later state may already have paid. A batch itself pays for nothing, but ends unless its card was certainly shown.
 */
function couldStillPay(job: Job): boolean {
  const { state } = job;
  return isBeforePaid(job) || (state.status === "gathering" && state.answer !== "given");
}
