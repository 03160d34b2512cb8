import type { KeptFilm } from "../../../src/core/film/kept-film.ts";
import { TEST_START } from "../jobs.ts";

const DAY_MS = 86_400_000;

/** A film that was kept when the told clock began, for thirty days. */
export function aKeptFilm(over: Partial<KeptFilm> = {}): KeptFilm {
  return {
    name: "a".repeat(64),
    sealedId: "sealed",
    bytes: 4,
    sha256: "b".repeat(64),
    extension: "mp4",
    keptAt: TEST_START,
    until: TEST_START + 30 * DAY_MS,
    ...over,
  };
}
