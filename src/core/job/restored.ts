import type { EpochMs } from "../clock.ts";
import { close, isFirstWord, settle, withKnownCard, withoutLostCard } from "./final-message.ts";
import { isBeforePaid, type Job, outcomeOf } from "./job.ts";

/** A notification that may have been tried at any time since the backup counts as this old: no nonce holds as long. */
const LONG_AGO_MS = 600_000;

/**
 * Handles the restore of a backup. What happened after the backup is not in it: the video may be made, its person notified,
 * and the card finished. So nothing is paid for again, nobody is notified again, and no older state replaces the end that a
 * card shows.
 */
export function afterRestore(stored: Job, now: EpochMs): Job {
  const { state } = stored;
  if (state.status === "closed") return stored;
  // A card that is found now may show an end that is not known here, so none is searched for and deleted.
  const job = withoutLostCard(stored);
  // A part has no card.
  const unread: Job = job.partOf ? job : { ...job, restored: "unread" };
  if (couldStillPay(job)) return settle(unread, { kind: "not_started", why: "restored" }, now);
  // A later call under another key may have paid for the video, so this one is not repeated.
  if (state.status === "submitting") {
    const { idempotency: _, ...once } = state;
    return { ...unread, state: once };
  }
  // A poll says more about a running video than its card, and comes first.
  if (state.status === "running") return { ...unread, dueAt: now };
  if (job.partOf || !("outcome" in state)) return unread;
  // Another notification could be a second one: it is sent only where a search shows that the first is not there.
  if (state.status === "posting") {
    const isCardEnded = state.isCardDue !== true;
    const tried = { ...state, triedAt: now - LONG_AGO_MS, notBefore: now };
    return { ...job, restored: isCardEnded ? "ended" : "unread", state: tried };
  }
  // Otherwise the card has had the final message since before the backup.
  return isFirstWord(job) ? unread : close({ ...job, restored: "ended" }, state.outcome, true, now);
}

/**
 * Handles what the card of a restored job shows. A card that shows an end stays as it is, and nobody is notified again. The
 * same holds for a card that is gone: it was deleted by its button, which only an ended job's card has, or it was replaced.
 */
export function afterCardRead(job: Job, shows: "end" | "gone" | "no_end" | "unreadable", now: EpochMs): Job {
  const { restored } = job;
  if (!isUnread(job)) return job;
  // A task that was still running after the restore had not ended before it.
  if (shows === "no_end" || (shows !== "end" && restored === "running")) return withKnownCard(job);
  if (shows === "unreadable") return { ...job, restored: "hidden" };
  const ended: Job = { ...job, restored: "ended" };
  // A running video is polled to its end all the same, for its link and its cost.
  return "outcome" in job.state ? close(ended, job.state.outcome, true, now) : ended;
}

/** Returns whether the card has to be read before anything replaces it. */
export function isUnread({ restored }: Job): boolean {
  return restored === "unread" || restored === "running";
}

/** Notes that a poll since the restore has found the task running. */
export function seenRunning(job: Job): Job {
  return job.restored === "unread" ? { ...job, restored: "running" } : job;
}

/** Returns whether a restore has taken away what became of that video: it may have been made, and its card may show it. */
export function isLostByRestore(job: Job): boolean {
  const outcome = outcomeOf(job);
  if (outcome?.kind === "not_started") return outcome.why === "restored";
  return job.state.status === "submitting" || (outcome?.kind === "unknown" && outcome.taskId === null);
}

/**
 * Returns whether the job could still pay; a later store may have paid for it already. A batch pays for nothing itself: it
 * ends if its person may not have its card, and otherwise reports what becomes of its videos. A job found submitting is
 * unknown, and is never sent again.
 */
function couldStillPay(job: Job): boolean {
  const { state } = job;
  return isBeforePaid(job) || (state.status === "gathering" && state.answer !== "given");
}
