import { expect, test } from "vitest";
import type { NamedFilm } from "../../src/core/film/films-to-delete.ts";
import type { Job } from "../../src/core/job/job.ts";
import { filmSweep } from "../../src/films/sweep-films.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import { memoryFilms } from "../fakes/film/memory-films.ts";
import { aJob } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function world({ maxBytes = 1_000, isMyTurn = true, canDraw = true } = {}) {
  const clock = manualClock();
  const store = memoryFilms(clock.now);
  const log = recordingLog();
  const jobs: Job[] = [];
  const unreadable = new Set<string>();
  const done: string[] = [];
  const { delete: remove } = store;
  store.delete = async (name) => {
    done.push(`delete ${name}`);
    await remove(name);
  };
  const sweep = filmSweep({
    store,
    jobs: {
      async jobsWithFilms(after, limit) {
        const from = after === null ? 0 : jobs.findIndex(({ id }) => id === after.id) + 1;
        return jobs.filter(({ film }) => film).slice(from, from + limit);
      },
      async jobWithFilm(name) {
        if (unreadable.has(name)) throw new Error("cannot be read");
        return jobs.find(({ film }) => film?.name === name) ?? null;
      },
    },
    async forgetFilm({ job, name }: NamedFilm) {
      done.push(`forget ${name}`);
      const at = jobs.findIndex(({ id }) => id === job);
      const { film: _, ...rest } = jobs[at] ?? aJob();
      jobs[at] = rest;
      return async () => {
        done.push(`draw ${name}`);
        if (!canDraw) throw new Error("the chat is away");
      };
    },
    maxBytes,
    isMyTurn: async () => isMyTurn,
    clock,
    log,
  });
  /** Stores a film, and a job that names it. */
  const keep = (name: string, bytes = 100, forMs = DAY) => {
    store.films.set(name, { bytes: Buffer.alloc(bytes), at: clock.now() });
    const film = aKeptFilm({ name, bytes, keptAt: clock.now(), until: clock.now() + forMs });
    jobs.push({ ...aJob({ id: `job-of-${name}` }), film });
    sweep.took(bytes);
  };
  return { clock, store, log, jobs, unreadable, done, sweep, keep };
}

test("once an hour, expired videos are removed from their jobs and then from the store", async () => {
  const { clock, done, sweep, keep, store } = world();
  sweep.begin();
  keep("a", 100, 90 * 60_000);
  keep("b");
  await clock.advance(80 * 60_000);
  expect(done).toEqual([]);
  await clock.advance(HOUR);
  expect(done).toEqual(["forget a", "delete a", "draw a"]);
  expect([...store.films.keys()]).toEqual(["b"]);
  expect(sweep.figures()).toEqual({ count: 1, bytes: 100 });
  sweep.stop();
  await clock.advance(2 * DAY);
  expect(store.films.size).toBe(1);
});

test("all expired videos are deleted before any card is edited", async () => {
  const { clock, done, sweep, keep } = world({ canDraw: false });
  keep("a", 100, HOUR);
  keep("b", 100, HOUR);
  await clock.advance(HOUR);
  sweep.begin();
  await clock.advance(60_000);
  expect(done).toEqual(["forget a", "delete a", "forget b", "delete b", "draw a", "draw b"]);
});

test("files left by a crash are deleted soon after the bot starts, except the file of a job that cannot be read", async () => {
  const { clock, store, unreadable, sweep } = world();
  for (const name of ["half.part", "nameless", "of-a-broken-job"])
    store.films.set(name, { bytes: Buffer.alloc(10), at: clock.now() - 2 * HOUR });
  unreadable.add("of-a-broken-job");
  sweep.begin();
  await clock.advance(60_000);
  expect([...store.films.keys()]).toEqual(["of-a-broken-job"]);
});

test("the cleanup of stored videos deletes no video that belongs to a job, even with 450 jobs", async () => {
  const { clock, store, sweep, keep } = world({ maxBytes: 1e9 });
  for (let nth = 0; nth < 450; nth += 1) keep(`film${nth}`, 1);
  sweep.begin();
  await clock.advance(10 * HOUR);
  expect(store.films.size).toBe(450);
});

test("the oldest videos are deleted from a store above its size limit, but recent videos are kept", async () => {
  const { clock, done, sweep, keep } = world();
  keep("old", 400);
  await clock.advance(2 * HOUR);
  expect(await sweep.hasSpace()).toBe(true);
  keep("young", 700);
  await clock.advance(0);
  expect(done).toEqual(["forget old", "delete old", "draw old"]);
  keep("younger", 400);
  await clock.advance(0);
  expect(await sweep.hasSpace()).toBe(false);
  expect(done).toHaveLength(3);
  await clock.advance(2 * HOUR);
  expect(await sweep.hasSpace()).toBe(true);
  expect(done.slice(3, 5)).toEqual(["forget young", "delete young"]);
});

test("a full store of videos is checked again at most once a minute", async () => {
  const { clock, store, sweep, keep } = world({ maxBytes: 10 });
  const { list } = store;
  let lists = 0;
  store.list = () => {
    lists += 1;
    return list();
  };
  keep("a", 100);
  expect(await sweep.hasSpace()).toBe(false);
  const before = lists;
  for (let nth = 0; nth < 5; nth += 1) await sweep.hasSpace();
  expect(lists).toBe(before);
  await clock.advance(60_000);
  await sweep.hasSpace();
  expect(lists).toBe(before + 1);
});

test("a process counts stored videos but deletes none while another process does the cleanup", async () => {
  const { clock, done, sweep, keep } = world({ isMyTurn: false });
  keep("a", 100, HOUR);
  sweep.begin();
  await clock.advance(3 * HOUR);
  expect([done, sweep.figures()]).toEqual([[], { count: 1, bytes: 100 }]);
});

test("a failed cleanup of stored videos is tried again after an hour", async () => {
  const { clock, log, store, sweep } = world();
  store.fail();
  sweep.begin();
  await clock.advance(2 * HOUR);
  expect(await sweep.hasSpace()).toBe(true);
  expect(log.lines.map(({ event }) => event)).toEqual([
    "kept films were not swept",
    "kept films were not swept",
    "kept films were not counted",
  ]);
});
