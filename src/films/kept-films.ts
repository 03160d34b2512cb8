import { createHash } from "node:crypto";
import type { Clock } from "../core/clock.ts";
import { type OpenedVideo, watched } from "../core/film/film.ts";
import type { KeepProblem, KeptFilms } from "../core/film/kept-film.ts";
import { ok, refuse } from "../core/result.ts";
import type { Log } from "../core/text/log-fields.ts";
import type { FilmStore } from "./film-store.ts";

/** 50 times the size of 15 s in 720p. */
const FILM_MAX_BYTES = 1_000_000_000;

export const FILMS_PATH = "/films/";

/** 128 bits in base64url. */
const ID = /^[\w-]{22}$/;

/** The store knows only this hash, from which nobody can derive a film's address. */
export function nameOfId(id: string): string | null {
  return ID.test(id) ? createHash("sha256").update(id).digest("hex") : null;
}

/** Each id opens only for its film's name. */
export interface SealedIds {
  seal(name: string, id: string): string;
  open(name: string, sealed: string): string | null;
}

export interface FilmSpace {
  hasSpace(): Promise<boolean>;
  took(bytes: number): void;
}

export function keptFilms(deps: {
  readonly store: FilmStore;
  readonly ids: SealedIds;
  readonly space: FilmSpace;
  readonly keepMs: number;
  newId(): string;
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly log: Log;
}): KeptFilms {
  const { store, ids, space, keepMs, newId, publicUrl, clock, log } = deps;

  return {
    keepMs,
    hasLinks: publicUrl !== null,
    async keep(film, signal) {
      const id = newId();
      const name = nameOfId(id);
      if (name === null) throw new Error("a new id is no id");
      if (keepMs === 0) return refuse({ kind: "full", detail: "no more films are kept" });
      if (!(await space.hasSpace())) return refuse({ kind: "full", detail: "the kept films take all their room" });
      const measured = measure(film);
      const { bytes, type } = film;
      const written = await store.write(name, { bytes, type, content: measured.content }, signal);
      if (!written.ok) return refuse(measured.problem() ?? written.refusal);
      space.took(measured.bytes());
      const keptAt = clock.now();
      return ok({
        name,
        sealedId: ids.seal(name, id),
        bytes: measured.bytes(),
        sha256: measured.sha256(),
        extension: film.extension,
        keptAt,
        until: keptAt + keepMs,
      });
    },
    open: (film) => (signal) => store.read(film.name, signal),
    addressOf({ name, sealedId }) {
      const id = publicUrl === null ? null : ids.open(name, sealedId);
      return id === null ? null : `${publicUrl}${FILMS_PATH}${id}`;
    },
    async forget({ name }) {
      try {
        await store.delete(name);
      } catch (error) {
        log.warn("a film was not deleted, and the sweep will delete it", { error: String(error) });
      }
    },
  };
}

function measure(film: OpenedVideo) {
  const hash = createHash("sha256");
  const source = watched(film.content, FILM_MAX_BYTES);
  let bytes = 0;
  let isCutShort = false;
  const cutShort = () => {
    isCutShort = true;
    return new Error("the film has another size than its host says");
  };

  async function* content() {
    if (isTooLarge()) throw new Error("the film is too large");
    for await (const part of source.content) {
      bytes += part.length;
      // Check before sending: a store that was given the size accepts no more.
      if (film.bytes !== null && bytes > film.bytes) throw cutShort();
      hash.update(part);
      yield part;
    }
    if (bytes === 0 || (film.bytes !== null && bytes !== film.bytes)) throw cutShort();
  }

  const isTooLarge = () => source.fault() === "too_large" || (film.bytes ?? 0) > FILM_MAX_BYTES;

  return {
    content: content(),
    bytes: () => bytes,
    sha256: () => hash.digest("hex"),
    problem(): KeepProblem | null {
      if (isTooLarge()) return { kind: "too_large" };
      return isCutShort || source.fault() === "cut" ? { kind: "cut_short" } : null;
    },
  };
}
