import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { KeptFilm } from "./kept-film.ts";

/** A file as the store of films lists it. What a crash left of a film has a name that no job names. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** It was stored then. */
  readonly at: EpochMs;
}

/** A film that a job names. */
export interface NamedFilm extends Pick<KeptFilm, "name" | "keptAt" | "until"> {
  readonly job: JobId;
}

/** A file that no job names may be one that is being stored just now; after this it is none. */
const NAMED_WITHIN_MS = 3_600_000;
/** A film is never deleted for want of room before the service's own link has ended. */
const SURELY_KEPT_MS = 7_200_000;

/**
 * Returns what is deleted now: `films`, which are forgotten by their jobs first, are those whose time is over, and of the
 * others the oldest ones as long as all of them together have more than `maxBytes`; no job names the `files`.
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
  const forRoom = oldestFirst.filter(({ bytes }) => {
    const isNeeded = excessBytes > 0;
    if (isNeeded) excessBytes -= bytes;
    return isNeeded;
  });
  return { films: [...over, ...forRoom.map(({ film }) => film)], files: nameless.map(({ name }) => name) };
}
