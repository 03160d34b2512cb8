import type { Readable } from "node:stream";
import { errorCode } from "../core/error-code.ts";
import type { FilmMissing, OpenedVideo } from "../core/film/film.ts";
import type { StoredFile } from "../core/film/films-to-delete.ts";
import type { StoreProblem } from "../core/film/kept-film.ts";
import type { Result } from "../core/result.ts";

export type IncomingFilm = Pick<OpenedVideo, "bytes" | "type" | "content">;

/** Both ends are included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A browser's request to the store itself, which checks its signature. */
export interface DirectRequest {
  readonly method: "GET" | "HEAD";
  readonly type: string;
  readonly disposition: string;
}

/** Names have 64 hex digits. `delete` and `list` reject if the store does not answer. */
export interface FilmStore {
  /** Never rejects. The film becomes visible only when complete; a failure leaves nothing. */
  write(name: string, film: IncomingFilm, signal: AbortSignal): Promise<Result<null, StoreProblem>>;
  /** Never rejects. Read the stream to its end or destroy it. */
  read(name: string, signal: AbortSignal, range?: ByteRange): Promise<Result<Readable, FilmMissing>>;
  delete(name: string): Promise<void>;
  list(): Promise<readonly StoredFile[]>;
  /** A direct address, valid for ten minutes, for a store that serves films itself. */
  readonly addressFor: ((name: string, request: DirectRequest) => Promise<string>) | null;
}

export function storeProblem(error: unknown): StoreProblem {
  // An error's message may quote what was sent.
  const code = errorCode(error) ?? (error instanceof Error ? error.name : typeof error);
  if (code === "ENOSPC" || code === "EDQUOT") return { kind: "full", detail: code };
  return { kind: "unavailable", detail: code === "ABORT_ERR" ? "no answer in time" : code };
}
