import type { EpochMs } from "../clock.ts";
import { monthOf } from "../job/ledger.ts";

/** When the month after that one (`2026-11`) begins, in UTC. */
export function monthAfter(month: string): EpochMs {
  const begin = new Date(`${month}-01T00:00:00Z`);
  return Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1);
}

/** The month before that one (`2026-11`). */
export function monthBefore(month: string): string {
  return monthOf(Date.parse(`${month}-01T00:00:00Z`) - 1);
}
