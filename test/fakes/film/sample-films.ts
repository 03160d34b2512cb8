import { readFile } from "node:fs/promises";
import type { FilmPlace, Films, TakeFrame } from "../../../src/core/film/film.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";

const SAMPLE = new URL("../../../sandbox/assets/landscape.png", import.meta.url);

const FILM = new URL("../../../sandbox/assets/video-16x9.mp4", import.meta.url);

/** The kind of place and the size of each film that was read. */
export interface SampleFilms extends Films {
  readonly read: readonly { readonly kind: FilmPlace["kind"]; readonly sizeBytes: number }[];
  /** Delays the next frames until the promise has settled. */
  hold(until: Promise<unknown>): void;
  /** From now on films cannot be joined. */
  differ(): void;
  /** From now on no film can be found. */
  lose(): void;
}

/**
 * Reads films to their end from any place, but does not decode them. Each frame is a picture of the sandbox, and each joined
 * film or copy is one of its films.
 */
export function sampleFilms(): SampleFilms {
  const read: { kind: FilmPlace["kind"]; sizeBytes: number }[] = [];
  let held: Promise<unknown> = Promise.resolve();
  let isLost = false;
  let isUnequal = false;

  const takeFrame: TakeFrame = async (film, signal) => {
    await held;
    for (const place of isLost ? [] : film) {
      const size = await sizeOf(place, signal);
      if (!size.ok) continue;
      read.push({ kind: place.kind, sizeBytes: size.value });
      return ok({ bytes: new Uint8Array(await readFile(SAMPLE)), type: "image/png", width: 640, height: 360 });
    }
    return refuse({ kind: "gone" });
  };
  return {
    takeFrame,
    async joinFilms(films, _most, signal) {
      const givenUp = new Promise((resolve) => signal.addEventListener("abort", resolve));
      if (!signal.aborted) await Promise.race([held, givenUp]);
      if (signal.aborted) return refuse({ kind: "unreachable" });
      for (const [nth, film] of films.entries()) {
        const taken = await takeFrame(film, signal);
        if (!taken.ok) return refuse({ ...taken.refusal, nth });
      }
      if (isUnequal) return refuse({ kind: "unequal", nth: 1 });
      return ok({ bytes: new Uint8Array(await readFile(FILM)), durationMs: 10_000 * films.length });
    },
    async copyFilm(film, _most, signal) {
      const taken = await takeFrame(film, signal);
      return taken.ok ? ok(new Uint8Array(await readFile(FILM))) : taken;
    },
    read,
    hold(until) {
      held = until;
    },
    differ() {
      isUnequal = true;
    },
    lose() {
      isLost = true;
    },
  };
}

async function sizeOf(place: FilmPlace, signal: AbortSignal): Promise<Result<number, unknown>> {
  if (place.kind === "address") {
    const answer = await fetch(place.url, { signal });
    return answer.ok ? ok((await answer.arrayBuffer()).byteLength) : refuse(answer.status);
  }
  const opened = await place.open(signal);
  if (!opened.ok) return opened;
  let sizeBytes = 0;
  for await (const part of opened.value) sizeBytes += part.length;
  return ok(sizeBytes);
}
