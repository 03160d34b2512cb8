import { Breaker } from "../../core/budget/breaker.ts";
import { type Bucket, EditBudget, type FinalWord, reservedOf } from "../../core/budget/edit-budget.ts";
import type { CardGone, ChatRefusal, RateLimited, Unavailable } from "../../core/chat.ts";
import type { Chance, Clock, EpochMs } from "../../core/clock.ts";
import { HOLD_DOUBTED_AFTER_MS, type SharedLimits } from "../../core/engine.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { Chat, Meter } from "../../core/ports.ts";

type What = "edit" | "new_message";

/** A platform that is away is tried at least this often: a little less than 5 s, for each try comes a moment late. */
const PROBE_MAX_MS = 4_000;
/** Jobs that wait for a platform that is away come back one by one, this far apart, so that each probe finds one. */
const PROBER_EVERY_MS = 250;
const PROBER_LATEST_MS = 60_000;

/** A platform, and the jobs whose final words wait until it is back. */
interface Platform {
  readonly breaker: Breaker;
  readonly waiting: Set<JobId>;
}

/** Lets messages go to the platforms at their pace, final words first, and none where a platform is down. */
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
  /** Counts what other processes send to the platforms. Absent where there are none. */
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

  /** Returns the budget's answer, where the platform is up and other processes have left something. */
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

  /** Returns the budget's answer alone. */
  function inQueueMs(job: Job, ask: Ask, now: EpochMs): number {
    const bucket = bucketOf(job, ask.what);
    if (ask.word === null) return budget.progress(bucket, { id: job.id, shownAt: ask.shownAt }, now);
    const forMs = budget.finalWord(bucket, ask.word, now);
    if (forMs <= ask.withinMs) return forMs;
    budget.hold(bucket, ask.word, { forMs, now });
    return Number.POSITIVE_INFINITY;
  }

  /** Returns the limit as it is known at present. */
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
    // The parent first: most often it is the one that others have used up, and a token taken from it can be given back.
    const limitsOf = bucket.parent ? [bucket.parent, bucket] : [bucket];
    for (const full of limitsOf) {
      const reserved = ask.word ? 0 : reservedOf(full);
      const takenMs = await shared.take(full, reserved);
      const now = clock.now();
      // Redis has 0.3 s: this process was stalled, and another process may have its job by now.
      const forMs = now - askedAt < HOLD_DOUBTED_AFTER_MS ? takenMs : Math.max(1, takenMs);
      if (forMs === 0) continue;
      if (bucket.parent && full === bucket) shared.giveBack(bucket.parent);
      guard.withdrew(now);
      budget.taken(bucket, { full, reserved, forMs }, now);
      return inQueueMs(job, ask, now);
    }
    return 0;
  }

  /** Returns the milliseconds until a card that was last changed at `shownAt` may be edited. */
  function progressMs(job: Job, shownAt: EpochMs): number | Promise<number> {
    return turn(job, { what: "edit", word: null, shownAt });
  }

  return {
    /**
     * Returns the milliseconds until a settled job's next message may go. 0: it may go now, and its result must be noted
     * afterwards. Infinite: its limits do not let it go within `withinMs`, and its place is kept until its turn, no longer.
     * A message that was not sent after all keeps its place.
     */
    waitMs: (job: Job, what: What, withinMs = Number.POSITIVE_INFINITY) =>
      turn(job, { what, word: finalWordOf(job, clock.now()), withinMs }),
    progressMs,
    /** Returns the milliseconds until a file or a link to another video may go: after all final messages, before all progress. */
    extraMs: (job: Job) => progressMs(job, 0),
    /**
     * Returns the milliseconds until an edit that was to be shown at that time may go: it goes with the final words, in the
     * order of these times.
     */
    promisedMs: (job: Job, since: EpochMs) =>
      turn(job, { what: "edit", word: { id: job.id, since }, withinMs: Number.POSITIVE_INFINITY }),
    note(job: Job, what: What, refusal: ChatRefusal | CardGone | null): void {
      const now = clock.now();
      const { breaker: guard, waiting } = platformOf(job);
      const bucket = bucketOf(job, what);
      const limited = refusal?.kind === "rate_limited" && refusal.isGlobal && bucket.parent ? bucket.parent : bucket;
      const forMs = unsentMs(refusal);
      if (forMs !== null) {
        // A message that the library, or the front end itself, did not send waits in the queue like any other.
        guard.withdrew(now);
        budget.taken(bucket, { full: limited, reserved: 0, forMs }, now);
        if (job.state.status !== "announcing" && job.state.status !== "posting") return;
        for (const limit of new Set([bucket, limited])) budget.queue(limit, finalWordOf(job, now), { forMs, now });
        return;
      }
      if (refusal?.kind === "unavailable") {
        if (!refusal.isElsewhere) guard.note(true, now);
        return;
      }
      guard.note(false, now);
      // The platform is up: all jobs that wait for it share its limits.
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
  /** A final word, which keeps its place in the queue if its limits let it go within this time. */
  | { readonly what: What; readonly word: FinalWord; readonly withinMs: number }
  /** Progress, which leaves something for final messages. */
  | { readonly what: "edit"; readonly word: null; readonly shownAt: EpochMs };

/** A repeated final message goes after those that are still to be shown for the first time. */
function finalWordOf({ id, state }: Job, now: EpochMs): FinalWord {
  if (!("settledAt" in state)) return { id, since: now };
  const isRepeated = state.status === "announcing" && state.newMessage === "done" && !state.isCardDue;
  return { id, since: isRepeated ? state.notBefore : state.settledAt };
}

/** Returns the milliseconds until its turn if nothing was sent, which is no failure and no try; null if something was. */
export function unsentMs(refusal: { readonly kind: string } | RateLimited | null): number | null {
  return refusal && "isUnsent" in refusal && refusal.isUnsent ? refusal.retryAfterMs : null;
}

/** Returns whether a message that was refused may have arrived, or may still. */
export function isUnclear(refusal: { readonly kind: string } | Unavailable): boolean {
  return "unclear" in refusal && refusal.unclear;
}
