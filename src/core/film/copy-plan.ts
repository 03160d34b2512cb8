/** The film of which a smaller copy is made. */
export interface CopiedFilm {
  readonly seconds: number;
  /** The size of its sound, which a copy has unchanged. */
  readonly soundBytes: number;
}

/** An attempt that became too large: its whole size, estimated if it was given up early. */
export interface CopyTooLarge {
  readonly bitsPerSecond: number;
  readonly bytes: number;
}

/** A copy is tried this often; an attempt at 15 s of 720p takes some 5 s of one processor. */
const ATTEMPTS = 4;

/** An encoder exceeds its bits by up to a fifteenth in films this short, and the index takes the rest. */
const AIM = 0.9;

/** Even a film of plain shapes is not worth seeing with fewer bits. */
const BITS_PER_SECOND_MIN = 40_000;

/**
 * Returns the bits per second with which a copy of at most `maxBytes` is tried next. null: no attempt is left, or the
 * limit is too low for any.
 */
export function nextCopy(film: CopiedFilm, maxBytes: number, earlier: readonly CopyTooLarge[]): number | null {
  if (earlier.length >= ATTEMPTS) return null;
  const last = earlier.at(-1);
  const aimed = (8 * (AIM * maxBytes - film.soundBytes)) / film.seconds;
  // The encoder exceeds its bits by as much as it just did.
  const bits = Math.floor(last ? (last.bitsPerSecond * AIM * maxBytes) / last.bytes : aimed);
  return bits < BITS_PER_SECOND_MIN ? null : bits;
}
