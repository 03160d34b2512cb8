import type { EpochMs } from "./clock.ts";

/** In UTC. */
export const PERIODS = ["day", "month"] as const;
export type Period = (typeof PERIODS)[number];

const LETTERS = { day: "2026-11-28".length, month: "2026-11".length } as const;

/** For example `2026-11-28` or `2026-11`. */
export function periodOf(kind: Period, at: EpochMs): string {
  return new Date(at).toISOString().slice(0, LETTERS[kind]);
}

export function monthOf(at: EpochMs): string {
  return periodOf("month", at);
}

export function monthIn(period: string): string {
  return period.slice(0, LETTERS.month);
}

/** The first milliseconds of the period and of the next one. */
export function boundsOf(period: string): readonly [begin: EpochMs, end: EpochMs] {
  const isDay = period.length === LETTERS.day;
  const begin = new Date(`${isDay ? period : `${period}-01`}T00:00:00Z`);
  const [year, month, day] = [begin.getUTCFullYear(), begin.getUTCMonth(), begin.getUTCDate()];
  return [begin.getTime(), isDay ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)];
}
