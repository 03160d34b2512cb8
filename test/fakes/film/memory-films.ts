import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { OpenedVideo } from "../../../src/core/film/film.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import type { FilmStore } from "../../../src/films/film-store.ts";

export interface MemoryFilms extends FilmStore {
  readonly films: Map<string, { readonly bytes: Buffer; readonly at: number }>;
  /** From now on the store rejects every call. */
  fail(): void;
}

/** A film store in memory. All films were stored at `now`. */
export function memoryFilms(now: () => number = () => 0): MemoryFilms {
  const films = new Map<string, { readonly bytes: Buffer; readonly at: number }>();
  let isDown = false;
  const ask = () => {
    if (isDown) throw new Error("the store is down");
  };
  return {
    films,
    fail() {
      isDown = true;
    },
    async write(name, { content }) {
      if (isDown) return refuse({ kind: "unavailable", detail: "down" });
      try {
        films.set(name, { bytes: await buffer(content), at: now() });
        return ok(null);
      } catch {
        return refuse({ kind: "unavailable", detail: "cut" });
      }
    },
    async read(name, signal, range) {
      if (isDown) return refuse({ kind: "unreachable" });
      const film = films.get(name);
      if (!film) return refuse({ kind: "gone" });
      const bytes = range ? film.bytes.subarray(range.from, range.to + 1) : film.bytes;
      return ok(Readable.from([bytes], { signal }));
    },
    async delete(name) {
      ask();
      films.delete(name);
    },
    async list() {
      ask();
      return [...films].map(([name, { bytes, at }]) => ({ name, bytes: bytes.length, at }));
    },
    addressFor: null,
  };
}

export function openedVideo(content: AsyncIterable<Uint8Array>, bytes: number | null = null): OpenedVideo {
  return { bytes, type: "video/mp4", extension: "mp4", content, close() {} };
}
