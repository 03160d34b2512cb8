import { type Breaker, breaker } from "../core/breaker.ts";
import type { ChatRefusal } from "../core/chat.ts";
import { editBudget, type FinalWord } from "../core/edit-budget.ts";
import type { Job } from "../core/job.ts";
import type { CardGone } from "../core/ports.ts";
import type { JobDeps } from "./deps.ts";

type What = "edit" | "new_message";

/** Lets messages go to the platforms at their pace, final words first, and none where a platform is down. */
export interface Traffic {
  /** Milliseconds until the job's next message may go; 0: now, and it must then be noted how it went. */
  waitMs(job: Job, what: What): number;
  note(job: Job, what: What, refusal: ChatRefusal | CardGone | null): void;
}

export function traffic({ clock, chance, chatOf }: Pick<JobDeps, "clock" | "chance" | "chatOf">): Traffic {
  const budget = editBudget();
  const breakers = new Map<string, Breaker>();

  function breakerOf({ reply }: Job): Breaker {
    const known = breakers.get(reply.platform) ?? breaker();
    breakers.set(reply.platform, known);
    return known;
  }

  return {
    waitMs(job, what) {
      const now = clock.now();
      const platform = breakerOf(job);
      const bucket = chatOf(job).bucketOf(job.reply, what);
      const word = finalWordOf(job);
      const awayMs = platform.waitMs(now);
      if (awayMs > 0) {
        // Spread: all of them come back for one probe.
        const forMs = Math.ceil(awayMs * (1 + chance.fraction()));
        if (word) budget.queue(bucket, word, { forMs, now });
        return forMs;
      }
      const waitMs = word ? budget.finalWord(bucket, word, now) : budget.progress(bucket, now);
      if (waitMs === 0) platform.began(now);
      return waitMs;
    },
    note(job, what, refusal) {
      const now = clock.now();
      breakerOf(job).note(refusal?.kind === "unavailable", now);
      if (refusal === null || refusal.kind === "unavailable") return;
      const bucket = chatOf(job).bucketOf(job.reply, what);
      budget.refused(bucket, now);
      if (refusal.kind === "rate_limited") budget.pause(bucket, refusal.retryAfterMs, now);
    },
  };
}

/** A file is no word: it goes when all of them have gone. */
function finalWordOf({ id, state }: Job): FinalWord | null {
  return "settledAt" in state && state.status !== "attaching" ? { id, since: state.settledAt } : null;
}
