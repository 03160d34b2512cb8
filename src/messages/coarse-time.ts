const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A span of time as a person would guess it: "less than a minute", "about 2 minutes", "about 3 hours". */
export function coarseTime(spanMs: number): string {
  if (spanMs < MINUTE_MS) return "less than a minute";
  if (spanMs < 1.5 * HOUR_MS) return about(Math.round(spanMs / MINUTE_MS), "minute");
  return about(Math.round(spanMs / HOUR_MS), "hour");
}

function about(count: number, unit: string): string {
  return `about ${count} ${unit}${count === 1 ? "" : "s"}`;
}
