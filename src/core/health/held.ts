import type { EpochMs } from "../clock.ts";

/** A grade that the service has until it is left. */
export interface Held {
  readonly since: EpochMs;
  /** When the last sign of it came. */
  readonly lastAt: EpochMs;
  /** Videos that have ended well since then. */
  readonly good: number;
}

/** Signs that are older than this say nothing any more. */
const SEEN_MS = 1_800_000;
/** So long after its last sign a grade is left. */
export const HELD_MS = 900_000;
/** How many videos must end well for it to be left, too. */
const GOOD_ENDS = 5;

/** One more sign of it. */
export function held(before: Held | null, now: EpochMs): Held {
  return { since: before?.since ?? now, lastAt: now, good: 0 };
}

/** A video has ended well; null: the grade is left. */
export function afterGood(before: Held): Held | null {
  const good = before.good + 1;
  return good < GOOD_ENDS ? { ...before, good } : null;
}

/** When it is left if no more signs come. */
export function leavesAt({ lastAt }: Held): EpochMs {
  return lastAt + HELD_MS;
}

export function isOver(before: Held, now: EpochMs): boolean {
  return now >= leavesAt(before);
}

export function isRecent({ at }: { readonly at: EpochMs }, now: EpochMs): boolean {
  return now - at < SEEN_MS;
}
