/** The film of which a smaller copy is made. */
export interface CopiedFilm {
  /** In pixels, like `height`. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** The size of its sound, which a copy has unchanged. */
  readonly soundBytes: number;
}

/** A copy is encoded so. */
export interface CopyPlan {
  /** In pixels, like `height`. */
  readonly width: number;
  readonly height: number;
  readonly bitsPerSecond: number;
}

/** An attempt that became too large: its whole size, estimated if it was given up early. */
export interface CopyTooLarge {
  readonly plan: CopyPlan;
  readonly bytes: number;
}

/** A copy is tried this often; an attempt at 15 s of 720p takes some 5 s of one processor. */
const ATTEMPTS = 4;
/** The first attempts are in the film's own size, which looks better as long as it fits. */
const ATTEMPTS_IN_OWN_SIZE = 2;

/** An encoder exceeds its bits by up to a fifteenth in films this short, and the index takes the rest. */
const AIM = 0.9;

/** Even a film of plain shapes is not worth seeing with fewer bits. */
const BITS_PER_SECOND_MIN = 40_000;

/** The shorter side of a film in 480p. */
const SMALL_SIDE = 480;

/**
 * Returns how a copy of at most `maxBytes` is tried next: twice in the film's own size, then in 480p. null: no attempt is
 * left, or the limit is too low for any.
 */
export function nextCopy(film: CopiedFilm, maxBytes: number, earlier: readonly CopyTooLarge[]): CopyPlan | null {
  if (earlier.length >= ATTEMPTS) return null;
  const aimedBytes = AIM * maxBytes - film.soundBytes;
  const last = earlier.at(-1);
  const isOwnSize = earlier.length < ATTEMPTS_IN_OWN_SIZE;
  const size = isOwnSize ? { width: film.width, height: film.height } : smallSize(film);
  const aimed = (8 * aimedBytes) / film.seconds;
  // In the same size, the encoder exceeds its bits by as much as it just did.
  const isSameSize = last?.plan.width === size.width && last.plan.height === size.height;
  const bits = isSameSize ? (last.plan.bitsPerSecond * AIM * maxBytes) / last.bytes : aimed;
  const bitsPerSecond = Math.floor(Math.min(bits, aimed));
  return bitsPerSecond < BITS_PER_SECOND_MIN ? null : { ...size, bitsPerSecond };
}

/** Returns the film's size in 480p, with even sides as the encoder needs them; its own where that is no larger. */
function smallSize({ width, height }: CopiedFilm): Pick<CopyPlan, "width" | "height"> {
  const scale = SMALL_SIDE / Math.min(width, height);
  if (scale >= 1) return { width, height };
  const even = (side: number) => 2 * Math.round((side * scale) / 2);
  return { width: even(width), height: even(height) };
}
