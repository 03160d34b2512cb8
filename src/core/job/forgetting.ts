import type { EpochMs } from "../clock.ts";
import type { ForgetBefore } from "../ports.ts";
import { isOpen, type Job } from "./job.ts";
import { boundsOf, monthOf } from "./ledger.ts";

/** Whether a closed job may be forgotten: a part stays as long as its batch is open, whose card shows it. `batch`: null where there is none, or none that can be read. */
export function mayForget(batch: Job | null): boolean {
  return batch === null || !isOpen(batch);
}

/** Whether the id of a job that was closed then is still needed, so that the same event is known when it comes once more. */
export function keepsId(closedAt: EpochMs, { ids }: Pick<ForgetBefore, "ids">): boolean {
  return closedAt >= ids;
}

/** No month that is written with four digits begins later. */
const LATEST = Date.UTC(9999, 11);

/** A team's sums are forgotten with the last day of their month: those of months that began before this. */
export function firstMonthKept({ ledger }: Pick<ForgetBefore, "ledger">): EpochMs {
  const [begin] = boundsOf(monthOf(Math.min(ledger, LATEST)));
  return begin;
}
