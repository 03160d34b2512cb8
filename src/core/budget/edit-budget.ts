import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";

/** At this number, a new bucket replaces the oldest one if that was unused for `UNUSED_MS`. */
const BUCKETS_MAX = 2_000;
/** A bucket unused for this long equals a new one: full, and without recent refusals. */
const UNUSED_MS = 600_000;

interface State {
  readonly allowance: Allowance;
  readonly finalMessages: FinalMessageQueue;
  readonly cards: ProgressQueue;
  usedAt: EpochMs;
}

interface Back {
  readonly forMs: number;
  readonly now: EpochMs;
}

/**
 * Final messages go first, in the order in which they were settled. Next is the card that was not changed for longest. A
 * message that must wait keeps its place and gets the time of its next attempt. A bucket and its parent must both have room.
 */
export class EditBudget {
  readonly #states = new Map<string, State>();

  /** Returns the wait. 0: the message is counted, so send it now. Otherwise it waits in the queue. */
  finalMessage(bucket: Bucket, message: FinalMessage, now: EpochMs): number {
    const all = this.#statesOf(bucket, now);
    for (const { cards } of all) cards.leave(message.id);
    for (const [index, state] of all.entries()) {
      const forMs = Math.ceil(waitMs(state.allowance, state.finalMessages.rankOf(message, now) + 1, now));
      if (forMs === 0) continue;
      for (const { finalMessages } of all.slice(0, index + 1)) finalMessages.expect(message, now + forMs, now);
      // A message that waits for its own bucket must not delay messages of other buckets.
      for (const { finalMessages } of all.slice(index + 1)) finalMessages.leave(message);
      return forMs;
    }
    for (const { allowance, finalMessages } of all) {
      take(allowance, now);
      finalMessages.leave(message);
    }
    return 0;
  }

  /** Keeps the message's place only until its turn, because its job might not ask again. */
  hold(bucket: Bucket, message: FinalMessage, { forMs, now }: Back): void {
    for (const { finalMessages } of this.#statesOf(bucket, now)) finalMessages.hold(message, now + forMs);
  }

  queue(bucket: Bucket, message: FinalMessage, { forMs, now }: Back): void {
    this.#stateOf(bucket, now).finalMessages.expect(message, now + forMs, now);
  }

  /** Returns the wait, as `finalMessage` does. Half the burst is reserved for final messages. */
  progress(bucket: Bucket, card: OutdatedCard, now: EpochMs): number {
    const all = this.#statesOf(bucket, now);
    const [{ allowance, finalMessages, cards }, parent] = all;
    const ahead = cards.aheadOf(card, now);
    const finalMessagesWaiting = finalMessages.count(now);
    const reserved = reservedOf(bucket) + finalMessagesWaiting;
    const isTurn = finalMessagesWaiting === 0 && progressWaitMs(allowance, reserved + ahead.due, now) === 0;
    const turnMs = finalMessagesWaiting > 0 ? waitMs(allowance, allowance.tokens + 1, now) : 0;
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

  /** The message just counted was not sent, because `full` (the bucket or its parent) had no room. */
  taken(
    bucket: Bucket,
    { full, ...by }: { readonly full: Bucket; readonly reserved: number; readonly forMs: number },
    now: EpochMs,
  ): void {
    for (const { allowance } of this.#statesOf(bucket, now)) giveBack(allowance);
    noteOthers(this.#stateOf(full, now).allowance, by, now);
  }

  pause(bucket: Bucket, forMs: number, now: EpochMs): void {
    slowDown(this.#stateOf(bucket, now).allowance, now + forMs, now);
  }

  /** Counts a refusal (401, 403, 404 or 429). After too many, the platform may block us. */
  refused(bucket: Bucket, now: EpochMs): void {
    noteRefusal(this.#stateOf(bucket, now).allowance, now);
  }

  inUse(now: EpochMs): LimitsInUse {
    const count = { free: 0, spent: 0, paused: 0, finalMessagesWaiting: 0 };
    const parents = new Set([...this.#states.values()].map(({ allowance }) => allowance.bucket.parent?.name));
    for (const [name, { allowance, finalMessages }] of this.#states) {
      fill(allowance, allowance.bucket, now);
      // A parent bucket queues the same messages as its children, so count only those of the children.
      if (!parents.has(name)) count.finalMessagesWaiting += finalMessages.count(now);
      count[restMs(allowance, now) > 0 ? "paused" : allowance.tokens < 1 ? "spent" : "free"] += 1;
    }
    return count;
  }

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

  #newState(bucket: Bucket, now: EpochMs): State {
    const [oldest] = this.#states;
    if (oldest && this.#states.size >= BUCKETS_MAX && now - oldest[1].usedAt >= UNUSED_MS)
      this.#states.delete(oldest[0]);
    return {
      allowance: fullAllowance(bucket, now),
      finalMessages: new FinalMessageQueue(),
      cards: new ProgressQueue(),
      usedAt: now,
    };
  }
}

export interface LimitsInUse {
  readonly free: number;
  readonly spent: number;
  readonly paused: number;
  readonly finalMessagesWaiting: number;
}

export function reservedOf({ burst }: Bucket): number {
  return Math.floor(burst / 2);
}

function parentWaitMs({ allowance, finalMessages }: State, now: EpochMs): number {
  return progressWaitMs(allowance, reservedOf(allowance.bucket) + finalMessages.count(now), now);
}

export interface FinalMessage {
  readonly id: JobId;
  readonly since: EpochMs;
}

/** A final message not retried for this long loses its place. */
const NO_SHOW_MS = 60_000;

interface Place extends FinalMessage {
  lostAt: EpochMs;
}

/** The final messages waiting for one bucket, ordered by `since`, then by arrival. */
class FinalMessageQueue {
  readonly #places = new Map<JobId, Place>();

  count(now: EpochMs): number {
    for (const [id, { lostAt }] of this.#places) if (now >= lostAt) this.#places.delete(id);
    return this.#places.size;
  }

  /** Gives the message a place, and returns how many are ahead of it. */
  rankOf(message: FinalMessage, now: EpochMs): number {
    this.count(now);
    const own = this.#take(message, now);
    let [rank, isEarlier] = [0, true];
    for (const other of this.#places.values()) {
      if (other === own) isEarlier = false;
      else if (other.since < own.since || (other.since === own.since && isEarlier)) rank += 1;
    }
    return rank;
  }

  expect(message: FinalMessage, at: EpochMs, now: EpochMs): void {
    this.#take(message, now).lostAt = at + NO_SHOW_MS;
  }

  hold({ id }: FinalMessage, at: EpochMs): void {
    const place = this.#places.get(id);
    if (place) place.lostAt = at;
  }

  leave({ id }: FinalMessage): void {
    this.#places.delete(id);
  }

  #take(message: FinalMessage, now: EpochMs): Place {
    const place = this.#places.get(message.id) ?? { ...message, lostAt: now + NO_SHOW_MS };
    this.#places.set(message.id, place);
    return place;
  }
}

export interface OutdatedCard {
  readonly id: JobId;
  readonly shownAt: EpochMs;
}

/**
 * A card loses its place if its job does not ask again within this time after its turn. The job may be waiting for the
 * service.
 */
const CARD_NO_SHOW_MS = 2_000;

interface WaitingCard extends OutdatedCard {
  readonly expectedAt: EpochMs;
}

class ProgressQueue {
  readonly #cards = new Map<JobId, WaitingCard>();

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

export interface Bucket {
  readonly name: string;
  /** Shared by all processes. Default: `name`. */
  readonly commonName?: string;
  readonly burst: number;
  /** One more message may be sent after this time. */
  readonly everyMs: number;
  /** Each token returns this long after it was taken. Default: tokens return one by one. */
  readonly windowMs?: number;
  readonly parent?: Bucket;
  readonly left?: ReportedQuota;
  /** New messages have a limit of their own. */
  readonly isOfEditsAlone?: true;
  /** The platform never blocks anyone for refused requests here. */
  readonly forgivesRefusals?: true;
}

/** The platform allows at most `remaining` messages until `until`. */
export interface ReportedQuota {
  readonly remaining: number;
  readonly until: EpochMs;
}

export interface Allowance {
  bucket: Bucket;
  tokens: number;
  /** Tokens for progress edits. They return at the rate learned from 429s. */
  progressTokens: number;
  filledAt: EpochMs;
  pausedUntil: EpochMs;
  reported: ReportedQuota | null;
  windowUntil: EpochMs | null;
  /** In a bucket with a window: when each missing token was taken, oldest first. */
  takenAt: readonly EpochMs[];
  /** The share of the rate that progress may use. Each 429 halves it. */
  share: number;
  /** At most `REFUSALS_MAX`, oldest first. */
  refusals: readonly EpochMs[];
}

/**
 * Discord blocks an address after 10,000 refused requests in 10 minutes. One bucket may use 1 % of that. Source: Discord's
 * documentation, rate limits (read 2026-11-21).
 */
const REFUSALS_MAX = 100;
const REFUSALS_WITHIN_MS = 600_000;
/** After a 429, 10 % of the rate returns each minute. The rate never falls below an eighth. */
const CLIMB_PER_MS = 0.1 / 60_000;
const SHARE_MIN = 1 / 8;

function fullAllowance(bucket: Bucket, now: EpochMs): Allowance {
  return {
    bucket,
    tokens: bucket.burst,
    progressTokens: bucket.burst,
    filledAt: now,
    pausedUntil: 0,
    reported: null,
    windowUntil: null,
    takenAt: [],
    share: 1,
    refusals: [],
  };
}

function fill(allowance: Allowance, bucket: Bucket, now: EpochMs): void {
  // If the clock was set back, no tokens are added and no wait gets longer. A pause adds no tokens either.
  const backMs = Math.max(0, allowance.filledAt - now);
  allowance.pausedUntil -= backMs;
  if (allowance.windowUntil !== null) allowance.windowUntil -= backMs;
  if (backMs > 0) {
    allowance.takenAt = allowance.takenAt.map((at) => at - backMs);
    allowance.refusals = allowance.refusals.map((at) => at - backMs);
  }
  const passedMs = Math.max(0, now - Math.max(allowance.filledAt, allowance.pausedUntil));
  refill(allowance, passedMs, now);
  allowance.share = Math.min(1, allowance.share + passedMs * CLIMB_PER_MS);
  allowance.filledAt = now;
  allowance.bucket = bucket;
  applyReported(allowance, now);
  const { windowMs } = bucket;
  if (windowMs !== undefined)
    count(
      allowance,
      allowance.takenAt.filter((at) => now - at < windowMs),
    );
}

function count(allowance: Allowance, takenAt: readonly EpochMs[]): void {
  allowance.takenAt = takenAt;
  allowance.tokens = allowance.bucket.burst - takenAt.length;
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

/** Lowers our count to the platform's, which includes our other requests. */
function applyReported(allowance: Allowance, now: EpochMs): void {
  const { left, burst } = allowance.bucket;
  hold(allowance, burst);
  if (!left || left === allowance.reported) return;
  allowance.reported = left;
  if (now >= left.until) return;
  hold(allowance, left.remaining);
  allowance.windowUntil = left.until;
}

function hold(allowance: Allowance, most: number): void {
  allowance.tokens = Math.min(allowance.tokens, most);
  allowance.progressTokens = Math.min(allowance.progressTokens, most);
}

/** A final message also uses up a token for progress. */
function take(allowance: Allowance, now: EpochMs): void {
  allowance.tokens -= 1;
  allowance.progressTokens = Math.max(0, allowance.progressTokens - 1);
  if (allowance.bucket.windowMs !== undefined) count(allowance, [...allowance.takenAt, now]);
}

/**
 * After the pause, one message may be sent at once. Several 429s to concurrent requests slow progress down only once.
 */
function slowDown(allowance: Allowance, until: EpochMs, now: EpochMs): void {
  if (allowance.pausedUntil <= now) allowance.share = Math.max(SHARE_MIN, allowance.share / 2);
  [allowance.tokens, allowance.progressTokens] = [1, 1];
  allowance.windowUntil = null;
  allowance.pausedUntil = Math.max(allowance.pausedUntil, until);
}

function giveBack(allowance: Allowance): void {
  const { bucket, takenAt } = allowance;
  allowance.tokens = Math.min(bucket.burst, allowance.tokens + 1);
  allowance.progressTokens = Math.min(bucket.burst, allowance.progressTokens + 1);
  if (bucket.windowMs !== undefined) count(allowance, takenAt.slice(0, -1));
}

/** Other processes used tokens. After `forMs`, more than `reserved` will be left. */
function noteOthers(
  allowance: Allowance,
  { reserved, forMs }: { readonly reserved: number; readonly forMs: number },
  now: EpochMs,
): void {
  const { bucket, takenAt } = allowance;
  allowance.tokens = Math.min(allowance.tokens, reserved + 1 - forMs / bucket.everyMs);
  allowance.windowUntil = null;
  if (bucket.windowMs === undefined) return;
  const theirs = Array<EpochMs>(Math.max(0, bucket.burst - reserved - takenAt.length)).fill(
    now + forMs - bucket.windowMs,
  );
  const all = [...takenAt, ...theirs];
  count(
    allowance,
    all.sort((one, other) => one - other),
  );
}

function waitMs(allowance: Allowance, needed: number, now: EpochMs): number {
  const { bucket, tokens } = allowance;
  return untilMs(allowance, { needed, tokens, everyMs: bucket.everyMs }, now);
}

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

/** When the last `missing` token returns if all present tokens are taken now. */
function returnAt({ bucket, takenAt, filledAt }: Allowance, windowMs: number, missing: number): EpochMs {
  if (missing <= 0) return filledAt;
  const index = Math.ceil(missing) - 1;
  const rounds = 1 + Math.floor(index / bucket.burst);
  return (takenAt[index % bucket.burst] ?? filledAt) + rounds * windowMs;
}

function noteRefusal(allowance: Allowance, now: EpochMs): void {
  if (allowance.bucket.forgivesRefusals) return;
  allowance.refusals = [...allowance.refusals, now].slice(-REFUSALS_MAX);
}

function restMs({ pausedUntil, refusals }: Allowance, now: EpochMs): number {
  const blockedSince = refusals.at(-REFUSALS_MAX) ?? Number.NEGATIVE_INFINITY;
  return Math.max(0, pausedUntil - now, blockedSince + REFUSALS_WITHIN_MS - now);
}

function progressGapMs({ bucket, share }: Allowance): number {
  return bucket.everyMs / share;
}
