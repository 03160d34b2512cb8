import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeFilm } from "../../../sandbox/src/film/films.ts";
import { loadCodecs } from "../../../sandbox/src/film/read-film.ts";
import { machineClock } from "../../../src/core/clock.ts";
import { COPY_BOUNDS, childRunner } from "../../../src/films/run-child.ts";
import { random } from "../../simulation/random.ts";
import type { Road } from "../platform.ts";
import type { Scale } from "../scale.ts";
import { bootstrap, median, percentile } from "../table/statistics.ts";
import type { Line } from "../table/table.ts";
import { numberText } from "../table/table.ts";
import { commandsComing, NAMES, PER_SECOND, secondsOf } from "./steady.ts";

/** Of 300 commands a second: 1,000 videos a minute, each of which ends with its second poll. */
const VIDEO_EVERY = 18;
const POLLS = 2;

/** Measures how soon people are answered, and how long the event loop stands still, while videos end and a film is copied. */
export async function allAtOnce({ allSeconds }: Scale): Promise<readonly Line[]> {
  const film = await filmToCopy();
  if (film === null) return [{ what: "answers while all else runs", skipped: "@napi-rs/webcodecs is not installed" }];
  const lines: Line[] = [];
  for (const road of ["discord", "slack"] as const) lines.push(...(await allOn(road, film, allSeconds)));
  return lines;
}

async function allOn(road: Road, film: Uint8Array, seconds: number): Promise<readonly Line[]> {
  const stopped = new AbortController();
  const copying = copyFilms(film, stopped.signal);
  const { waits, turns, ended } = await commandsComing(road, { seconds, videoEvery: VIDEO_EVERY, endsAfter: POLLS });
  stopped.abort();
  const copies = await copying;
  const p99 = (some: readonly (readonly number[])[]) => percentile(some.flat(), 0.99);
  const longestMs = Math.max(...turns);
  const what = `${PER_SECOND} commands a second on ${NAMES[road]} while 1,000 videos a minute end and a film is copied`;
  const beside = `${seconds} s; ${numberText(ended)} videos ended, ${copies} copies were made`;
  const { fraction } = random(15);
  return [
    {
      what: `${what}: answers, p99`,
      unit: "ms",
      figure: bootstrap(secondsOf(waits), p99, fraction),
      target: { atMost: 50 },
      beside: `${beside}; median ${numberText(median(waits))} ms`,
      whyNot: WHY_NOT,
    },
    {
      what: `${what}: longest turn of the event loop`,
      unit: "ms",
      figure: { value: longestMs, low: longestMs, high: longestMs },
      target: { atMost: 50 },
      beside: `by monitorEventLoopDelay; the longest of a second is ${numberText(median(turns))} ms in the median`,
      whyNot: WHY_NOT,
    },
  ];
}

const WHY_NOT =
  "the bot, the emulators, the copying and what measures them share two cores: a turn that waits for its core counts as long";

/** A film of a minute, which takes some seconds to copy. */
async function filmToCopy(): Promise<Uint8Array | null> {
  const codecs = await loadCodecs();
  const order = {
    prompt: "a paper boat",
    aspectRatio: "16:9",
    duration: 60,
    resolution: "720p",
    picture: null,
  } as const;
  return codecs && makeFilm(codecs, order, new AbortController().signal);
}

/** Copies the film to a smaller one, again and again, as the bot does; says how often when it is stopped. */
async function copyFilms(film: Uint8Array, signal: AbortSignal): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), "reelay-bench-"));
  const path = join(dir, "film");
  await writeFile(path, film);
  const run = childRunner({ program: resolve("dist/films/child/child.js"), clock: machineClock, bounds: COPY_BOUNDS });
  const maxBytes = Math.floor(film.length / 2);
  let copies = 0;
  while (!signal.aborted) {
    const file = await open(path);
    const answer = await run({ task: ["copy", String(maxBytes)], files: [file.fd], maxBytes, signal });
    await file.close();
    if (answer.kind === "answered") copies += 1;
    else if (!signal.aborted) throw new Error(`a copy was ${answer.kind}`);
  }
  await rm(dir, { recursive: true, force: true });
  return copies;
}
