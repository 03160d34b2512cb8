import type { EpochMs } from "../clock.ts";
import type { Result } from "../result.ts";
import type { Secret } from "../text/secret.ts";
import type { OpenedVideo, OpenFilm } from "./film.ts";

export interface KeptFilm {
  /** The hex SHA-256 of the id at the end of its address. */
  readonly name: string;
  /** 128 random bits, encrypted like an API key. */
  readonly sealedId: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly extension: string;
  readonly keptAt: EpochMs;
  readonly until: EpochMs;
}

/** "cut_short": the source ended early or took too long. */
export type KeepProblem = { readonly kind: "cut_short" | "too_large" } | StoreProblem;

export interface StoreProblem {
  readonly kind: "full" | "unavailable";
  readonly detail: string;
}

/** These functions end soon after `signal` aborts, and never reject. */
export interface KeptFilms {
  /** 0: no new films. Those already stored stay until they expire. */
  readonly keepMs: number;
  readonly hasLinks: boolean;
  /** A film cannot be found before it is complete and on disk. The caller closes what it opened. */
  keep(film: OpenedVideo, signal: AbortSignal): Promise<Result<KeptFilm, KeepProblem>>;
  open(film: KeptFilm): OpenFilm;
  addressOf(film: KeptFilm): string | null;
  forget(film: Pick<KeptFilm, "name">): Promise<void>;
}

export function typeOfFilm(extension: string): string {
  return TYPES[extension] ?? "application/octet-stream";
}

const TYPES: Readonly<Record<string, string>> = { mp4: "video/mp4", webm: "video/webm", mov: "video/quicktime" };

/** It contains only the films of this Reelay. */
export interface FilmBucket {
  readonly endpoint: string;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: Secret;
  readonly secretAccessKey: Secret;
}
