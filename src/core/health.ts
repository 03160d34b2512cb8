import type { EpochMs } from "./clock.ts";
import { unreachable } from "./result.ts";

/** While there is trouble, people must confirm before they pay. */
export type Trouble =
  | { readonly kind: "down" }
  | { readonly kind: "failing"; readonly failed: number; readonly ends: number };

export interface ServiceHealth {
  trouble(): Trouble | null;
  onChange(listener: () => void): () => void;
}

/** An irreversible hash of a person, a payer or a prompt. */
export type Digest = string;

interface Attempt {
  readonly isGood: boolean;
  readonly by: Digest;
  readonly prompt: Digest;
}

export type Sign =
  /** Bad: an HTTP 5xx, no answer or no connection. */
  | ({ readonly kind: "call" } & Attempt)
  | ({ readonly kind: "end"; readonly tookMs: number } & Attempt)
  /** Polls failed so often that the circuit breaker stops them. */
  | { readonly kind: "away" };

/** Plain JSON of limited size. */
export interface Seen {
  readonly at: EpochMs;
  readonly calls: readonly Dated[];
  readonly ends: readonly Dated[];
  /** `goodEnds`: videos that succeeded since the last sign of trouble, at `lastAt`. */
  readonly trouble: { readonly kind: Trouble["kind"]; readonly lastAt: EpochMs; readonly goodEnds: number } | null;
}

interface Dated extends Attempt {
  readonly at: EpochMs;
}

const SEEN_MAX = 20;
const SEEN_MS = 1_800_000;
/**
 * The video service is in trouble if at least this many of its newest calls or finished videos failed, and these are more
 * than half of them.
 */
const FAILURES_MIN = 3;
const NEWEST_CALLS = 3;
const NEWEST_ENDS = 10;
/** Trouble ends this long after the latest sign of it, or once this many videos have succeeded. */
const HELD_MS = 900_000;
const GOOD_ENDS = 5;
/** If the clock was set back further, the record is useless. */
const SET_BACK_MS = 60_000;

export function unseen(now: EpochMs): Seen {
  return { at: now, calls: [], ends: [], trouble: null };
}

export function troubleNow(before: Seen, now: EpochMs): Trouble | null {
  const { trouble, ends } = upToDate(before, now);
  if (trouble?.kind !== "failing") return trouble && { kind: "down" };
  const newest = ends.slice(-NEWEST_ENDS);
  return { kind: "failing", failed: newest.filter(isBad).length, ends: newest.length };
}

export function overAt({ trouble }: Seen): EpochMs | null {
  return trouble && trouble.lastAt + HELD_MS;
}

export function noted(before: Seen, sign: Sign, now: EpochMs): Seen {
  const seen = upToDate(before, now);
  const { trouble } = seen;
  switch (sign.kind) {
    case "away":
      return troubled(seen, "down", now);
    case "call": {
      const calls = withNewest(seen.calls, sign, now);
      const isSign = !sign.isGood && (trouble?.kind === "down" || tooManyFailed(calls, NEWEST_CALLS));
      return isSign ? troubled({ ...seen, calls }, "down", now) : { ...seen, calls };
    }
    case "end": {
      const ends = withNewest(seen.ends, sign, now);
      if (sign.isGood) return afterGoodEnd({ ...seen, ends }, now - sign.tookMs);
      const isSign = trouble ? trouble.kind === "failing" : tooManyFailed(ends, NEWEST_ENDS);
      return isSign ? troubled({ ...seen, ends }, "failing", now) : { ...seen, ends };
    }
    default:
      return unreachable(sign);
  }
}

/** One person's failures count only if nobody else used the service, and only with three different prompts. */
function tooManyFailed(attempts: readonly Dated[], most: number): boolean {
  const newest = attempts.slice(-most);
  const failures = newest.filter(isBad);
  if (failures.length < FAILURES_MIN || 2 * failures.length <= newest.length) return false;
  const people = new Set(failures.map(({ by }) => by));
  const prompts = new Set(failures.map(({ prompt }) => prompt));
  const isAlone = attempts.every(({ by }) => people.has(by));
  return people.size > 1 || (isAlone && prompts.size >= FAILURES_MIN);
}

function troubled(seen: Seen, kind: Trouble["kind"], now: EpochMs): Seen {
  return { ...seen, trouble: { kind, lastAt: now, goodEnds: 0 } };
}

function afterGoodEnd(seen: Seen, begunAt: EpochMs): Seen {
  const { trouble, calls } = seen;
  if (!trouble) return seen;
  // A video that began before the last lost call does not prove that paid calls work again.
  if (trouble.kind === "down" && begunAt <= (calls.findLast(isBad)?.at ?? Number.NEGATIVE_INFINITY)) return seen;
  const goodEnds = trouble.goodEnds + 1;
  return goodEnds < GOOD_ENDS ? { ...seen, trouble: { ...trouble, goodEnds } } : untroubled(seen);
}

function untroubled(seen: Seen): Seen {
  const lastAt = seen.trouble?.lastAt ?? 0;
  const isLater = (one: Dated) => one.at > lastAt;
  return { ...seen, trouble: null, calls: seen.calls.filter(isLater), ends: seen.ends.filter(isLater) };
}

function upToDate(before: Seen, now: EpochMs): Seen {
  if (before.at - now > SET_BACK_MS) return unseen(now);
  const isRecent = ({ at }: Dated) => now - at < SEEN_MS;
  const seen = { ...before, at: now, calls: before.calls.filter(isRecent), ends: before.ends.filter(isRecent) };
  const endsAt = overAt(seen);
  return endsAt !== null && now >= endsAt ? untroubled(seen) : seen;
}

function withNewest(attempts: readonly Dated[], { isGood, by, prompt }: Attempt, at: EpochMs): readonly Dated[] {
  return [...attempts, { isGood, by, prompt, at }].slice(-SEEN_MAX);
}

const isBad = ({ isGood }: Dated) => !isGood;
