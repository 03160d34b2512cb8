import type { Readable } from "node:stream";
import { errorCode } from "../core/error-code.ts";
import type { FilmMissing, OpenedVideo } from "../core/film/film.ts";
import type { StoredFile } from "../core/film/film-sweep.ts";
import type { StoreProblem } from "../core/film/kept-film.ts";
import type { Result } from "../core/result.ts";

/** A film on its way into a store. */
export type IncomingFilm = Pick<OpenedVideo, "bytes" | "type" | "content">;

/** Bytes of a film by their number from 0, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A person's browser fetches a film from the store itself with this request, which the store checks by its signature. */
export interface DirectRequest {
  readonly method: "GET" | "HEAD";
  readonly type: string;
  /** The header Content-Disposition of the answer. */
  readonly disposition: string;
}

/** A film store keeps whole films under names of 64 hex digits, in a folder or a bucket. `delete` and `list` reject where it gives no answer. */
export interface FilmStore {
  /** Nobody finds the film before it is whole. Never rejects; a film that throws, or `signal`, leaves nothing behind. */
  write(name: string, film: IncomingFilm, signal: AbortSignal): Promise<Result<null, StoreProblem>>;
  /** Reads a film, or part of it; the reader reads it to its end or destroys it. Never rejects. */
  read(name: string, signal: AbortSignal, range?: ByteRange): Promise<Result<Readable, FilmMissing>>;
  delete(name: string): Promise<void>;
  list(): Promise<readonly StoredFile[]>;
  /** Returns an address of the store's own for ten minutes; null: people get its films from the bot. */
  readonly addressFor: ((name: string, request: DirectRequest) => Promise<string>) | null;
}

/** Returns the problem of a store that threw this error. */
export function storeProblem(error: unknown): StoreProblem {
  // An error's message may quote what was sent.
  const code = errorCode(error) ?? (error instanceof Error ? error.name : typeof error);
  if (code === "ENOSPC" || code === "EDQUOT") return { kind: "full", detail: code };
  return { kind: "unavailable", detail: code === "ABORT_ERR" ? "no answer in time" : code };
}
