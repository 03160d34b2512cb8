import { LRUCache } from "lru-cache";
import { type Codecs, loadCodecs } from "./codecs.ts";
import { type FilmOrder, makeFilm } from "./make-film.ts";
import { fetchPicture } from "./picture/fetch-picture.ts";

/** What a task tells of its film. */
export interface FilmTask extends Omit<FilmOrder, "picture"> {
  readonly id: string;
  readonly imageUrl?: string;
}

/** The films of the emulated service's tasks. */
export interface Films {
  /** Fetches the picture that the film is to begin with; nothing else happens until somebody asks for the film. */
  begin(task: FilmTask): void;
  /** The film, made when it is first asked for and kept a while; null where no film can be made on this machine. */
  of(task: FilmTask): Promise<Uint8Array | null>;
  /** Whether the package that makes them was looked for, and is not there. */
  isPackageMissing(): boolean;
  stop(): void;
}

/** Films that are kept; the one unused longest is made again. Each has some 2 MB at most. */
const FILMS_MAX = 60;

/** Pictures that are kept, of 5 MB at most; a film that is made again without its picture begins with its own scene. */
const PICTURES_MAX = 30;

/** Films are made one after the other. `load` is for tests. */
export function openFilms(load: () => Promise<Codecs | null> = loadCodecs): Films {
  const stopped = new AbortController();
  const pictures = new LRUCache<string, Promise<Uint8Array | null>>({ max: PICTURES_MAX });
  const films = new LRUCache<string, Promise<Uint8Array | null>>({ max: FILMS_MAX });
  let before: Promise<unknown> = Promise.resolve();
  let isMissing = false;
  const loaded = load().then((codecs) => {
    isMissing = codecs === null;
    return codecs;
  });

  async function make({ id, ...order }: FilmTask): Promise<Uint8Array | null> {
    const codecs = await loaded;
    if (!codecs) return null;
    const picture = (await pictures.get(id)) ?? null;
    return makeFilm(codecs, { ...order, picture }, stopped.signal);
  }

  return {
    begin({ id, imageUrl }) {
      if (imageUrl !== undefined) pictures.set(id, fetchPicture(imageUrl, stopped.signal));
    },
    of(task) {
      const known = films.get(task.id);
      if (known) return known;
      // One that cannot be made, as the package's own fault, is as good as none.
      const film = before.then(() => make(task)).catch(() => null);
      before = film;
      films.set(task.id, film);
      return film;
    },
    isPackageMissing: () => isMissing,
    stop: () => stopped.abort(),
  };
}
