import type { EpochMs } from "../clock.ts";
import type { ApiRefusal } from "../video-service.ts";
import { backoffMs } from "./due.ts";
import type { Accepted, Job } from "./job.ts";

/** A command that has not begun by then is not begun at all: its person has gone on. Ours. */
export const START_WITHIN_MS = 600_000;
/** A paid call that surely did not leave is repeated this often. */
const UNSENT_RETRIES = 3;
const RETRY_AFTER_MAX_MS = 120_000;

/** A frame that cannot be taken now is tried this often, the second time after some 3 s. */
export const FRAME_TRIES = 4;
const FRAME_RETRY_MS = 3_000;

/** How long until the frame is tried again; `waitMs` is what a platform asked for. */
export function waitForFrame(
  { frameTries = 1 }: Accepted,
  { waitMs, fraction }: { readonly waitMs: number; readonly fraction: number },
): number {
  return Math.max(Math.min(waitMs, RETRY_AFTER_MAX_MS), backoffMs(frameTries, FRAME_RETRY_MS, fraction));
}

/** When it is too late to begin it. */
export function startsUntil({ acceptedAt, beganAt = acceptedAt }: Job): EpochMs {
  return beganAt + START_WITHIN_MS;
}

/** How long until the paid call may be made again; null: never, it is refused. */
export function waitBeforeRetry(
  job: Job,
  refusal: ApiRefusal,
  attempts: number,
  fraction: number,
  now: EpochMs,
): number | null {
  if (refusal.kind === "unavailable" && !refusal.sent) {
    return attempts <= UNSENT_RETRIES ? backoffMs(attempts, 4_000, fraction) : null;
  }
  if (refusal.kind !== "rate_limited") return null;
  const waitMs = Math.min(RETRY_AFTER_MAX_MS, refusal.retryAfterMs ?? 5_000 * 2 ** Math.min(10, attempts - 1));
  return now + waitMs < startsUntil(job) ? waitMs : null;
}
