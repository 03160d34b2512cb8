import type { EpochMs } from "../clock.ts";
import type { Result } from "../result.ts";
import type { Secret } from "../text/secret.ts";
import type { OpenedVideo, OpenFilm } from "./film.ts";

/** A finished film that the bot itself keeps, in a folder or a bucket, as its job remembers it. */
export interface KeptFilm {
  /** Its name in the store: the SHA-256, in hex, of the id that its address ends with. */
  readonly name: string;
  /** The id, 128 random bits, sealed like an API key. */
  readonly sealedId: string;
  readonly bytes: number;
  /** Of its content, in hex. */
  readonly sha256: string;
  /** Without a dot, such as "mp4". */
  readonly extension: string;
  readonly keptAt: EpochMs;
  readonly until: EpochMs;
}

/** "cut_short": the film's source ended early or did not end in time; "too_large": no film of that size is kept. */
export type KeepProblem = { readonly kind: "cut_short" | "too_large" } | StoreProblem;

/** "full": the store has no room now; "unavailable": it did not store the film, which may pass. `detail` is for the log. */
export interface StoreProblem {
  readonly kind: "full" | "unavailable";
  readonly detail: string;
}

/** `KeptFilms` keeps finished films for a limited time. Its functions end soon after `signal` aborts, and never reject. */
export interface KeptFilms {
  /** A film is kept this long; 0: no new film is kept, and those kept before stay until their time is over. */
  readonly keepMs: number;
  /** Kept films have links; false without PUBLIC_URL, and the films are then for the bot alone. */
  readonly hasLinks: boolean;
  /** Stores the film as a stream under a new name; nobody finds it before it is whole and on the disk. Its opener closes it. */
  keep(film: OpenedVideo, signal: AbortSignal): Promise<Result<KeptFilm, KeepProblem>>;
  open(film: KeptFilm): OpenFilm;
  /** Returns where people find it, on the bot's own public address; null: it has none. */
  addressOf(film: KeptFilm): string | null;
  /** Deletes it at once; where that fails, the sweep deletes it later, because no job names it any more. */
  forget(film: Pick<KeptFilm, "name">): Promise<void>;
}

/** Returns the media type of a kept film. */
export function typeOfFilm(extension: string): string {
  return TYPES[extension] ?? "application/octet-stream";
}

const TYPES: Readonly<Record<string, string>> = { mp4: "video/mp4", webm: "video/webm", mov: "video/quicktime" };

/** An S3-compatible bucket that holds nothing but the films of this Reelay. */
export interface FilmBucket {
  readonly endpoint: string;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: Secret;
  readonly secretAccessKey: Secret;
}
