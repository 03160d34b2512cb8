import type { EpochMs } from "../clock.ts";
import type { Result } from "../result.ts";
import type { Secret } from "../text/secret.ts";
import type { OpenedVideo, OpenFilm } from "./film.ts";

/** A finished film that the bot stores in a folder or a bucket, as recorded in its job. */
export interface KeptFilm {
  /** Its name in the store: the hex SHA-256 of the id at the end of its address. */
  readonly name: string;
  /** The id, 128 random bits, encrypted like an API key. */
  readonly sealedId: string;
  readonly bytes: number;
  /** Hash of its content, in hex. */
  readonly sha256: string;
  /** Without a dot, such as "mp4". */
  readonly extension: string;
  readonly keptAt: EpochMs;
  readonly until: EpochMs;
}

/** "cut_short": the film's source ended early or too late; "too_large": films of that size are not stored. */
export type KeepProblem = { readonly kind: "cut_short" | "too_large" } | StoreProblem;

/**
 * "full": the store has no room now; "unavailable": it failed to store the film, perhaps temporarily. `detail` is for the
 * log.
 */
export interface StoreProblem {
  readonly kind: "full" | "unavailable";
  readonly detail: string;
}

/** Stores finished films for a limited time. Functions end soon after `signal` aborts, and never reject. */
export interface KeptFilms {
  /** How long a film is stored. 0: no new films; those already stored stay until they expire. */
  readonly keepMs: number;
  /** Whether stored films have links. False without PUBLIC_URL: then only the bot uses them. */
  readonly hasLinks: boolean;
  /**
   * Streams the film into the store under a new name. It cannot be found before it is complete and on disk. The caller
   * that opened the film closes it.
   */
  keep(film: OpenedVideo, signal: AbortSignal): Promise<Result<KeptFilm, KeepProblem>>;
  open(film: KeptFilm): OpenFilm;
  /** Returns the film's address under the bot's public URL. Null: it has none. */
  addressOf(film: KeptFilm): string | null;
  /** Deletes the film now. If that fails, the sweep deletes it later, because no job refers to it anymore. */
  forget(film: Pick<KeptFilm, "name">): Promise<void>;
}

export function typeOfFilm(extension: string): string {
  return TYPES[extension] ?? "application/octet-stream";
}

const TYPES: Readonly<Record<string, string>> = { mp4: "video/mp4", webm: "video/webm", mov: "video/quicktime" };

/** An S3-compatible bucket that contains only this Reelay's films. */
export interface FilmBucket {
  readonly endpoint: string;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: Secret;
  readonly secretAccessKey: Secret;
}
