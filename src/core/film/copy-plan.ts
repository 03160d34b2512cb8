export interface CopiedFilm {
  readonly seconds: number;
  readonly soundBytes: number;
}

/** The size is estimated if the attempt was stopped early. */
export interface CopyTooLarge {
  readonly bitsPerSecond: number;
  readonly bytes: number;
}

/** One attempt takes about 5 s of CPU time for 15 s of 720p. */
const ATTEMPTS = 4;

/** Share of the limit to aim for: encoders exceed the bitrate by up to a fifteenth in films this short. */
const AIM = 0.9;

/** Below this, no film is worth watching. */
const BITS_PER_SECOND_MIN = 40_000;

export function nextCopy(film: CopiedFilm, maxBytes: number, earlier: readonly CopyTooLarge[]): number | null {
  if (earlier.length >= ATTEMPTS) return null;
  const last = earlier.at(-1);
  const aimed = (8 * (AIM * maxBytes - film.soundBytes)) / film.seconds;
  // Assume that the encoder exceeds its bitrate by as much as last time.
  const bits = Math.floor(last ? (last.bitsPerSecond * AIM * maxBytes) / last.bytes : aimed);
  return bits < BITS_PER_SECOND_MIN ? null : bits;
}
