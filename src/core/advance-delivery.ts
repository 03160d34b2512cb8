import type { JobEvent } from "./advance.ts";
import type { EpochMs } from "./clock.ts";
import type { Announcing, Job, Posting } from "./job.ts";
import { backoffMs, WAIT_MAX_MS } from "./pace.ts";
import { close } from "./settle.ts";

/** Final words are offered to the platform for so long. Ours, decided 2026-11-21. */
const DELIVER_WITHIN_MS = 72 * 3_600_000;
const DELIVERY_RETRY_MAX_MS = 60_000;
/** Without any way to the person, a final word is kept for so long, with a try a day. Ours, decided 2026-11-21. */
const KEEP_WITHOUT_WAY_MS = 7 * 86_400_000;
const TRY_WITHOUT_WAY_MS = 86_400_000;
/** An edit that was given up has landed by then, if it ever does. Ours, decided 2026-11-21. */
const LATE_EDIT_MS = 25_000;

/** What happens to a settled job on the way of its final word to the person. */
export function advanceDelivery(job: Job, state: Announcing | Posting, event: JobEvent, now: EpochMs): Job {
  return state.status === "announcing"
    ? advanceAnnouncing(job, state, event, now)
    : advancePosting(job, state, event, now);
}

function advanceAnnouncing(job: Job, state: Announcing, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "link_asked":
      return { ...job, state: withLink({ ...state, isLinkAsked: true }, event.videoUrl) };
    case "new_message_begun":
      return { ...job, state: { ...state, newMessage: "begun" } };
    case "new_message_refused": {
      const { waitMs, fraction } = event;
      const isOver = waitMs === null || now - state.settledAt > DELIVER_WITHIN_MS;
      if (isOver) return { ...job, state: { ...state, newMessage: "impossible" } };
      const notBefore = now + retryMs(state, { waitMs, fraction });
      return { ...job, state: { ...state, newMessage: "due", attempts: state.attempts + 1, notBefore } };
    }
    case "notified":
      return close(job, state.outcome, true, now);
    case "announced": {
      const shown = { ...job, reply: event.reply };
      if (event.isNotified) return told(shown, state, now);
      const { outcome, settledAt } = state;
      const { nonce } = event;
      return {
        ...shown,
        state: { status: "posting", outcome, settledAt, nonce, triedAt: null, attempts: 0, notBefore: now },
      };
    }
    case "delivery_failed":
      if (now - state.settledAt > DELIVER_WITHIN_MS) return close(job, state.outcome, state.newMessage === "done", now);
      return { ...job, state: { ...state, attempts: state.attempts + 1, notBefore: now + retryMs(state, event) } };
    case "undeliverable": {
      if (now - state.settledAt >= KEEP_WITHOUT_WAY_MS) return close(job, state.outcome, false, now);
      const notBefore = now + TRY_WITHOUT_WAY_MS;
      return { ...job, state: { ...state, newMessage: "due", noWaySince: state.noWaySince ?? now, notBefore } };
    }
    default:
      return job;
  }
}

function advancePosting(job: Job, state: Posting, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "notifying":
      return { ...job, state: { ...state, triedAt: state.triedAt ?? now } };
    case "notified":
    // The card carries the final word already.
    case "undeliverable":
      return told(job, state, now);
    case "delivery_failed": {
      if (now - state.settledAt > DELIVER_WITHIN_MS) return told(job, state, now);
      const triedAt = event.isClear ? null : state.triedAt;
      const notBefore = now + retryMs(state, event);
      return { ...job, state: { ...state, triedAt, attempts: state.attempts + 1, notBefore } };
    }
    default:
      return job;
  }
}

/** The person has the final word; where an older edit may still land on it, the card says it once more. */
function told(job: Job, { outcome, settledAt }: Announcing | Posting, now: EpochMs): Job {
  if (!job.isCardInDoubt) return close(job, outcome, true, now);
  return {
    ...job,
    isCardInDoubt: false,
    state: {
      status: "announcing",
      outcome,
      settledAt,
      newMessage: "done",
      noWaySince: null,
      isLinkAsked: true,
      attempts: 0,
      notBefore: now + LATE_EDIT_MS,
    },
  };
}

function withLink(state: Announcing, videoUrl: string | null): Announcing {
  const { outcome } = state;
  const isNew = outcome.kind === "succeeded" && videoUrl !== null && videoUrl !== outcome.videoUrl;
  return isNew ? { ...state, outcome: { ...outcome, videoUrl, expiresAt: null } } : state;
}

function retryMs({ attempts }: { attempts: number }, event: { waitMs: number; fraction: number }): number {
  return Math.max(Math.min(event.waitMs, WAIT_MAX_MS), backoffMs(attempts + 1, DELIVERY_RETRY_MAX_MS, event.fraction));
}
