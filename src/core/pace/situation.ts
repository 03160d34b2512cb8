import { firstMove, type Trace } from "../job/trace.ts";
import { type SteadyEnd, steadyEnd } from "./steady-end.ts";

/** What a trace and the last poll say of the task's end: it holds until the next poll. Times are milliseconds since it began. */
export interface Situation {
  /** The service has named no percentage above 0; it moves; it stands at 99. */
  readonly phase: "waiting" | "moving" | "last";
  /** When the last change was seen. */
  readonly changedMs: number;
  /** When it should end, by its mean pace since it began to move; null where nothing can be said. */
  readonly endMs: number | null;
  readonly percent: number;
  /** It stands still and then rises by much at once. */
  readonly isJumping: boolean;
  /** Where all that was seen lies on one line or curve. */
  readonly steadyEnd: SteadyEnd | null;
}

/**
 * A number for each kind of situation at one moment, less than `BUCKETS`: of a steady task by the time left; of one that moves
 * as it likes or stands at 99 by that and the time since the last change; of one that stands at 0 or jumps by its age.
 */
export type BucketId = number;
export const BUCKETS = 1_280;

/** A stretch of time that lies in one bucket. */
export interface Span {
  readonly bucket: BucketId;
  readonly fromMs: number;
  readonly toMs: number;
}

const GROUPS = { waiting: 0, moving: 1, last: 2, steady: 3, jumping: 4 } as const;
/** Buckets of one group. */
const GROUP_SIZE = 256;
const LAST_PERCENT = 99;
/** Percentages of one bucket. */
const PERCENTS = 8;
/** A task jumps whose sights are that far apart in the mean: no line rises as fast from one poll to the next. */
const JUMP_PERCENT = 13;
/** Times of 2^9 s and more are one. */
const LOG_MAX = 9;
/** Ages from which a task is in the next bucket: 11.3 s, 16 s, 22.6 s … 1,448 s. */
const AGES_MS = Array.from({ length: 15 }, (_, n) => Math.round(8_000 * 2 ** ((n + 1) / 2)));

/** After a poll it is asked for twice, of when to poll again and of the time left, and a steady end is a search. */
let asked: { readonly trace: Trace; readonly polledMs: number; readonly end: SteadyEnd | null } | null = null;

function endOf(trace: Trace, polledMs: number): SteadyEnd | null {
  if (asked?.trace !== trace || asked.polledMs !== polledMs)
    asked = { trace, polledMs, end: steadyEnd(trace, polledMs) };
  return asked.end;
}

/** Without the age at the last poll nothing is said of a steady end. */
export function situationOf(trace: Trace, polledMs: number | null = null): Situation {
  const last = trace.at(-1);
  const still = { endMs: null, percent: 0, isJumping: false, steadyEnd: null };
  if (!last) return { ...still, phase: "waiting", changedMs: 0 };
  const [changedMs, percent] = last;
  if (percent === 0) return { ...still, phase: "waiting", changedMs };
  const phase = percent >= LAST_PERCENT ? "last" : "moving";
  const endMs = Math.round(changedMs + (100 - percent) * msPerPercent(trace));
  const isJumping = percent >= JUMP_PERCENT * trace.filter(([, seen]) => seen > 0).length;
  const end = polledMs === null ? null : endOf(trace, polledMs);
  return { phase, changedMs, endMs, percent, isJumping, steadyEnd: end };
}

/** Since it began to move; of one sight, since the task began. */
function msPerPercent(trace: Trace): number {
  const [lastMs, percent] = trace.at(-1) ?? [0, 1];
  const [firstMs, firstPercent] = firstMove(trace) ?? [0, 0];
  return percent > firstPercent ? (lastMs - firstMs) / (percent - firstPercent) : lastMs / percent;
}

/** The buckets through which a task passes from one moment to another while nothing new is seen, whole milliseconds. */
export function* spansOf(situation: Situation, fromMs: number, toMs: number): Generator<Span, void> {
  for (let at = fromMs; at < toMs; ) {
    const next = Math.min(toMs, Math.max(at + 1, nextBoundary(situation, at)));
    yield { bucket: bucketOf(situation, at), fromMs: at, toMs: next };
    at = next;
  }
}

function bucketOf(situation: Situation, atMs: number): BucketId {
  return GROUPS[groupOf(situation)] * GROUP_SIZE + withinGroup(situation, atMs);
}

function groupOf({ phase, isJumping, steadyEnd }: Situation): keyof typeof GROUPS {
  if (steadyEnd) return "steady";
  return phase === "moving" && isJumping ? "jumping" : phase;
}

function withinGroup(situation: Situation, atMs: number): number {
  const { percent, endMs, steadyEnd } = situation;
  switch (groupOf(situation)) {
    case "waiting":
      return ageBucket(atMs);
    case "jumping":
      return 16 * Math.floor(percent / PERCENTS) + ageBucket(atMs);
    case "moving":
    case "last":
      return 16 * leftLog({ endMs }, atMs) + idleLog(situation, atMs);
    case "steady":
      return leftLog({ endMs: steadyEnd?.latestMs ?? null }, atMs);
  }
}

/** 0: younger than 11.3 s; 1: younger than 16 s … */
function ageBucket(atMs: number): number {
  const nth = AGES_MS.findIndex((fromMs) => atMs < fromMs);
  return nth < 0 ? AGES_MS.length : nth;
}

/** A task whose own pace says how long it takes, and not its kind. */
export function isPaced(bucket: BucketId): boolean {
  const group = Math.floor(bucket / GROUP_SIZE);
  return group === GROUPS.moving || group === GROUPS.steady;
}

/** 0: nothing is predicted; 1: up to a second, or overdue; 2: up to 2 s; 3: up to 4 s … */
export function leftLog({ endMs }: Pick<Situation, "endMs">, atMs: number): number {
  if (endMs === null) return 0;
  const seconds = Math.ceil((endMs - atMs) / 1_000) - 1;
  return seconds <= 0 ? 1 : 2 + Math.min(LOG_MAX, log2(seconds));
}

/** 0: seen to change less than 2 s ago; 1: less than 4 s … */
export function idleLog({ changedMs }: Situation, atMs: number): number {
  return Math.min(LOG_MAX, log2(Math.max(1, Math.floor((atMs - changedMs) / 1_000))));
}

function nextBoundary(situation: Situation, atMs: number): number {
  const { endMs, steadyEnd } = situation;
  switch (groupOf(situation)) {
    case "moving":
    case "last":
      return Math.min(idleEnd(situation, atMs), leftEnd({ endMs }, atMs));
    case "steady":
      return leftEnd({ endMs: steadyEnd?.latestMs ?? null }, atMs);
    default:
      return AGES_MS[ageBucket(atMs)] ?? Number.POSITIVE_INFINITY;
  }
}

function idleEnd(situation: Situation, atMs: number): number {
  const idle = idleLog(situation, atMs);
  return idle === LOG_MAX ? Number.POSITIVE_INFINITY : situation.changedMs + 1_000 * 2 ** (idle + 1);
}

function leftEnd({ endMs }: Pick<Situation, "endMs">, atMs: number): number {
  const left = leftLog({ endMs }, atMs);
  return endMs === null || left < 2 ? Number.POSITIVE_INFINITY : Math.ceil(endMs - 1_000 * 2 ** (left - 2));
}

/** The whole part of the binary logarithm of a whole number, 1 and more. */
function log2(whole: number): number {
  return 31 - Math.clz32(Math.min(whole, 2 ** 30));
}
