import type { Result } from "../result.ts";
import type { FilmSource } from "./source.ts";

/** What is done to films themselves. Both end soon after `signal` aborts, and never reject. */
export interface Films {
  readonly takeFrame: TakeFrame;
  readonly joinFilms: JoinFilms;
}

/** Takes the last frame of the film at the first place that still has it. */
export type TakeFrame = (film: FilmSource, signal: AbortSignal) => Promise<Result<Frame, FrameProblem>>;

/** The picture that a film ends with, upright as the film is played. */
export interface Frame {
  /** A PNG, `IMAGE_MAX_BYTES` at most. */
  readonly bytes: Uint8Array;
  /** In pixels, like `height`. */
  readonly width: number;
  readonly height: number;
}

/**
 * Why there is none. "gone": no place has the film any more; "unreachable" may pass, and so may "too_slow" on a busy machine;
 * "unreadable": it is no film, or one that cannot be decoded.
 */
export interface FrameProblem {
  readonly kind: "gone" | "unreachable" | "too_large" | "unreadable" | "too_slow";
}

/** Makes one film of several, one after the other, of `maxBytes` at most; nothing is decoded, so nothing loses sharpness. */
export type JoinFilms = (
  films: readonly FilmSource[],
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Result<JoinedFilm, JoinProblem>>;

export interface JoinedFilm {
  /** An MP4. */
  readonly bytes: Uint8Array;
  readonly durationMs: number;
}

/** Why there is none. "unequal": their sizes or codecs differ. `nth`: of which film, from 0; absent: of no single one. */
export interface JoinProblem {
  readonly kind: FrameProblem["kind"] | "unequal";
  readonly nth?: number;
}
