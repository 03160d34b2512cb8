export type Credits = number;

export const RESOLUTIONS = ["480p", "720p"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const DURATIONS = [10, 15] as const;
/** Seconds. */
export type Duration = (typeof DURATIONS)[number];

/**
 * Credits charged at the start of one video, by resolution and seconds.
 * Source: the video service's interface, section 8 (read 2026-11-21).
 */
const PRICES: Readonly<Record<Resolution, Readonly<Record<Duration, Credits>>>> = {
  "480p": { 10: 95, 15: 143 },
  "720p": { 10: 205, 15: 308 },
};

interface Priced {
  readonly resolution: Resolution;
  readonly duration: Duration;
}

export function priceOf({ resolution, duration }: Priced): Credits {
  return PRICES[resolution][duration];
}

export function priceOfEach(each: readonly Priced[]): Credits {
  return each.reduce((sum, one) => sum + priceOf(one), 0);
}

/** A video can cost one of these, the lowest first. */
export const everyPrice: readonly Credits[] = RESOLUTIONS.flatMap((resolution) =>
  DURATIONS.map((duration) => priceOf({ resolution, duration })),
);
