import type { EpochMs } from "./clock.ts";

/** One of a platform's limits, with what it lets through as far as that is known. */
export interface Bucket {
  readonly name: string;
  /** What every process calls it; absent: by its name. */
  readonly commonName?: string;
  /** So many at once after a rest. */
  readonly burst: number;
  /** One more each so many milliseconds. */
  readonly everyMs: number;
  /** What the platform said of it last; absent: nothing. */
  readonly left?: Left;
}

/** No more than `remaining` until then. */
export interface Left {
  readonly remaining: number;
  readonly until: EpochMs;
}

/** What a bucket lets through now. */
export interface Allowance {
  bucket: Bucket;
  tokens: number;
  filledAt: EpochMs;
  pausedUntil: EpochMs;
  /** What the platform said last, and until when that is all there is; null: tokens come one by one. */
  heard: Left | null;
  windowUntil: EpochMs | null;
  /** Of the bucket's rate, what is taken: halved by each 429, and all of it again after a while without. */
  share: number;
  refusals: EpochMs[];
}

/** Discord blocks an address after 10,000 such answers in 10 minutes; one bucket has a hundredth. Source: Discord's documentation, rate limits (read 2026-11-21). */
const REFUSALS_MAX = 100;
const REFUSALS_WITHIN_MS = 600_000;
/** After a 429 a tenth of the rate comes back each minute; never less than an eighth is taken. Ours, decided 2026-11-21. */
const CLIMB_PER_MS = 0.1 / 60_000;
const SHARE_MIN = 1 / 8;

export function fullAllowance(bucket: Bucket, now: EpochMs): Allowance {
  return {
    bucket,
    tokens: bucket.burst,
    filledAt: now,
    pausedUntil: 0,
    heard: null,
    windowUntil: null,
    share: 1,
    refusals: [],
  };
}

/** Brings it up to now, and to what is known of the bucket by now. */
export function fill(allowance: Allowance, bucket: Bucket, now: EpochMs): void {
  // A clock that was set back brings no tokens and takes none, and what is waited for comes no later. A pause brings none either.
  const backMs = Math.max(0, allowance.filledAt - now);
  allowance.pausedUntil -= backMs;
  if (allowance.windowUntil !== null) allowance.windowUntil -= backMs;
  const passedMs = Math.max(0, now - Math.max(allowance.filledAt, allowance.pausedUntil));
  const { refusals } = allowance;
  if (refusals.length > 0) allowance.refusals = refusals.filter((at) => now - at < REFUSALS_WITHIN_MS);
  refill(allowance, passedMs, now);
  allowance.share = Math.min(1, allowance.share + passedMs * CLIMB_PER_MS);
  allowance.filledAt = now;
  allowance.bucket = bucket;
  hear(allowance, now);
}

function refill(allowance: Allowance, passedMs: number, now: EpochMs): void {
  const { tokens, windowUntil, bucket, share } = allowance;
  if (windowUntil === null) allowance.tokens = Math.min(bucket.burst, tokens + passedMs / gapMs(allowance));
  else if (now >= windowUntil) {
    allowance.tokens = Math.max(1, bucket.burst * share);
    allowance.windowUntil = null;
  }
}

/** The platform itself counts what others of our requests took, too. */
function hear(allowance: Allowance, now: EpochMs): void {
  const { left, burst } = allowance.bucket;
  allowance.tokens = Math.min(allowance.tokens, burst);
  if (!left || left === allowance.heard) return;
  allowance.heard = left;
  if (now >= left.until) return;
  allowance.tokens = Math.min(allowance.tokens, left.remaining);
  allowance.windowUntil = left.until;
}

/** The platform answered 429 and asked for a pause, after which one may go at once. Those that were on their way together are one reason to go slower. */
export function slowDown(allowance: Allowance, until: EpochMs, now: EpochMs): void {
  if (allowance.pausedUntil <= now) allowance.share = Math.max(SHARE_MIN, allowance.share / 2);
  allowance.tokens = 1;
  allowance.windowUntil = null;
  allowance.pausedUntil = Math.max(allowance.pausedUntil, until);
}

/**
 * Other processes took of it, too: not before `forMs` is there one more than `kept`. What was counted here and could not go
 * is given back.
 */
export function noteOthers(
  allowance: Allowance,
  { kept, forMs }: { readonly kept: number; readonly forMs: number },
): void {
  allowance.tokens = Math.min(allowance.tokens + 1, kept + 1 - forMs / gapMs(allowance));
  allowance.windowUntil = null;
}

/** Milliseconds until there are so many tokens more. */
export function waitMs(allowance: Allowance, missing: number, now: EpochMs): number {
  const { bucket, tokens, windowUntil } = allowance;
  const pauseMs = restMs(allowance, now);
  if (windowUntil === null || missing <= 0) return pauseMs + Math.max(0, missing) * gapMs(allowance);
  const stillMissing = Math.max(0, tokens + missing - bucket.burst);
  return Math.max(pauseMs, windowUntil - now) + stillMissing * gapMs(allowance);
}

export function noteRefusal(allowance: Allowance, now: EpochMs): void {
  allowance.refusals = [...allowance.refusals, now].slice(-REFUSALS_MAX);
}

/** How long nothing may go at all. */
export function restMs({ pausedUntil, refusals }: Allowance, now: EpochMs): number {
  const [oldest] = refusals;
  const isBarred = oldest !== undefined && refusals.length >= REFUSALS_MAX;
  return Math.max(0, pausedUntil - now, isBarred ? oldest + REFUSALS_WITHIN_MS - now : 0);
}

/** Milliseconds from one to the next. */
export function gapMs({ bucket, share }: Allowance): number {
  return bucket.everyMs / share;
}

/** Nothing would be lost if it were forgotten. */
export function isRested({ bucket, tokens, pausedUntil, share, refusals }: Allowance, now: EpochMs): boolean {
  return tokens >= bucket.burst && pausedUntil <= now && share >= 1 && refusals.length === 0;
}
