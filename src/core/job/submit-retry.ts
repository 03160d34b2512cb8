import type { EpochMs } from "../clock.ts";
import { backoffMs } from "../pace/pace.ts";
import type { ApiRefusal } from "../video-service.ts";
import type { Job } from "./job.ts";

/** A command that has not begun by then is not begun at all: its person has gone on. Ours. */
export const START_WITHIN_MS = 600_000;
/** A paid call that surely did not leave is repeated this often. */
const UNSENT_RETRIES = 3;
const RETRY_AFTER_MAX_MS = 120_000;

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
