import type { EpochMs } from "../clock.ts";

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
  refusals: EpochMs[];
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

export function fullAllowance(bucket: Bucket, now: EpochMs): Allowance {
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
export function fill(allowance: Allowance, bucket: Bucket, now: EpochMs): void {
  // If the clock was set back, no tokens come or go, and no wait gets longer. A pause brings no tokens either.
  const backMs = Math.max(0, allowance.filledAt - now);
  allowance.pausedUntil -= backMs;
  if (allowance.windowUntil !== null) allowance.windowUntil -= backMs;
  if (backMs > 0) allowance.went = allowance.went.map((at) => at - backMs);
  const passedMs = Math.max(0, now - Math.max(allowance.filledAt, allowance.pausedUntil));
  const { refusals } = allowance;
  if (refusals.length > 0) allowance.refusals = refusals.filter((at) => now - at < REFUSALS_WITHIN_MS);
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
export function take(allowance: Allowance, now: EpochMs): void {
  allowance.tokens -= 1;
  allowance.progressTokens = Math.max(0, allowance.progressTokens - 1);
  if (allowance.bucket.windowMs !== undefined) count(allowance, [...allowance.went, now]);
}

/**
 * Notes that the platform answered 429 and asked for a pause, after which one may go at once. Progress goes slower for a
 * while; several 429s to requests sent together slow it down only once.
 */
export function slowDown(allowance: Allowance, until: EpochMs, now: EpochMs): void {
  if (allowance.pausedUntil <= now) allowance.share = Math.max(SHARE_MIN, allowance.share / 2);
  [allowance.tokens, allowance.progressTokens] = [1, 1];
  allowance.windowUntil = null;
  allowance.pausedUntil = Math.max(allowance.pausedUntil, until);
}

/** Gives back the last token: its message did not go. */
export function giveBack(allowance: Allowance): void {
  const { bucket, went } = allowance;
  allowance.tokens = Math.min(bucket.burst, allowance.tokens + 1);
  allowance.progressTokens = Math.min(bucket.burst, allowance.progressTokens + 1);
  if (bucket.windowMs !== undefined) count(allowance, went.slice(0, -1));
}

/** Notes that others took tokens, too: one more than `reserved` is there in `forMs`, not before. */
export function noteOthers(
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
export function waitMs(allowance: Allowance, needed: number, now: EpochMs): number {
  const { bucket, tokens } = allowance;
  return untilMs(allowance, { needed, tokens, everyMs: bucket.everyMs }, now);
}

/** Returns the milliseconds until progress may use one and leave `reserved`. */
export function progressWaitMs(allowance: Allowance, reserved: number, now: EpochMs): number {
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

export function noteRefusal(allowance: Allowance, now: EpochMs): void {
  if (allowance.bucket.forgivesRefusals) return;
  allowance.refusals = [...allowance.refusals, now].slice(-REFUSALS_MAX);
}

/** Returns how long nothing may go at all, in milliseconds. */
export function restMs({ pausedUntil, refusals }: Allowance, now: EpochMs): number {
  const [oldest] = refusals;
  const isBarred = oldest !== undefined && refusals.length >= REFUSALS_MAX;
  return Math.max(0, pausedUntil - now, isBarred ? oldest + REFUSALS_WITHIN_MS - now : 0);
}

/** Returns the milliseconds from one edit with progress to the next. */
export function progressGapMs({ bucket, share }: Allowance): number {
  return bucket.everyMs / share;
}

/** Returns whether nothing would be lost if the allowance were forgotten. */
export function isRested(allowance: Allowance, now: EpochMs): boolean {
  const { bucket, tokens, progressTokens, pausedUntil, share, refusals } = allowance;
  const isFull = Math.min(tokens, progressTokens) >= bucket.burst;
  return isFull && pausedUntil <= now && share >= 1 && refusals.length === 0;
}
