import type { Words } from "../words.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A span of time as a person would guess it: "less than a minute", "about 2 minutes", "about 3 hours". */
export function coarseTime(spanMs: number, { amounts }: Pick<Words, "amounts">): string {
  if (spanMs < MINUTE_MS) return amounts.lessThanAMinute;
  if (spanMs < 1.5 * HOUR_MS) return amounts.aboutMinutes(Math.round(spanMs / MINUTE_MS));
  return amounts.aboutHours(Math.round(spanMs / HOUR_MS));
}
