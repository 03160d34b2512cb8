import type { Clock, EpochMs } from "../core/clock.ts";

/**
 * A process that stood still for this long between a save and the new message that it announced does not send it any more:
 * 30 s after the save another process may look for it and find none, or give up the job that its card would begin.
 */
const STOOD_STILL_MS = 5_000;

/** `since`: just before the save. */
export function stoodStill(clock: Clock, since: EpochMs): boolean {
  return clock.now() - since > STOOD_STILL_MS;
}
