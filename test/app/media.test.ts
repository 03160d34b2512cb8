import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openFilms, openKeptFilms } from "../../src/app/media.ts";
import { machineClock } from "../../src/core/clock.ts";
import type { FilmBucket, KeptFilms } from "../../src/core/film/kept-film.ts";
import { alone } from "../../src/engines/embedded.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { newEntry, parseKeyRing } from "../../src/keys/key-ring.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { openedVideo } from "../fakes/film/memory-films.ts";
import { aJob } from "../fakes/jobs.ts";
import { handledBy } from "../fakes/loopback-server.ts";
import { evenChance, manualClock } from "../fakes/manual-clock.ts";
import { memoryRows } from "../fakes/memory-rows.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { s3Server } from "../films/s3-server.ts";

test("the bot can decode videos only if the decoder package is installed and the program that runs the decoder exists", () => {
  const trusted = { videos: new Set<string>(), pictures: new Set<string>() };
  const open = (filmProgram: string) => openFilms({ trusted }, { clock: manualClock(), filmProgram });
  expect(open(join(process.cwd(), "package.json"))).not.toBeNull();
  expect(open(join(process.cwd(), "missing.js"))).toBeNull();
  const outside = join(aFolder(), "child.js");
  writeFileSync(outside, "");
  expect(open(outside)).toBeNull();
});

const DAY_MS = 86_400_000;

async function aKeeping(bucket: FilmBucket | null = null) {
  const dir = aFolder();
  // A bucket's server compares the request's time with its own.
  const clock = manualClock(bucket ? machineClock.now() : undefined);
  const log = recordingLog();
  const jobs = jobStore(memoryRows(), log, testNames);
  const ring = valueIn(parseKeyRing(newEntry()));
  const { origin } = await handledBy(
    async (request, response) => (await keeping?.handle?.(request, response)) ?? false,
  );
  const config: Parameters<typeof openKeptFilms>[0] = {
    keptFilms: { keepMs: DAY_MS, maxBytes: 1e9, bucket },
    DATA_DIR: dir,
    PUBLIC_URL: origin,
  };
  const outside = { clock, log, chance: evenChance };
  // A set, because the manual clock can start a second sweep while the first one still deletes the file.
  const ended = new Set<string>();
  const endKeeping = async (id: string) => {
    ended.add(id);
    return async () => void ended.add(`card of ${id}`);
  };
  const storage = { ring, jobs, engine: { shared: alone(clock) } };
  const keeping = openKeptFilms(config, outside, storage, endKeeping);
  if (!keeping) throw new Error("films are not kept");
  const openedWith = (changed: Partial<typeof config>) =>
    openKeptFilms({ ...config, ...changed }, outside, storage, endKeeping);
  return { dir, clock, jobs, keeping, config, ended, openedWith };
}

/** Keeps a film with this text as its content. */
async function keepOne(films: KeptFilms) {
  const content = (async function* () {
    yield Buffer.from("a whole film");
  })();
  return films.keep(openedVideo(content), new AbortController().signal);
}

test("a stored video is served until the video expires, and is then deleted from the disk", async () => {
  const { dir, clock, jobs, keeping, ended, openedWith } = await aKeeping();
  const film = valueIn(await keepOne(keeping.films));
  const url = keeping.films.addressOf(film) ?? "";
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/films\/[\w-]{22}$/);
  expect(JSON.stringify(film)).not.toContain(url.slice(-22));
  expect(openedWith({ PUBLIC_URL: undefined })?.films.addressOf(film)).toBeNull();
  expect((await fetch(url)).status).toBe(404);

  const job = aJob();
  await jobs.insert({ ...job, film });
  expect(await (await fetch(url)).text()).toBe("a whole film");
  expect(readdirSync(join(dir, "films"))).toEqual([film.name]);
  keeping.begin();
  await clock.advance(DAY_MS);
  expect((await fetch(url)).status).toBe(404);
  await clock.advance(3_600_000);
  await expect.poll(() => readdirSync(join(dir, "films"))).toEqual([]);
  await expect.poll(() => [...ended]).toEqual([job.id, `card of ${job.id}`]);
  keeping.stop();
});

test("the bot redirects a request for a stored video to the S3 bucket that contains the video", async () => {
  const server = await s3Server();
  onTestFinished(() => server.close());
  const { dir, jobs, keeping } = await aKeeping(server.bucket());
  const keptFilm = valueIn(await keepOne(keeping.films));
  await jobs.insert({ ...aJob(), film: keptFilm });
  const answer = await fetch(keeping.films.addressOf(keptFilm) ?? "", { headers: { range: "bytes=2-6" } });
  expect([answer.status, answer.redirected, await answer.text()]).toEqual([206, true, "whole"]);
  expect(answer.headers.get("content-disposition")).toContain("a-paper-boat");
  expect(readdirSync(dir)).toEqual([]);
});

test("with KEEP_VIDEOS_DAYS=0, the bot opens the video storage only if the storage folder already exists", async () => {
  const { dir, config, openedWith } = await aKeeping();
  const off = { keptFilms: { ...config.keptFilms, keepMs: 0 } };
  expect(openedWith(off)).toBeNull();
  mkdirSync(join(dir, "films"));
  expect(openedWith(off)).not.toBeNull();
});

test("with KEEP_VIDEOS_DAYS=0, no new video is stored", async () => {
  const { dir, config, openedWith } = await aKeeping();
  mkdirSync(join(dir, "films"));
  const films = openedWith({ keptFilms: { ...config.keptFilms, keepMs: 0 } })?.films;
  if (!films) throw new Error("nothing is opened");
  expect(films.keepMs).toBe(0);
  expect(await keepOne(films)).toMatchObject({ ok: false, refusal: { kind: "full" } });
});
