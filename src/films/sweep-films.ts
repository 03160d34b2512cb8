import type { Clock, EpochMs } from "../core/clock.ts";
import { type NamedFilm, type StoredFile, sweepOf } from "../core/film/films-to-delete.ts";
import type { JobStore } from "../core/job/job-storage.ts";
import type { Log } from "../core/text/log-fields.ts";
import type { FilmStore } from "./film-store.ts";
import type { FilmSpace } from "./kept-films.ts";

const EVERY_MS = 3_600_000;
/** Soon after the start, to remove leftovers of a crash. */
const FIRST_AFTER_MS = 10_000;
/** While space is full, it is checked again at most this often. */
const RECHECK_MS = 60_000;
const PAGE = 200;

export interface FilmFigures {
  readonly count: number;
  readonly bytes: number;
}

export function filmSweep(deps: {
  readonly store: Pick<FilmStore, "list" | "delete">;
  readonly jobs: Pick<JobStore, "jobsWithFilms" | "jobWithFilm">;
  /**
   * Clears the film from its job before the file is deleted. The returned function redraws the card, which can take a
   * long time.
   */
  forgetFilm(film: NamedFilm): Promise<() => Promise<void>>;
  readonly maxBytes: number;
  isMyTurn(everyMs: number): Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { store, jobs, forgetFilm, maxBytes, isMyTurn, clock, log } = deps;
  let figures: FilmFigures | null = null;
  let sweeping: Promise<void> | null = null;
  let sweptAt: EpochMs | null = null;
  let cancel = () => {};
  let isStopped = false;

  async function count(): Promise<readonly StoredFile[]> {
    const files = await store.list();
    figures = { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    return files;
  }

  function note(change: FilmFigures): void {
    if (figures) figures = { count: figures.count + change.count, bytes: figures.bytes + change.bytes };
  }

  async function namedFilms(): Promise<ReadonlyMap<string, NamedFilm>> {
    const named = new Map<string, NamedFilm>();
    let page = await jobs.jobsWithFilms(null, PAGE);
    while (page.length > 0) {
      for (const { id, film } of page)
        if (film) named.set(film.name, { job: id, name: film.name, keptAt: film.keptAt, until: film.until });
      // A page is read synchronously from the folder's database. Let commands be answered before the next one.
      await new Promise((resolve) => setImmediate(resolve));
      page = await jobs.jobsWithFilms(page.at(-1) ?? null, PAGE);
    }
    return named;
  }

  async function sweepNow(): Promise<void> {
    // List the files before the jobs. Otherwise a file that is stored between the two lists would count as having no
    // job.
    const files = await count();
    const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
    const { films, files: nameless } = sweepOf(files, await namedFilms(), { now: clock.now(), maxBytes });
    async function remove(name: string): Promise<void> {
      await store.delete(name);
      const bytes = sizes.get(name);
      if (bytes !== undefined) note({ count: -1, bytes: -bytes });
    }

    const cards: (() => Promise<void>)[] = [];
    for (const film of films) {
      if (isStopped) return;
      cards.push(await forgetFilm(film));
      await remove(film.name);
    }
    void drawAgain(cards);
    for (const name of nameless) if (!isStopped && !(await isNamed(name))) await remove(name);
    if (films.length + nameless.length > 0)
      log.info("kept films were swept", { count: films.length + nameless.length, remaining: figures?.count });
  }

  async function drawAgain(cards: readonly (() => Promise<void>)[]): Promise<void> {
    for (const draw of cards) {
      if (isStopped) return;
      await draw().catch((error: unknown) => log.warn("a card was not drawn again", { error: String(error) }));
    }
  }

  /** If a job cannot be read, its film is kept: it may be all that is left of the job. */
  async function isNamed(name: string): Promise<boolean> {
    return jobs.jobWithFilm(name).then(
      (job) => job !== null,
      () => true,
    );
  }

  function sweep(): Promise<void> {
    sweptAt = clock.now();
    sweeping ??= sweepNow()
      .catch((error: unknown) => log.warn("kept films were not swept", { error: String(error) }))
      .finally(() => {
        sweeping = null;
      });
    return sweeping;
  }

  async function sweepInTurn(): Promise<void> {
    if (isStopped) return;
    cancel = clock.after(EVERY_MS, () => void sweepInTurn());
    // Allow for a turn that starts slightly early.
    if (await isMyTurn(EVERY_MS - RECHECK_MS)) await sweep();
    else await tryToCount();
  }

  async function tryToCount(): Promise<void> {
    await count().catch((error: unknown) => log.warn("kept films were not counted", { error: String(error) }));
  }

  const isFull = () => figures !== null && figures.bytes >= maxBytes;
  const mayRecheck = () => sweptAt === null || clock.now() - sweptAt >= RECHECK_MS;

  const space: FilmSpace = {
    async hasSpace() {
      if (figures === null) await tryToCount();
      if (isFull() && mayRecheck()) await sweep();
      return !isFull();
    },
    took(bytes) {
      note({ count: 1, bytes });
      if (isFull() && mayRecheck()) void sweep();
    },
  };
  return {
    ...space,
    figures: (): FilmFigures | null => figures,
    begin(): void {
      cancel = clock.after(FIRST_AFTER_MS, () => void sweepInTurn());
    },
    stop(): void {
      isStopped = true;
      cancel();
    },
  };
}
