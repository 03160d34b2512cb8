import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";

/** From this many buckets on, each new one takes the place of one of which nothing was asked for `UNUSED_MS`. */
const BUCKETS_MAX = 2_000;
/** After this long a bucket is full again, its rate is whole, its refusals are old, and nobody waits: it is like a new one. */
const UNUSED_MS = 600_000;

interface State {
  readonly allowance: Allowance;
  readonly words: FinalWordQueue;
  readonly cards: ProgressQueue;
  usedAt: EpochMs;
}

/** A message that waits comes back in `forMs`. */
interface Back {
  readonly forMs: number;
  readonly now: EpochMs;
}

/**
 * Shares out a platform's limits. Final messages go first, in the order in which they were settled. Progress gets the rest, and the
 * card that was not changed for longest goes first. A message that must wait keeps a place and learns when to come back. If the
 * platform asks for a pause, both wait, and progress is slower afterwards. If a bucket has a parent, both must have room, and
 * the parent has its own queue.
 */
export class EditBudget {
  /** In the order of their last use. */
  readonly #states = new Map<string, State>();

  /** Returns the milliseconds until this job's final word may go. 0: now, and it is counted; else it keeps its place in the queue. */
  finalWord(bucket: Bucket, word: FinalWord, now: EpochMs): number {
    const all = this.#statesOf(bucket, now);
    for (const { cards } of all) cards.leave(word.id);
    for (const [index, state] of all.entries()) {
      const forMs = Math.ceil(waitMs(state.allowance, state.words.rankOf(word, now) + 1, now));
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
  }

  /** Keeps the final word's place until its turn, and no longer: it may not be there by then. */
  hold(bucket: Bucket, word: FinalWord, { forMs, now }: Back): void {
    for (const { words } of this.#statesOf(bucket, now)) words.hold(word, now + forMs);
  }

  /** Gives the final word its place in the queue. */
  queue(bucket: Bucket, word: FinalWord, { forMs, now }: Back): void {
    this.#stateOf(bucket, now).words.expect(word, now + forMs, now);
  }

  /** Returns the milliseconds until an edit with progress may go. 0: now, and it is counted. Half the burst is reserved for final messages. */
  progress(bucket: Bucket, card: OutdatedCard, now: EpochMs): number {
    const all = this.#statesOf(bucket, now);
    const [{ allowance, words, cards }, parent] = all;
    const ahead = cards.aheadOf(card, now);
    const wordsWaiting = words.count(now);
    const reserved = reservedOf(bucket) + wordsWaiting;
    const isTurn = wordsWaiting === 0 && progressWaitMs(allowance, reserved + ahead.due, now) === 0;
    // Even if there is enough for both, the final message goes first.
    const turnMs = wordsWaiting > 0 ? waitMs(allowance, allowance.tokens + 1, now) : 0;
    const ownMs = isTurn ? 0 : Math.max(turnMs, progressWaitMs(allowance, reserved + ahead.waiting, now));
    const forMs = Math.ceil(isTurn && parent ? parentWaitMs(parent, now) : ownMs);
    if (forMs > 0) {
      cards.expect(card, now + forMs);
      return forMs;
    }
    cards.leave(card.id);
    for (const state of all) take(state.allowance, now);
    return 0;
  }

  /**
   * Notes that the message just counted could not go, because `full`, the bucket or its parent, was used up without our
   * knowing: it has one more than `reserved` in `forMs`, not before.
   */
  taken(
    bucket: Bucket,
    { full, ...by }: { readonly full: Bucket; readonly reserved: number; readonly forMs: number },
    now: EpochMs,
  ): void {
    for (const { allowance } of this.#statesOf(bucket, now)) giveBack(allowance);
    noteOthers(this.#stateOf(full, now).allowance, by, now);
  }

  /** Notes that the platform asked for a pause. */
  pause(bucket: Bucket, forMs: number, now: EpochMs): void {
    slowDown(this.#stateOf(bucket, now).allowance, now + forMs, now);
  }

  /** Notes that the platform refused (401, 403, 404 or 429): it may block us for too many refusals. */
  refused(bucket: Bucket, now: EpochMs): void {
    noteRefusal(this.#stateOf(bucket, now).allowance, now);
  }

  inUse(now: EpochMs): LimitsInUse {
    const count = { free: 0, spent: 0, paused: 0, wordsWaiting: 0 };
    const parents = new Set([...this.#states.values()].map(({ allowance }) => allowance.bucket.parent?.name));
    for (const [name, { allowance, words }] of this.#states) {
      fill(allowance, allowance.bucket, now);
      // A word that waits for a parent has a place in its own bucket's queue, too.
      if (!parents.has(name)) count.wordsWaiting += words.count(now);
      count[restMs(allowance, now) > 0 ? "paused" : allowance.tokens < 1 ? "spent" : "free"] += 1;
    }
    return count;
  }

  /** Returns the bucket's own state and its parent's, if it has one. */
  #statesOf(bucket: Bucket, now: EpochMs): readonly [State, ...State[]] {
    const own = this.#stateOf(bucket, now);
    return bucket.parent ? [own, this.#stateOf(bucket.parent, now)] : [own];
  }

  #stateOf(bucket: Bucket, now: EpochMs): State {
    const state = this.#states.get(bucket.name) ?? this.#newState(bucket, now);
    state.usedAt = now;
    this.#states.delete(bucket.name);
    this.#states.set(bucket.name, state);
    fill(state.allowance, bucket, now);
    return state;
  }

  /** Makes room for it in place of the one that was unused for longest, where that is long enough. */
  #newState(bucket: Bucket, now: EpochMs): State {
    const [oldest] = this.#states;
    if (oldest && this.#states.size >= BUCKETS_MAX && now - oldest[1].usedAt >= UNUSED_MS)
      this.#states.delete(oldest[0]);
    return {
      allowance: fullAllowance(bucket, now),
      words: new FinalWordQueue(),
      cards: new ProgressQueue(),
      usedAt: now,
    };
  }
}

/** This many of a platform's limits have room, are used up until they fill again, or rest because the platform asked for that. */
export interface LimitsInUse {
  readonly free: number;
  readonly spent: number;
  readonly paused: number;
  readonly wordsWaiting: number;
}

/** Returns how many tokens progress leaves for final words: half the burst, and so none of a burst of one. */
export function reservedOf({ burst }: Bucket): number {
  return Math.floor(burst / 2);
}

/** Returns how long progress whose own bucket has room must wait for the parent, in milliseconds: until there is more than is reserved for final words. */
function parentWaitMs({ allowance, words }: State, now: EpochMs): number {
  return progressWaitMs(allowance, reservedOf(allowance.bucket) + words.count(now), now);
}

/** A final word belongs to a job, and was settled at `since`. */
export interface FinalWord {
  readonly id: JobId;
  readonly since: EpochMs;
}

/** A word that has not come back for its turn for this long loses its place. */
const NO_SHOW_MS = 60_000;

interface Place extends FinalWord {
  /** From then on the place is no longer kept. */
  lostAt: EpochMs;
}

/** The final words that wait for one bucket: those that were settled first go first, and of those settled in the same millisecond those that came first. */
class FinalWordQueue {
  /** In the order in which they came. */
  readonly #places = new Map<JobId, Place>();

  /** Returns how many wait, without those that did not come back. */
  count(now: EpochMs): number {
    for (const [id, { lostAt }] of this.#places) if (now >= lostAt) this.#places.delete(id);
    return this.#places.size;
  }

  /** Returns how many stand before that word, which has a place from now on. */
  rankOf(word: FinalWord, now: EpochMs): number {
    this.count(now);
    const own = this.#take(word, now);
    let [rank, isEarlier] = [0, true];
    for (const other of this.#places.values()) {
      if (other === own) isEarlier = false;
      else if (other.since < own.since || (other.since === own.since && isEarlier)) rank += 1;
    }
    return rank;
  }

  /** Its turn is not before then. */
  expect(word: FinalWord, at: EpochMs, now: EpochMs): void {
    this.#take(word, now).lostAt = at + NO_SHOW_MS;
  }

  /** Keeps its place, where it has one, until then and no longer. */
  hold({ id }: FinalWord, at: EpochMs): void {
    const place = this.#places.get(id);
    if (place) place.lostAt = at;
  }

  leave({ id }: FinalWord): void {
    this.#places.delete(id);
  }

  /** Returns the word's place, a new one if it has none. */
  #take(word: FinalWord, now: EpochMs): Place {
    const place = this.#places.get(word.id) ?? { ...word, lostAt: now + NO_SHOW_MS };
    this.#places.set(word.id, place);
    return place;
  }
}

/** A card that could show more than it does. */
export interface OutdatedCard {
  readonly id: JobId;
  /** When it was last changed. */
  readonly shownAt: EpochMs;
}

/** A card that does not come back within this time of its turn loses its place: its job may wait for the service. */
const CARD_NO_SHOW_MS = 2_000;

interface WaitingCard extends OutdatedCard {
  readonly expectedAt: EpochMs;
}

/** The cards that wait to show progress in one bucket. Each has one place, and the one changed longest ago goes first. */
class ProgressQueue {
  /** In the order in which they got their places. */
  readonly #cards = new Map<JobId, WaitingCard>();

  /** Returns how many cards go before this one: those whose turn has come, and all that wait. */
  aheadOf({ id, shownAt }: OutdatedCard, now: EpochMs): { readonly due: number; readonly waiting: number } {
    let [due, waiting, isEarlier] = [0, 0, true];
    for (const other of this.#cards.values()) {
      if (now - other.expectedAt >= CARD_NO_SHOW_MS) this.#cards.delete(other.id);
      else if (other.id === id) isEarlier = false;
      else if (other.shownAt < shownAt || (other.shownAt === shownAt && isEarlier)) {
        waiting += 1;
        if (other.shownAt < shownAt && other.expectedAt <= now) due += 1;
      }
    }
    return { due, waiting };
  }

  expect({ id, shownAt }: OutdatedCard, expectedAt: EpochMs): void {
    this.#cards.set(id, { id, shownAt, expectedAt });
  }

  leave(id: JobId): void {
    this.#cards.delete(id);
  }
}

/** A bucket is one of a platform's limits, with what it lets through as far as that is known. */
export interface Bucket {
  readonly name: string;
  /** All processes share this name; absent: they use `name`. */
  readonly commonName?: string;
  /** This many may go at once after a rest. */
  readonly burst: number;
  /** One more may go after this many milliseconds. */
  readonly everyMs: number;
  /** Each token comes back this many milliseconds after it was taken; absent: they come back one by one. */
  readonly windowMs?: number;
  /** The platform's limit on everything the bot sends, against which this one counts too; absent: none. */
  readonly parent?: Bucket;
  /** The platform named this last; absent: it never did. */
  readonly left?: Left;
  /** New messages count against other limits than these edits; absent: they may share one. */
  readonly isOfEditsAlone?: true;
  /** The platform blocks nobody there for refused requests, however many they are. */
  readonly forgivesRefusals?: true;
}

/** No more than `remaining` until then. */
export interface Left {
  readonly remaining: number;
  readonly until: EpochMs;
}

/** An allowance tracks how much a bucket lets through now. */
export interface Allowance {
  bucket: Bucket;
  /** How many messages may go: they come at the platform's own rate. */
  tokens: number;
  /** Progress may use this many of them: they come at the rate that 429s have taught. */
  progressTokens: number;
  filledAt: EpochMs;
  pausedUntil: EpochMs;
  /** The platform named this last, and nothing more is allowed until then; null: tokens come one by one. */
  heard: Left | null;
  windowUntil: EpochMs | null;
  /** In a bucket with a window: when each token was taken that is not back yet, the first one first. */
  went: readonly EpochMs[];
  /** Progress uses this share of the bucket's rate: each 429 halves it, and after a while without any it is whole again. */
  share: number;
  /** The last `REFUSALS_MAX`, the first one first. */
  refusals: readonly EpochMs[];
}

/**
 * Discord blocks an address after 10,000 such answers in 10 minutes; we allow one bucket a hundredth of that. Source:
 * Discord's documentation, rate limits (read 2026-11-21).
 */
const REFUSALS_MAX = 100;
const REFUSALS_WITHIN_MS = 600_000;
/** After a 429 a tenth of the rate comes back each minute; the rate never falls below an eighth. */
const CLIMB_PER_MS = 0.1 / 60_000;
const SHARE_MIN = 1 / 8;

function fullAllowance(bucket: Bucket, now: EpochMs): Allowance {
  return {
    bucket,
    tokens: bucket.burst,
    progressTokens: bucket.burst,
    filledAt: now,
    pausedUntil: 0,
    heard: null,
    windowUntil: null,
    went: [],
    share: 1,
    refusals: [],
  };
}

/** Brings the allowance up to date, with what is known of the bucket now. */
function fill(allowance: Allowance, bucket: Bucket, now: EpochMs): void {
  // If the clock was set back, no tokens come or go, and no wait gets longer. A pause brings no tokens either.
  const backMs = Math.max(0, allowance.filledAt - now);
  allowance.pausedUntil -= backMs;
  if (allowance.windowUntil !== null) allowance.windowUntil -= backMs;
  if (backMs > 0) {
    allowance.went = allowance.went.map((at) => at - backMs);
    allowance.refusals = allowance.refusals.map((at) => at - backMs);
  }
  const passedMs = Math.max(0, now - Math.max(allowance.filledAt, allowance.pausedUntil));
  refill(allowance, passedMs, now);
  allowance.share = Math.min(1, allowance.share + passedMs * CLIMB_PER_MS);
  allowance.filledAt = now;
  allowance.bucket = bucket;
  hear(allowance, now);
  const { windowMs } = bucket;
  if (windowMs !== undefined)
    count(
      allowance,
      allowance.went.filter((at) => now - at < windowMs),
    );
}

/** In a bucket with a window, all tokens are there but those that were taken. */
function count(allowance: Allowance, went: readonly EpochMs[]): void {
  allowance.went = went;
  allowance.tokens = allowance.bucket.burst - went.length;
  allowance.progressTokens = allowance.tokens;
}

function refill(allowance: Allowance, passedMs: number, now: EpochMs): void {
  const { tokens, progressTokens, windowUntil, bucket, share } = allowance;
  if (windowUntil === null) {
    allowance.tokens = Math.min(bucket.burst, tokens + passedMs / bucket.everyMs);
    allowance.progressTokens = Math.min(bucket.burst, progressTokens + passedMs / progressGapMs(allowance));
  } else if (now >= windowUntil) {
    allowance.tokens = bucket.burst;
    allowance.progressTokens = Math.max(1, bucket.burst * share);
    allowance.windowUntil = null;
  }
}

/** Takes over the platform's own count, which includes our other requests. */
function hear(allowance: Allowance, now: EpochMs): void {
  const { left, burst } = allowance.bucket;
  hold(allowance, burst);
  if (!left || left === allowance.heard) return;
  allowance.heard = left;
  if (now >= left.until) return;
  hold(allowance, left.remaining);
  allowance.windowUntil = left.until;
}

/** Lowers the tokens to `most`. */
function hold(allowance: Allowance, most: number): void {
  allowance.tokens = Math.min(allowance.tokens, most);
  allowance.progressTokens = Math.min(allowance.progressTokens, most);
}

/** Takes a token for something that goes. Progress loses each token that a final word takes. */
function take(allowance: Allowance, now: EpochMs): void {
  allowance.tokens -= 1;
  allowance.progressTokens = Math.max(0, allowance.progressTokens - 1);
  if (allowance.bucket.windowMs !== undefined) count(allowance, [...allowance.went, now]);
}

/**
 * Notes that the platform answered 429 and asked for a pause, after which one may go at once. Progress goes slower for a
 * while; several 429s to requests sent together slow it down only once.
 */
function slowDown(allowance: Allowance, until: EpochMs, now: EpochMs): void {
  if (allowance.pausedUntil <= now) allowance.share = Math.max(SHARE_MIN, allowance.share / 2);
  [allowance.tokens, allowance.progressTokens] = [1, 1];
  allowance.windowUntil = null;
  allowance.pausedUntil = Math.max(allowance.pausedUntil, until);
}

/** Gives back the last token: its message did not go. */
function giveBack(allowance: Allowance): void {
  const { bucket, went } = allowance;
  allowance.tokens = Math.min(bucket.burst, allowance.tokens + 1);
  allowance.progressTokens = Math.min(bucket.burst, allowance.progressTokens + 1);
  if (bucket.windowMs !== undefined) count(allowance, went.slice(0, -1));
}

/** Notes that others took tokens, too: one more than `reserved` is there in `forMs`, not before. */
function noteOthers(
  allowance: Allowance,
  { reserved, forMs }: { readonly reserved: number; readonly forMs: number },
  now: EpochMs,
): void {
  const { bucket, went } = allowance;
  allowance.tokens = Math.min(allowance.tokens, reserved + 1 - forMs / bucket.everyMs);
  allowance.windowUntil = null;
  if (bucket.windowMs === undefined) return;
  const theirs = Array<EpochMs>(Math.max(0, bucket.burst - reserved - went.length)).fill(now + forMs - bucket.windowMs);
  const all = [...went, ...theirs];
  count(
    allowance,
    all.sort((one, other) => one - other),
  );
}

/** Returns the milliseconds until that many tokens are there for final words. */
function waitMs(allowance: Allowance, needed: number, now: EpochMs): number {
  const { bucket, tokens } = allowance;
  return untilMs(allowance, { needed, tokens, everyMs: bucket.everyMs }, now);
}

/** Returns the milliseconds until progress may use one and leave `reserved`. */
function progressWaitMs(allowance: Allowance, reserved: number, now: EpochMs): number {
  const asked = { needed: reserved + 1, tokens: allowance.progressTokens, everyMs: progressGapMs(allowance) };
  return Math.max(waitMs(allowance, reserved + 1, now), untilMs(allowance, asked, now));
}

function untilMs(
  allowance: Allowance,
  { needed, tokens, everyMs }: { readonly needed: number; readonly tokens: number; readonly everyMs: number },
  now: EpochMs,
): number {
  const { bucket, windowUntil } = allowance;
  const pauseMs = restMs(allowance, now);
  const missing = Math.max(0, needed - tokens);
  if (bucket.windowMs !== undefined) return Math.max(pauseMs, returnAt(allowance, bucket.windowMs, missing) - now);
  if (windowUntil === null || missing === 0) return pauseMs + missing * everyMs;
  return Math.max(pauseMs, windowUntil - now) + Math.max(0, needed - bucket.burst) * everyMs;
}

/** Returns when `missing` more are back in a bucket with a window; those that are there now are taken now, and come back as well. */
function returnAt({ bucket, went, filledAt }: Allowance, windowMs: number, missing: number): EpochMs {
  if (missing <= 0) return filledAt;
  const nth = Math.ceil(missing) - 1;
  const rounds = 1 + Math.floor(nth / bucket.burst);
  return (went[nth % bucket.burst] ?? filledAt) + rounds * windowMs;
}

function noteRefusal(allowance: Allowance, now: EpochMs): void {
  if (allowance.bucket.forgivesRefusals) return;
  allowance.refusals = [...allowance.refusals, now].slice(-REFUSALS_MAX);
}

/** Returns how long nothing may go at all, in milliseconds. */
function restMs({ pausedUntil, refusals }: Allowance, now: EpochMs): number {
  const barredSince = refusals.at(-REFUSALS_MAX) ?? Number.NEGATIVE_INFINITY;
  return Math.max(0, pausedUntil - now, barredSince + REFUSALS_WITHIN_MS - now);
}

/** Returns the milliseconds from one edit with progress to the next. */
function progressGapMs({ bucket, share }: Allowance): number {
  return bucket.everyMs / share;
}
