import type { EpochMs } from "../clock.ts";
import type { Condition } from "../health.ts";
import type { JobId } from "../job/ids.ts";

/** A job that waits until the service is well again. */
export interface Held {
  readonly id: JobId;
  readonly joinedAt: EpochMs;
}

/** Those who wait for the service, and what is known of the ones that were released. */
export interface HeldNow {
  /** In any order. */
  readonly waiting: readonly Held[];
  /** When each of those was released that are on their way. */
  readonly underWay: readonly EpochMs[];
  /** When the last one was released, as far as that is known; null: none is known. */
  readonly lastAt: EpochMs | null;
  /** When the last video ended well; 0: none is known. */
  readonly wellAt: EpochMs;
}

/** Processes may see the same trouble end so far apart, in milliseconds. */
const APART_MS = 10_000;
/** After the last release, another one goes on as long as the service seems well, though nothing ended well. */
const AGAIN_MS = 900_000;

/**
 * The job that is released next, the oldest; null: none for now. One is released, and the
 * next after a good end, so that nobody bursts into an outage.
 */
export function nextReleased(held: HeldNow, { trouble, since }: Condition, now: EpochMs): JobId | null {
  const { waiting, underWay, lastAt, wellAt } = held;
  if (trouble || isReleaseUnderWay(underWay, wellAt)) return null;
  const maySoon = lastAt === null || lastAt < wellAt || now - lastAt >= AGAIN_MS;
  if (!maySoon && lastAt + APART_MS >= since) return null;
  const [next] = waiting.toSorted((one, other) => one.joinedAt - other.joinedAt || (one.id < other.id ? -1 : 1));
  return next?.id ?? null;
}

/** Whether a job is still on its way that was released then or later: until it ends, no other one is released. */
export function isReleaseUnderWay(underWay: readonly EpochMs[], since: EpochMs): boolean {
  return underWay.some((at) => at >= since);
}
