import type { EpochMs } from "../clock.ts";
import type { LimitsInUse } from "../meter.ts";
import {
  type Allowance,
  type Bucket,
  fill,
  fullAllowance,
  giveBack,
  isRested,
  noteOthers,
  noteRefusal,
  progressGapMs,
  progressWaitMs,
  restMs,
  slowDown,
  take,
  waitMs,
} from "./allowance.ts";
import { type FinalWord, type FinalWordQueue, finalWordQueue } from "./final-word-queue.ts";
import { isMilestone, type News, type ProgressQueue, progressQueue } from "./progress-queue.ts";

/**
 * Shares a platform's limits out: final words first, in the order in which they were settled; progress from what is left,
 * the card first that has been wrong for longest and by most. A message that must wait keeps a place, and is told when to
 * come back. A pause that the platform asks for holds for both, and only progress goes slower after it. Where a bucket has
 * a parent, both must have room, and the parent has a queue of its own.
 */
export interface EditBudget {
  /** Milliseconds until this job's final word may go. 0: now, and it is counted; else it keeps its place in the queue. */
  finalWord(bucket: Bucket, word: FinalWord, now: EpochMs): number;
  /** The final word no longer waits for that bucket. */
  leave(bucket: Bucket, word: FinalWord, now: EpochMs): void;
  /** Gives the final word its place in the queue; it comes back in `forMs`. */
  queue(bucket: Bucket, word: FinalWord, back: { readonly forMs: number; readonly now: EpochMs }): void;
  /**
   * Milliseconds until an edit with these news may go. 0: now, and it is counted; infinite: not before it has others.
   * Half the burst is reserved for final words.
   */
  progress(bucket: Bucket, news: News, now: EpochMs): number;
  /**
   * The message that was just counted could not go, because `full`, the bucket or its parent, was used up without being known here: it
   * has one more than `reserved` in `forMs`, not before.
   */
  taken(
    bucket: Bucket,
    by: { readonly full: Bucket; readonly reserved: number; readonly forMs: number },
    now: EpochMs,
  ): void;
  /** The platform asked for a pause. */
  pause(bucket: Bucket, forMs: number, now: EpochMs): void;
  /** The platform answered with a no (401, 403, 404 or 429): too many of them are a reason to be blocked. */
  refused(bucket: Bucket, now: EpochMs): void;
  inUse(now: EpochMs): LimitsInUse;
}

/** With more buckets than this, those that are full again and wait for nobody are forgotten. */
const BUCKETS_MAX = 2_000;
/** Where what cards show would be older than this in the mean, they show milestones alone. */
const AGE_MAX_MS = 30_000;

interface State {
  readonly allowance: Allowance;
  readonly words: FinalWordQueue;
  readonly cards: ProgressQueue;
}

export function editBudget(): EditBudget {
  const states = new Map<string, State>();

  function stateOf(bucket: Bucket, now: EpochMs): State {
    const known = states.get(bucket.name);
    if (!known && states.size >= BUCKETS_MAX) forgetIdle(now);
    const state = known ?? { allowance: fullAllowance(bucket, now), words: finalWordQueue(), cards: progressQueue() };
    if (!known) states.set(bucket.name, state);
    fill(state.allowance, bucket, now);
    return state;
  }

  function forgetIdle(now: EpochMs): void {
    for (const [name, { allowance, words, cards }] of states) {
      fill(allowance, allowance.bucket, now);
      if (isRested(allowance, now) && words.isDeserted(now) && cards.countUnderWay(now) === 0) states.delete(name);
    }
  }

  /** The bucket's own state and, where it has one, its parent's. */
  function statesOf(bucket: Bucket, now: EpochMs): readonly State[] {
    const own = stateOf(bucket, now);
    return bucket.parent ? [own, stateOf(bucket.parent, now)] : [own];
  }

  return {
    finalWord(bucket, word, now) {
      const all = statesOf(bucket, now);
      for (const { cards } of all) cards.leave(word.id);
      for (const [index, state] of all.entries()) {
        const forMs = wordMs(state, word, now);
        if (forMs === 0) continue;
        for (const { words } of all.slice(0, index + 1)) words.expect(word, now + forMs, now);
        // A word that waits for its own bucket holds up no other bucket's.
        for (const { words } of all.slice(index + 1)) words.leave(word);
        return forMs;
      }
      for (const { allowance, words } of all) {
        take(allowance, now);
        words.leave(word);
      }
      return 0;
    },
    leave(bucket, word, now) {
      for (const { words } of statesOf(bucket, now)) words.leave(word);
    },
    queue(bucket, word, { forMs, now }) {
      stateOf(bucket, now).words.expect(word, now + forMs, now);
    },
    progress(bucket, news, now) {
      const [{ allowance, words, cards }, parent] = [
        stateOf(bucket, now),
        bucket.parent && stateOf(bucket.parent, now),
      ];
      if (isCrowded(cards.countUnderWay(now), allowance) && !isMilestone(news)) {
        cards.pass(news, now);
        return Number.POSITIVE_INFINITY;
      }
      const { here, waiting } = cards.outweighedBy(news, now);
      const wordsWaiting = words.count(now);
      const reserved = reservedOf(bucket) + wordsWaiting;
      if (wordsWaiting === 0 && progressWaitMs(allowance, reserved + here, now) === 0) {
        const forMs = parent ? progressMs(parent, now) : 0;
        if (forMs > 0) {
          cards.expect(news.id, now + forMs);
          return forMs;
        }
        for (const state of statesOf(bucket, now)) take(state.allowance, now);
        cards.pass(news, now);
        return 0;
      }
      // Where there is enough for both, the word's turn is still the first.
      const turnMs = wordsWaiting > 0 ? waitMs(allowance, allowance.tokens + 1, now) : 0;
      const forMs = wholeMs(Math.max(turnMs, progressWaitMs(allowance, reserved + waiting, now)));
      cards.expect(news.id, now + forMs);
      return forMs;
    },
    taken(bucket, { full, ...by }, now) {
      for (const { allowance } of statesOf(bucket, now)) giveBack(allowance);
      noteOthers(stateOf(full, now).allowance, by, now);
    },
    pause(bucket, forMs, now) {
      slowDown(stateOf(bucket, now).allowance, now + forMs, now);
    },
    refused(bucket, now) {
      noteRefusal(stateOf(bucket, now).allowance, now);
    },
    inUse(now) {
      const count = { free: 0, spent: 0, paused: 0, wordsWaiting: 0 };
      const parents = new Set([...states.values()].map(({ allowance }) => allowance.bucket.parent?.name));
      for (const [name, { allowance, words }] of states) {
        fill(allowance, allowance.bucket, now);
        // A word that waits for a parent has a place in its own bucket's queue, too.
        if (!parents.has(name)) count.wordsWaiting += words.count(now);
        count[restMs(allowance, now) > 0 ? "paused" : allowance.tokens < 1 ? "spent" : "free"] += 1;
      }
      return count;
    },
  };
}

/** How many tokens progress leaves for final words: half the burst; of a burst of one none, or there would never be progress. */
export function reservedOf({ burst }: Bucket): number {
  return Math.min(Math.floor(burst / 2), burst - 1);
}

/** How long a final word must wait for that one limit; it has a place in its queue from now on. */
function wordMs({ allowance, words }: State, word: FinalWord, now: EpochMs): number {
  const rank = words.rankOf(word, now);
  if (restMs(allowance, now) === 0 && rank + 1 <= allowance.tokens) return 0;
  return wholeMs(waitMs(allowance, rank + 1, now));
}

/** How long progress whose own bucket has room must wait for the parent: until there is more than is reserved for final words. */
function progressMs({ allowance, words }: State, now: EpochMs): number {
  const forMs = progressWaitMs(allowance, reservedOf(allowance.bucket) + words.count(now), now);
  return forMs === 0 ? 0 : wholeMs(forMs);
}

/** A card that is shown each N/R is N/2R old in the mean. */
function isCrowded(cards: number, allowance: Allowance): boolean {
  return (cards * progressGapMs(allowance)) / 2 > AGE_MAX_MS;
}

function wholeMs(ms: number): number {
  return Math.max(1, Math.ceil(ms));
}
