import type { EpochMs } from "../clock.ts";
import { afterGood, type Held, held, isOver, isRecent, leavesAt } from "./held.ts";
import type { Ended } from "./sign.ts";

/** What was seen of one kind of video. */
export interface KindSeen {
  /** The newest ends, oldest first. */
  readonly ends: readonly (Omit<Ended, "kind" | "of"> & { readonly at: EpochMs })[];
  readonly failing: Held | null;
  readonly slow: Held | null;
  /** The median age of those that run, when they were last found late; null: they were not while it is slow. */
  readonly ageMs: number | null;
  /** When one of the two was last left; 0: none was. */
  readonly leftAt: EpochMs;
}

const ENDS_MAX = 20;
/** A kind fails where more than this share of its videos surely does, by that many failures at least. */
const FAILING_SHARE = 0.25;
const FAILURES_MIN = 3;
/** The median of this many of the last ends tells whether a kind is slow. */
const LAST = 5;
/** Of a standard normal distribution 95 % lie within this. */
const Z = 1.96;

export const nothingSeen: KindSeen = { ends: [], failing: null, slow: null, ageMs: null, leftAt: 0 };

/** Ends that are not too old; grades that are over are left. */
export function seenBy(seen: KindSeen, now: EpochMs): KindSeen {
  const { failing, slow } = seen;
  const ends = seen.ends.filter((end) => isRecent(end, now));
  const recent = failing && isOver(failing, now) ? failingLeft(seen, failing, leavesAt(failing)) : { ...seen, ends };
  return slow && isOver(slow, now) ? slowLeft(recent, leavesAt(slow)) : recent;
}

/** What led to it counts no more. */
function failingLeft(seen: KindSeen, failing: Held, at: EpochMs): KindSeen {
  return { ...seen, ends: since(seen.ends, failing), failing: null, leftAt: at };
}

function slowLeft(seen: KindSeen, at: EpochMs): KindSeen {
  return { ...seen, slow: null, ageMs: null, leftAt: Math.max(at, seen.leftAt) };
}

function since(ends: KindSeen["ends"], { lastAt }: Held): KindSeen["ends"] {
  return ends.filter(({ at }) => at > lastAt);
}

export function afterEnd(seen: KindSeen, sign: Ended, now: EpochMs): KindSeen {
  const { isGood, isLate, tookMs, person, prompt } = sign;
  const end = { isGood, isLate, tookMs, person, prompt, at: now };
  const longer = { ...seen, ends: [...seen.ends, end].slice(-ENDS_MAX) };
  return isGood ? withSpeed(withGood(longer, now), isLate, now) : withFailure(longer, now);
}

function withFailure(seen: KindSeen, now: EpochMs): KindSeen {
  const { failing, ends } = seen;
  return failing || saysFailing(ends) ? { ...seen, failing: held(failing, now) } : seen;
}

function withGood(seen: KindSeen, now: EpochMs): KindSeen {
  const { failing } = seen;
  if (!failing) return seen;
  const after = afterGood(failing);
  return after ? { ...seen, failing: after } : failingLeft(seen, failing, now);
}

function withSpeed(seen: KindSeen, isLate: boolean, now: EpochMs): KindSeen {
  const { slow } = seen;
  if (isLate) return slow || saysSlow(seen) ? { ...seen, slow: held(slow, now) } : seen;
  if (!slow) return seen;
  const after = afterGood(slow);
  return after ? { ...seen, slow: after } : slowLeft(seen, now);
}

/** Those that run are late. */
export function afterLate(seen: KindSeen, ageMs: number, now: EpochMs): KindSeen {
  return { ...seen, slow: held(seen.slow, now), ageMs };
}

/** One person's failures alone say nothing of the service, unless nobody else was heard of: then three prompts do. */
function saysFailing(ends: KindSeen["ends"]): boolean {
  const failures = ends.filter(({ isGood }) => !isGood);
  if (failures.length < FAILURES_MIN) return false;
  const people = new Set(failures.map(({ person }) => person));
  const isAlone = ends.every(({ person }) => people.has(person));
  const prompts = new Set(failures.map(({ prompt }) => prompt));
  if (people.size < 2 && !(isAlone && prompts.size >= FAILURES_MIN)) return false;
  return surelyOver(failures.length, ends.length) > FAILING_SHARE;
}

/** The lower bound, at 95 %, of the share of which `count` of `all` are a sample: Wilson's score interval. */
export function surelyOver(count: number, all: number): number {
  const share = count / all;
  const square = Z ** 2 / all;
  return (share + square / 2 - Math.sqrt(square * (share * (1 - share) + square / 4))) / (1 + square);
}

function saysSlow({ ends }: KindSeen): boolean {
  const last = lastGood(ends);
  return last.length === LAST && last.filter(({ isLate }) => isLate).length > LAST / 2;
}

function lastGood(ends: KindSeen["ends"]): KindSeen["ends"] {
  return ends.filter(({ isGood }) => isGood).slice(-LAST);
}

/** What such a video takes while its kind is slow, in milliseconds; null where that is not known. */
export function takesMs({ ends, slow, ageMs }: KindSeen): number | null {
  if (!slow) return null;
  const tookMs = lastGood(ends)
    .map((end) => end.tookMs)
    .sort((a, b) => a - b);
  const middle = tookMs.length === LAST ? tookMs[Math.floor(LAST / 2)] : undefined;
  const known = [middle ?? 0, ageMs ?? 0];
  return Math.max(...known) || null;
}
