import { readFile } from "node:fs/promises";
import type { FilmPlace, Films, TakeFrame } from "../../../src/core/film/film.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";

const SAMPLE = new URL("../../../sandbox/assets/landscape.png", import.meta.url);

const FILM = new URL("../../../sandbox/assets/video-16x9.mp4", import.meta.url);

/** The reads for each frame: the offset and the length. */
export interface SampleFilms extends Films {
  readonly read: readonly { readonly kind: FilmPlace["kind"]; readonly sizeBytes: number }[];
  /** The next frames wait for this. */
  hold(until: Promise<unknown>): void;
  /** From now on they cannot be joined. */
  differ(): void;
  /** From now on no place has a film any more. */
  lose(): void;
}

/** Reads films to their end, wherever they are, and takes a picture of the sandbox's for each frame, and one of its films for all that are joined, and for each copy: nothing is decoded. */
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
