import type { EpochMs } from "../clock.ts";
import type { ForgetBefore } from "../ports.ts";
import { isOpen, type Job } from "./job.ts";
import { boundsOf, monthOf } from "./ledger.ts";

/**
 * Returns whether a closed job may be forgotten: a part stays as long as its batch is open, because that batch's card shows
 * it. `batch` is null if there is none, or none that can be read.
 */
export function mayForget(batch: Job | null): boolean {
  return batch === null || !isOpen(batch);
}

/** Returns whether the id of a job closed at that time is still needed, so that a repeated event is recognised. */
export function keepsId(closedAt: EpochMs, { ids }: Pick<ForgetBefore, "ids">): boolean {
  return closedAt >= ids;
}

/** No month written with four digits begins later. */
const LATEST = Date.UTC(9999, 11);

/** Returns the month before which a team's sums are forgotten: a month is forgotten once its last day is. */
export function firstMonthKept({ ledger }: Pick<ForgetBefore, "ledger">): EpochMs {
  const [begin] = boundsOf(monthOf(Math.min(ledger, LATEST)));
  return begin;
}
