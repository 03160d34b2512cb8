import { Breaker } from "../../core/budget/breaker.ts";
import { type Bucket, EditBudget, type FinalMessage, reservedOf } from "../../core/budget/edit-budget.ts";
import type { CardGone, ChatRefusal, RateLimited, Unavailable } from "../../core/chat.ts";
import type { Chance, Clock, EpochMs } from "../../core/clock.ts";
import { HOLD_DOUBTED_AFTER_MS, type SharedLimits } from "../../core/engine.ts";
import type { Chat } from "../../core/front-end.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { Meter } from "../../core/meter.ts";

type What = "edit" | "new_message";

/** An unavailable platform is tried at least every 5 s. This is less, because attempts start slightly late. */
const PROBE_MAX_MS = 4_000;
/** Jobs that wait for a platform return this often, because each probe needs a job to try. */
const PROBER_EVERY_MS = 250;
const PROBER_LATEST_MS = 60_000;

interface Platform {
  readonly breaker: Breaker;
  readonly waiting: Set<JobId>;
}

/** Paces messages to the platforms: final messages first, and only probes while a platform is down. */
export type Traffic = ReturnType<typeof openTraffic>;

export function openTraffic({
  clock,
  chance,
  chatOf,
  meter,
  limits,
  wake,
}: {
  readonly clock: Clock;
  readonly chance: Chance;
  chatOf(job: Pick<Job, "reply">): Chat;
  readonly meter: Meter;
  readonly limits?: SharedLimits;
  wake(id: JobId): void;
}) {
  const budget = new EditBudget();
  const platforms = new Map<string, Platform>();
  meter.watch({
    breakers: () => Object.fromEntries([...platforms].map(([name, one]) => [name, one.breaker.isOpen])),
    limits: () => budget.inUse(clock.now()),
  });

  function platformOf({ reply }: Job): Platform {
    const platform = platforms.get(reply.platform) ?? { breaker: new Breaker(PROBE_MAX_MS), waiting: new Set() };
    platforms.set(reply.platform, platform);
    return platform;
  }

  function turn(job: Job, ask: Ask): number | Promise<number> {
    const { breaker: guard, waiting } = platformOf(job);
    const now = clock.now();
    const awayMs = guard.waitMs(now);
    if (awayMs > 0) {
      if (ask.word) waiting.add(job.id);
      const spreadMs = Math.min(PROBER_LATEST_MS, PROBER_EVERY_MS * waiting.size);
      const forMs = Math.ceil(awayMs + spreadMs * chance.fraction());
      if (ask.word) budget.queue(bucketOf(job, ask.what), ask.word, { forMs, now });
      return forMs;
    }
    const waitMs = inQueueMs(job, ask, now);
    if (waitMs > 0) return waitMs;
    guard.began(now);
    return limits ? leftByOthers(limits, guard, { job, ask }) : 0;
  }

  function inQueueMs(job: Job, ask: Ask, now: EpochMs): number {
    const bucket = bucketOf(job, ask.what);
    if (ask.word === null) return budget.progress(bucket, { id: job.id, shownAt: ask.shownAt }, now);
    const forMs = budget.finalMessage(bucket, ask.word, now);
    if (forMs <= ask.withinMs) return forMs;
    budget.hold(bucket, ask.word, { forMs, now });
    return Number.POSITIVE_INFINITY;
  }

  function bucketOf(job: Job, what: What): Bucket {
    return chatOf(job).bucketOf(job.reply, what);
  }

  async function leftByOthers(
    shared: SharedLimits,
    guard: Breaker,
    { job, ask }: { readonly job: Job; readonly ask: Ask },
  ): Promise<number> {
    const askedAt = clock.now();
    const bucket = bucketOf(job, ask.what);
    // Ask the parent first: it is usually the exhausted one, and its token can be returned.
    const limitsOf = bucket.parent ? [bucket.parent, bucket] : [bucket];
    for (const full of limitsOf) {
      const reserved = ask.word ? 0 : reservedOf(full);
      const takenMs = await shared.take(full, reserved);
      const now = clock.now();
      // If Redis was slow, this process may have stalled and another one may have its job.
      const forMs = now - askedAt < HOLD_DOUBTED_AFTER_MS ? takenMs : Math.max(1, takenMs);
      if (forMs === 0) continue;
      if (bucket.parent && full === bucket) shared.giveBack(bucket.parent);
      guard.withdrew(now);
      budget.taken(bucket, { full, reserved, forMs }, now);
      return inQueueMs(job, ask, now);
    }
    return 0;
  }

  function progressMs(job: Job, shownAt: EpochMs): number | Promise<number> {
    return turn(job, { what: "edit", word: null, shownAt });
  }

  return {
    /**
     * Milliseconds until a settled job's next message may be sent. 0: send it now, and note its result. Infinity: it
     * would take longer than `withinMs`. A message that was not sent keeps its place.
     */
    waitMs: (job: Job, what: What, withinMs = Number.POSITIVE_INFINITY) =>
      turn(job, { what, word: finalMessageOf(job, clock.now()), withinMs }),
    progressMs,
    /** Used for a file or a link to another video: after all final messages, before all progress. */
    extraMs: (job: Job) => progressMs(job, 0),
    /** Used for an edit promised at `since`, which ranks among the final messages by that time. */
    promisedMs: (job: Job, since: EpochMs) =>
      turn(job, { what: "edit", word: { id: job.id, since }, withinMs: Number.POSITIVE_INFINITY }),
    note(job: Job, what: What, refusal: ChatRefusal | CardGone | null): void {
      const now = clock.now();
      const { breaker: guard, waiting } = platformOf(job);
      const bucket = bucketOf(job, what);
      const limited = refusal?.kind === "rate_limited" && refusal.isGlobal && bucket.parent ? bucket.parent : bucket;
      const forMs = unsentMs(refusal);
      if (forMs !== null) {
        // Our own code or the library did not send the message, so the breaker counts no result.
        guard.withdrew(now);
        budget.taken(bucket, { full: limited, reserved: 0, forMs }, now);
        if (job.state.status !== "announcing" && job.state.status !== "posting") return;
        for (const limit of new Set([bucket, limited])) budget.queue(limit, finalMessageOf(job, now), { forMs, now });
        return;
      }
      if (refusal?.kind === "unavailable") {
        if (!refusal.isElsewhere) guard.note(true, now);
        return;
      }
      guard.note(false, now);
      const ids = [...waiting];
      waiting.clear();
      for (const id of ids) wake(id);
      if (refusal === null || (refusal.kind === "rate_limited" && refusal.isElsewhere)) return;
      budget.refused(bucket, now);
      if (refusal.kind !== "rate_limited") return;
      budget.pause(limited, refusal.retryAfterMs, now);
      limits?.pause(limited, refusal.retryAfterMs);
    },
  };
}

type Ask =
  /** A final message keeps its place in the queue if its turn comes within this time. */
  | { readonly what: What; readonly word: FinalMessage; readonly withinMs: number }
  /** Progress leaves room for final messages. */
  | { readonly what: "edit"; readonly word: null; readonly shownAt: EpochMs };

/** A final message that is sent again goes after those sent for the first time. */
function finalMessageOf({ id, state }: Job, now: EpochMs): FinalMessage {
  if (!("settledAt" in state)) return { id, since: now };
  const isRepeated = state.status === "announcing" && state.newMessage === "done" && !state.isCardDue;
  return { id, since: isRepeated ? state.notBefore : state.settledAt };
}

/** The wait if the message was not sent, which is not a failed attempt. Otherwise null. */
export function unsentMs(refusal: { readonly kind: string } | RateLimited | null): number | null {
  return refusal && "isUnsent" in refusal && refusal.isUnsent ? refusal.retryAfterMs : null;
}

/** The message may have arrived, or may still arrive. */
export function isUnclear(refusal: { readonly kind: string } | Unavailable): boolean {
  return "unclear" in refusal && refusal.unclear;
}
