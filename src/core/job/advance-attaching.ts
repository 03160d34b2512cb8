import type { EpochMs } from "../clock.ts";
import { afterFinalWord, LATE_EDIT_MS, repeatFinalWord } from "./after-final-word.ts";
import { WAIT_MAX_MS } from "./due.ts";
import type { Attaching, Job } from "./job.ts";
import type { JobEvent } from "./job-event.ts";
import { liveLink, withLink } from "./settle.ts";

/** A file is tried this often and for this long, then the link alone must do. */
const TRIES = 3;
const TRY_FOR_MS = 7_200_000;
/** The second try comes after this, the third after six times as long. */
const RETRY_MS = 10_000;
const RETRY_GROWTH = 6;

/** Moves a job whose video's file is on its way into the card. Its person has the final word in any case. */
export function advanceAttaching(job: Job, state: Attaching, event: JobEvent, now: EpochMs): Job {
  switch (event.kind) {
    case "link_asked":
      // A try that is under way still brings the old link, so the card says it once more.
      return withLink({ ...job, isCardInDoubt: true }, state, event.videoUrl);
    case "shown":
      return { ...job, reply: event.reply };
    case "parts_ended": {
      const filed: Job = { ...job, video: "here" };
      return event.isFileMissing ? repeatFinalWord(filed, state, now) : afterFinalWord(filed, state, now);
    }
    case "attaching":
      return { ...job, state: { ...state, triedAt: state.triedAt ?? now, attempts: state.attempts + 1 } };
    case "attached":
      return afterFinalWord({ ...job, reply: event.reply, video: "here" }, state, now);
    case "attach_refused":
      return withoutFile(job, state, event, now);
    case "attach_skipped":
      return afterFinalWord({ ...job, video: "skipped" }, state, now);
    case "undeliverable":
      // There is no card that could say why.
      return afterFinalWord({ ...job, video: "not_taken" }, state, now);
    case "attach_failed": {
      const attempts = state.attempts - (event.isCounted ? 0 : 1);
      const triedAt = event.isClear ? null : state.triedAt;
      const retryMs = RETRY_MS * RETRY_GROWTH ** Math.max(0, attempts - 1) * (0.5 + 0.5 * event.fraction);
      // One that landed after the next would take its place, and later edits of the card would name a file that is gone.
      const landedMs = event.isClear ? 0 : LATE_EDIT_MS;
      const waitMs = Math.max(event.waitMs, retryMs, landedMs);
      const next: Attaching = { ...state, attempts, triedAt, notBefore: now + Math.min(waitMs, WAIT_MAX_MS) };
      const why = "not_taken";
      return isPastTrying(next, next.notBefore)
        ? withoutFile(job, state, { why, isClear: event.isClear }, now)
        : { ...job, state: next };
    }
    default:
      return job;
  }
}

/** The card says at once why the link is alone, and once more where a try may still put the file over that. */
function withoutFile(
  job: Job,
  state: Attaching,
  { why, isClear }: { readonly why: "too_large" | "not_taken"; readonly isClear: boolean },
  now: EpochMs,
): Job {
  return repeatFinalWord({ ...job, video: why, isCardInDoubt: job.isCardInDoubt || !isClear }, state, now);
}

/** Another try is not worth its while. */
export function isPastTrying({ outcome, since, attempts }: Attaching, at: EpochMs): boolean {
  return attempts >= TRIES || at - since >= TRY_FOR_MS || liveLink(outcome, at) === null;
}
