import { firstMove, type Trace } from "../job/trace.ts";

/** What a trace says of the task's end: its prediction holds until the next sight. Times are milliseconds since it began. */
export interface Situation {
  /** The service has named no percentage above 0; it moves; it stands at 99. */
  readonly phase: "waiting" | "moving" | "last";
  /** When the last change was seen. */
  readonly changedMs: number;
  /** When it should end, by its mean pace since it began to move; null where nothing can be said. */
  readonly endMs: number | null;
}

/** A number for each kind of situation at one moment, less than `BUCKETS`: its phase, the time left and the time since the last change by powers of two. */
export type BucketId = number;
export const BUCKETS = 768;

/** A stretch of time that lies in one bucket. */
export interface Span {
  readonly bucket: BucketId;
  readonly fromMs: number;
  readonly toMs: number;
}

const PHASES = { waiting: 0, moving: 1, last: 2 } as const;
/** Buckets of one phase. */
const PHASE_SIZE = 256;
const LAST_PERCENT = 99;
/** Times of 2^9 s and more are one. */
const LOG_MAX = 9;

export function situationOf(trace: Trace): Situation {
  const last = trace.at(-1);
  if (!last) return { phase: "waiting", changedMs: 0, endMs: null };
  const [changedMs, percent] = last;
  if (percent === 0) return { phase: "waiting", changedMs, endMs: null };
  const phase = percent >= LAST_PERCENT ? "last" : "moving";
  return { phase, changedMs, endMs: Math.round(changedMs + (100 - percent) * msPerPercent(trace)) };
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
  return PHASES[situation.phase] * PHASE_SIZE + leftLog(situation, atMs) * 16 + idleLog(situation, atMs);
}

export function isMoving(bucket: BucketId): boolean {
  return Math.floor(bucket / PHASE_SIZE) === PHASES.moving;
}

/** 0: nothing is predicted; 1: up to a second, or overdue; 2: up to 2 s; 3: up to 4 s … */
export function leftLog({ endMs }: Situation, atMs: number): number {
  if (endMs === null) return 0;
  const seconds = Math.ceil((endMs - atMs) / 1_000) - 1;
  return seconds <= 0 ? 1 : 2 + Math.min(LOG_MAX, log2(seconds));
}

/** 0: seen to change less than 2 s ago; 1: less than 4 s … */
export function idleLog({ changedMs }: Situation, atMs: number): number {
  return Math.min(LOG_MAX, log2(Math.max(1, Math.floor((atMs - changedMs) / 1_000))));
}

function nextBoundary(situation: Situation, atMs: number): number {
  const idle = idleLog(situation, atMs);
  const left = leftLog(situation, atMs);
  const idleEnd = idle === LOG_MAX ? Number.POSITIVE_INFINITY : situation.changedMs + 1_000 * 2 ** (idle + 1);
  const leftEnd =
    situation.endMs === null || left < 2 ? Number.POSITIVE_INFINITY : situation.endMs - 1_000 * 2 ** (left - 2);
  return Math.min(idleEnd, leftEnd);
}

/** The whole part of the binary logarithm of a whole number, 1 and more. */
function log2(whole: number): number {
  return 31 - Math.clz32(Math.min(whole, 2 ** 30));
}
