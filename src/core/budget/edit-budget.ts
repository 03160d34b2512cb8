import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { LimitsInUse } from "../ports.ts";
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

/**
 * Shares out a platform's limits: final words first, in the order in which they were settled; progress gets what is left,
 * first the card that has been wrong for longest and by most. A message that must wait keeps a place, and learns when to come
 * back. A pause that the platform asks for holds for both, and only progress goes slower after it. If a bucket has a parent,
 * both must have room, and the parent has a queue of its own.
 */
export interface EditBudget {
  /** Returns the milliseconds until this job's final word may go. 0: now, and it is counted; else it keeps its place in the queue. */
  finalWord(bucket: Bucket, word: FinalWord, now: EpochMs): number;
  /** Keeps the final word's place until its turn in `forMs`, and no longer: it may not be there by then. */
  hold(bucket: Bucket, word: FinalWord, back: { readonly forMs: number; readonly now: EpochMs }): void;
  /** Gives the final word its place in the queue; it comes back in `forMs`. */
  queue(bucket: Bucket, word: FinalWord, back: { readonly forMs: number; readonly now: EpochMs }): void;
  /**
   * Returns the milliseconds until an edit with these news may go. 0: now, and it is counted; infinite: not before it has
   * others. Half the burst is reserved for final words.
   */
  progress(bucket: Bucket, news: News, now: EpochMs): number;
  /**
   * Notes that the message just counted could not go, because `full`, the bucket or its parent, was used up without our
   * knowing: it has one more than `reserved` in `forMs`, not before.
   */
  taken(
    bucket: Bucket,
    by: { readonly full: Bucket; readonly reserved: number; readonly forMs: number },
    now: EpochMs,
  ): void;
  /** Notes that the platform asked for a pause. */
  pause(bucket: Bucket, forMs: number, now: EpochMs): void;
  /** Notes that the platform refused (401, 403, 404 or 429): it may block us for too many refusals. */
  refused(bucket: Bucket, now: EpochMs): void;
  inUse(now: EpochMs): LimitsInUse;
}

/** Above this many buckets, those that are full again and have nobody waiting are forgotten. */
const BUCKETS_MAX = 2_000;
/** If cards would show something older than this on average, they show milestones alone. */
const AGE_MAX_MS = 30_000;

interface State {
  readonly allowance: Allowance;
  readonly words: FinalWordQueue;
  readonly cards: ProgressQueue;
}

export function editBudget(): EditBudget {
  const states = new Map<string, State>();

  function stateOf(bucket: Bucket, now: EpochMs): State {
    const stored = states.get(bucket.name);
    if (!stored && states.size >= BUCKETS_MAX) forgetIdle(now);
    const state = stored ?? { allowance: fullAllowance(bucket, now), words: finalWordQueue(), cards: progressQueue() };
    if (!stored) states.set(bucket.name, state);
    fill(state.allowance, bucket, now);
    return state;
  }

  function forgetIdle(now: EpochMs): void {
    for (const [name, { allowance, words, cards }] of states) {
      fill(allowance, allowance.bucket, now);
      if (isRested(allowance, now) && words.isDeserted(now) && cards.countUnderWay(now) === 0) states.delete(name);
    }
  }

  /** Returns the bucket's own state and its parent's, if it has one. */
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
        // A word that waits for its own bucket does not hold up another bucket's words.
        for (const { words } of all.slice(index + 1)) words.leave(word);
        return forMs;
      }
      for (const { allowance, words } of all) {
        take(allowance, now);
        words.leave(word);
      }
      return 0;
    },
    hold(bucket, word, { forMs, now }) {
      for (const { words } of statesOf(bucket, now)) words.hold(word, now + forMs);
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
      // If there is enough for both, the word still goes first.
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

/** Returns how many tokens progress leaves for final words: half the burst; none of a burst of one, or there would never be progress. */
export function reservedOf({ burst }: Bucket): number {
  return Math.min(Math.floor(burst / 2), burst - 1);
}

/** Returns how long a final word must wait for that one limit, in milliseconds; it has a place in its queue from now on. */
function wordMs({ allowance, words }: State, word: FinalWord, now: EpochMs): number {
  const rank = words.rankOf(word, now);
  if (restMs(allowance, now) === 0 && rank + 1 <= allowance.tokens) return 0;
  return wholeMs(waitMs(allowance, rank + 1, now));
}

/** Returns how long progress whose own bucket has room must wait for the parent, in milliseconds: until there is more than is reserved for final words. */
function progressMs({ allowance, words }: State, now: EpochMs): number {
  const forMs = progressWaitMs(allowance, reservedOf(allowance.bucket) + words.count(now), now);
  return forMs === 0 ? 0 : wholeMs(forMs);
}

/** Returns whether the cards are too many. With N cards and R edits per millisecond, a card changes every N/R, so it is N/2R old on average. */
function isCrowded(cards: number, allowance: Allowance): boolean {
  return (cards * progressGapMs(allowance)) / 2 > AGE_MAX_MS;
}

function wholeMs(ms: number): number {
  return Math.max(1, Math.ceil(ms));
}

/** A final word belongs to a job, and was settled at `since`. */
export interface FinalWord {
  readonly id: JobId;
  readonly since: EpochMs;
}

/** The queue holds the final words that wait for one bucket, those that were settled first in front. */
export interface FinalWordQueue {
  /** Returns how many wait, without those in front that did not come back. */
  count(now: EpochMs): number;
  /** Returns how many stand before that word, which has a place from now on. */
  rankOf(word: FinalWord, now: EpochMs): number;
  /** Its turn is not before then. */
  expect(word: FinalWord, at: EpochMs, now: EpochMs): void;
  /** Keeps its place, where it has one, until then and no longer. */
  hold(word: FinalWord, at: EpochMs): void;
  leave(word: FinalWord): void;
  /** Returns whether every word that still waits has stopped coming back. */
  isDeserted(now: EpochMs): boolean;
}

/** A word that has not come back for its turn for this long loses its place. */
const NO_SHOW_MS = 60_000;

interface Place extends FinalWord {
  /** Among those settled in the same millisecond, first come first served. */
  readonly order: number;
  /** From then on the place is no longer kept. */
  lostAt: EpochMs;
}

function finalWordQueue(): FinalWordQueue {
  /** The first one first. */
  const queue: Place[] = [];
  const places = new Map<JobId, Place>();
  let given = 0;

  function leave(place: Place): void {
    queue.splice(rankIn(queue, place), 1);
    places.delete(place.id);
  }

  /** Drops words from the front that did not come back. */
  function dropLost(now: EpochMs, here?: JobId): void {
    for (let [first] = queue; first && first.id !== here && isLost(first, now); [first] = queue) leave(first);
  }

  /** Returns the word's place, a new one if it has none. */
  function take({ id, since }: FinalWord, now: EpochMs): Place {
    dropLost(now, id);
    const ownPlace = places.get(id);
    if (ownPlace) return ownPlace;
    given += 1;
    const place: Place = { id, since, order: given, lostAt: now + NO_SHOW_MS };
    queue.splice(rankIn(queue, place), 0, place);
    places.set(id, place);
    return place;
  }

  return {
    count(now) {
      dropLost(now);
      return queue.length;
    },
    rankOf: (word, now) => rankIn(queue, take(word, now)),
    expect(word, at, now) {
      take(word, now).lostAt = at + NO_SHOW_MS;
    },
    hold({ id }, at) {
      const place = places.get(id);
      if (place) place.lostAt = at;
    },
    leave({ id }) {
      const place = places.get(id);
      if (place) leave(place);
    },
    isDeserted: (now) => queue.every((place) => isLost(place, now)),
  };
}

function isLost({ lostAt }: Place, now: EpochMs): boolean {
  return now >= lostAt;
}

/** Returns how many stand before that place, or would. */
function rankIn(queue: readonly Place[], place: Place): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = queue[middle];
    if (other && isBefore(other, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(one: Place, other: Place): boolean {
  return one.since < other.since || (one.since === other.since && one.order < other.order);
}

/** A card has news when it could show more than it does. */
export interface News {
  readonly id: JobId;
  /** The card has shown the same since then. */
  readonly shownAt: EpochMs;
  /** The card shows the percentage `shown`, and `known` is the real one; 0 if there is none. */
  readonly shown: number;
  readonly known: number;
  /** More has changed than the percentage or the time left. */
  readonly isNewState: boolean;
  /** The card still has its first text, which says least of all: it goes before every other card. */
  readonly isFirst?: boolean;
}

/** The queue holds the cards that wait to show progress in one bucket: one place each, and their latest news. */
export interface ProgressQueue {
  /** Returns how many cards had news of late. */
  countUnderWay(now: EpochMs): number;
  /** Returns how many weigh more: of those whose turn has come, and of all that wait. From now on this card waits, too. */
  outweighedBy(news: News, now: EpochMs): { readonly here: number; readonly waiting: number };
  /** Its turn is not before then. */
  expect(id: JobId, at: EpochMs): void;
  /** It is under way, and waits for no turn. */
  pass(news: News, now: EpochMs): void;
  leave(id: JobId): void;
}

/** A new state counts as this many percent. */
const TURN_PERCENT = 25;
/** No card that has been changed weighs as much. */
const FIRST_WEIGHT = 1e12;
const MILESTONES = [25, 50, 75];
/** A card whose turn has come and that is not there after this long holds up nobody: its job may wait for the service. */
const CARD_NO_SHOW_MS = 2_000;
/** A card is under way if it had news within this long: no two polls of a young task are further apart. */
const SILENT_MS = 120_000;
const SWEEP_EACH_MS = 10_000;

interface Card {
  readonly shownAt: EpochMs;
  readonly unshown: number;
  readonly isFirst: boolean;
  readonly heardAt: EpochMs;
  /** null: it waits for nothing. */
  expectedAt: EpochMs | null;
}

function progressQueue(): ProgressQueue {
  const cards = new Map<JobId, Card>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function hear({ id, shownAt, isFirst = false, ...news }: News, now: EpochMs, expectedAt: EpochMs | null): Card {
    const card = { shownAt, unshown: unshownOf(news), isFirst, heardAt: now, expectedAt };
    cards.set(id, card);
    return card;
  }

  function sweep(now: EpochMs): void {
    sweptAt = now;
    for (const [id, { heardAt }] of cards) if (Math.abs(now - heardAt) >= SILENT_MS) cards.delete(id);
  }

  return {
    countUnderWay(now) {
      if (Math.abs(now - sweptAt) >= SWEEP_EACH_MS) sweep(now);
      return cards.size;
    },
    outweighedBy(news, now) {
      const card = hear(news, now, now);
      const weight = weightOf(card, now);
      let [here, waiting, isEarlier] = [0, 0, true];
      for (const other of cards.values()) {
        if (other === card) isEarlier = false;
        if (other === card || other.expectedAt === null || now - other.expectedAt >= CARD_NO_SHOW_MS) continue;
        const more = weightOf(other, now) - weight;
        // Two cards of the same weight get different times: the one that came first goes first.
        if (more > 0 || (more === 0 && isEarlier)) waiting += 1;
        if (more > 0 && other.expectedAt <= now) here += 1;
      }
      return { here, waiting };
    },
    expect(id, at) {
      const card = cards.get(id);
      if (card) card.expectedAt = at;
    },
    pass: (news, now) => void hear(news, now, null),
    leave: (id) => void cards.delete(id),
  };
}

/** Returns whether the news is shown even if too many cards wait. */
function isMilestone({ shown, known, isNewState }: News): boolean {
  return isNewState || MILESTONES.some((percent) => shown < percent !== known < percent);
}

function unshownOf({ shown, known, isNewState }: Pick<News, "shown" | "known" | "isNewState">): number {
  return Math.max(1, Math.abs(known - shown)) + (isNewState ? TURN_PERCENT : 0);
}

/** Age × percent not shown: the longer a card has been wrong, and the more it is, the sooner it is its turn. */
function weightOf({ shownAt, unshown, isFirst }: Card, now: EpochMs): number {
  return (isFirst ? FIRST_WEIGHT : 0) + Math.max(0, now - shownAt) * unshown;
}
