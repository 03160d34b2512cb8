import type { Result } from "../result.ts";

/** Where a film may be had, best first: the next place is tried where one has it no more, or cannot be reached. */
export type FilmSource = readonly FilmPlace[];

export type FilmPlace =
  /** Fetched with the guard that every address of somebody else's passes. */
  | { readonly kind: "address"; readonly url: string }
  /** What only a platform gives, and only to the bot, such as a Slack file. */
  | { readonly kind: "platform"; readonly open: OpenFilm };

/** The film's bytes in order; they may throw where the film is cut short. Never rejects; `signal` ends it, the bytes too. */
export type OpenFilm = (signal: AbortSignal) => Promise<Result<AsyncIterable<Uint8Array>, FilmMissing>>;

/** Why a place gives no film: "gone": it has it no more; "unreachable" may pass. */
export interface FilmMissing {
  readonly kind: "gone" | "unreachable" | "too_large";
}
