import { type Breaker, breaker } from "../core/breaker.ts";
import type { ChatRefusal } from "../core/chat.ts";
import type { EpochMs } from "../core/clock.ts";
import { editBudget } from "../core/edit-budget.ts";
import type { FinalWord } from "../core/final-line.ts";
import type { Job } from "../core/job.ts";
import type { CardGone } from "../core/ports.ts";
import type { News } from "../core/progress-line.ts";
import type { JobDeps } from "./deps.ts";

type What = "edit" | "new_message";

/** Lets messages go to the platforms at their pace, final words first, and none where a platform is down. */
export interface Traffic {
  /** Milliseconds until a settled job's next message may go; 0: now, and it must then be noted how it went. */
  waitMs(job: Job, what: What): number;
  /** The same for an edit with what is new by now; infinite: not before there is other news. */
  progressMs(job: Job, news: Omit<News, "id">): number;
  note(job: Job, what: What, refusal: ChatRefusal | CardGone | null): void;
}

export function traffic({
  clock,
  chance,
  chatOf,
  meter,
}: Pick<JobDeps, "clock" | "chance" | "chatOf" | "meter">): Traffic {
  const budget = editBudget();
  const breakers = new Map<string, Breaker>();
  meter.watch({
    breakers: () => Object.fromEntries([...breakers].map(([platform, one]) => [platform, one.isOpen()])),
    limits: () => budget.inUse(clock.now()),
  });

  function breakerOf({ reply }: Job): Breaker {
    const known = breakers.get(reply.platform) ?? breaker();
    breakers.set(reply.platform, known);
    return known;
  }

  /** What the budget says, where the platform is there at all. */
  function turn(job: Job, now: EpochMs, ask: { inLine(): number; away?(forMs: number): void }): number {
    const platform = breakerOf(job);
    const awayMs = platform.waitMs(now);
    if (awayMs > 0) {
      // Spread: all of them come back for one probe.
      const forMs = Math.ceil(awayMs * (1 + chance.fraction()));
      ask.away?.(forMs);
      return forMs;
    }
    const waitMs = ask.inLine();
    if (waitMs === 0) platform.began(now);
    return waitMs;
  }

  return {
    waitMs(job, what) {
      const now = clock.now();
      const bucket = chatOf(job).bucketOf(job.reply, what);
      const word = finalWordOf(job, now);
      return turn(job, now, {
        inLine: () => budget.finalWord(bucket, word, now),
        away: (forMs) => budget.queue(bucket, word, { forMs, now }),
      });
    },
    progressMs(job, news) {
      const now = clock.now();
      const bucket = chatOf(job).bucketOf(job.reply, "edit");
      return turn(job, now, { inLine: () => budget.progress(bucket, { id: job.id, ...news }, now) });
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

function finalWordOf({ id, state }: Job, now: EpochMs): FinalWord {
  return { id, since: "settledAt" in state ? state.settledAt : now };
}
