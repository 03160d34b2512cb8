import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { KeptFilm } from "./kept-film.ts";

/** A crash leaves files that no job refers to. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly at: EpochMs;
}

export interface NamedFilm extends Pick<KeptFilm, "name" | "keptAt" | "until"> {
  readonly job: JobId;
}

/** A file younger than this may lack a job because it is still being stored. */
const NAMED_WITHIN_MS = 3_600_000;
/** Minimum time a film is kept, even if there is no room: it must outlast the service's own link. */
const SURELY_KEPT_MS = 7_200_000;

/**
 * `films`: expired films, and the oldest ones until the rest fits into `maxBytes`. Remove them from their jobs first.
 * `files`: those without a job.
 */
export function sweepOf(
  files: readonly StoredFile[],
  named: ReadonlyMap<string, NamedFilm>,
  { now, maxBytes }: { readonly now: EpochMs; readonly maxBytes: number },
) {
  const over = [...named.values()].filter(({ until }) => until <= now);
  const nameless = files.filter(({ name, at }) => !named.has(name) && at <= now - NAMED_WITHIN_MS);
  const gone = new Set([...over, ...nameless].map(({ name }) => name));
  const left = files.filter(({ name }) => !gone.has(name));
  let excessBytes = left.reduce((sum, { bytes }) => sum + bytes, 0) - maxBytes;
  const oldestFirst = left
    .flatMap(({ name, bytes }) => {
      const film = named.get(name);
      return film && film.keptAt <= now - SURELY_KEPT_MS ? [{ film, bytes }] : [];
    })
    .toSorted((one, other) => one.film.keptAt - other.film.keptAt);
  const overLimit = oldestFirst.filter(({ bytes }) => {
    const isNeeded = excessBytes > 0;
    if (isNeeded) excessBytes -= bytes;
    return isNeeded;
  });
  return { films: [...over, ...overLimit.map(({ film }) => film)], files: nameless.map(({ name }) => name) };
}
