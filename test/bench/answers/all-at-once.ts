import { open, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { makeFilm } from "../../../sandbox/src/film/films.ts";
import { loadCodecs } from "../../../sandbox/src/film/read-film.ts";
import { machineClock } from "../../../src/core/clock.ts";
import { COPY_BOUNDS, childRunner } from "../../../src/films/run-child.ts";
import { random } from "../../simulation/random.ts";
import { envOf, metricsOf, startReelay, sumIn } from "../answering-bot.ts";
import { burstResult, type Connection, placeOf, sendTo, startPlatform } from "../platform.ts";
import { newFolder } from "../polls/open-jobs.ts";
import { startService } from "../polls/poll-arms.ts";
import type { Scale } from "../scale.ts";
import { bootstrap, median, percentile } from "../table/statistics.ts";
import { type Line, numberText } from "../table/table.ts";
import { lagsIn } from "./poll-lag.ts";

const PER_SECOND = 300;
const PEOPLE = 600;
/** Every 18th command starts a video (1,000 per minute). The others list the person's videos. */
const VIDEO_EVERY = 18;
/** The service reports a video as finished at this poll. */
const POLLS = 2;
/** The warm-up sends the same commands as the measurement. */
const WARM_UP_SECONDS = 4;
/** An unanswered command counts as this response time, which is the platforms' time limit. */
const GIVEN_UP_MS = 3_000;

const NAMES: Readonly<Record<Connection, string>> = {
  discord: "Discord",
  "discord by http": "Discord over HTTP",
  slack: "Slack over HTTP",
};

/** Measures response times, poll delays and event loop delays while videos end and a film is converted. */
export async function allAtOnce({ allSeconds }: Scale): Promise<readonly Line[]> {
  const film = await filmToCopy();
  if (film === null) return [{ what: "answers under load", skipped: "@napi-rs/webcodecs is not installed" }];
  const lines: Line[] = [];
  for (const connection of ["discord", "discord by http", "slack"] as const)
    lines.push(...(await allOn(connection, film, allSeconds)));
  return lines;
}

async function allOn(connection: Connection, film: Uint8Array, seconds: number): Promise<readonly Line[]> {
  const stopped = new AbortController();
  const copying = copyFilms(film, stopped.signal);
  const { waits, unanswered, turns, ended, lags } = await commandsComing(connection, seconds);
  stopped.abort();
  const copies = await copying;
  const p99 = (some: readonly (readonly number[])[]) => percentile(some.flat(), 0.99);
  const [longestMs, lagMs] = [Math.max(...turns), lags.percentile(0.99)];
  const what = `${PER_SECOND} commands per second on ${NAMES[connection]} (1,000 videos per minute) while a film is converted`;
  const details = `${seconds} s; ${numberText(ended)} videos ended, ${copies} films were converted`;
  const { fraction } = random(15);
  return [
    {
      what: `${what}: response time, p99`,
      unit: "ms",
      figure: bootstrap(secondsOf(waits), p99, fraction),
      target: { atMost: 50 },
      details: `${details}; median ${numberText(median(waits))} ms, not answered within 3 s: ${unanswered}`,
      whyNot: WHY_NOT,
    },
    {
      what: `${what}: longest event loop delay`,
      unit: "ms",
      figure: { value: longestMs, low: longestMs, high: longestMs },
      target: { atMost: 50 },
      details: `measured by monitorEventLoopDelay; median of the longest delay per second: ${numberText(median(turns))} ms`,
      whyNot: WHY_NOT,
    },
    {
      what: `${what}: delay of status polls, p99`,
      unit: "ms",
      // Read from the buckets of the bot's own histogram, so there is no interval.
      figure: { value: lagMs, low: lagMs, high: lagMs },
      target: { atMost: 250 },
      details: `${numberText(lags.count)} polls, median ${numberText(lags.percentile(0.5))} ms, maximum ${numberText(lags.percentile(1))} ms`,
      whyNot: WHY_NOT,
    },
  ];
}

/** The milliseconds were measured on 2026-11-26, on a busy machine. */
const WHY_NOT =
  "the bot, the emulators, the conversion and the measurement share two cores, so waiting for a core counts as delay; at 300 commands per second, the bot and the emulators use a whole core (2.5 ms of CPU per Discord command, 3.3 ms per Slack command)";

/** Makes a film of one minute, which takes some seconds to convert. */
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

/** Converts the film to a smaller copy, as the bot does, until `signal` aborts. Returns the number of copies. */
async function copyFilms(film: Uint8Array, signal: AbortSignal): Promise<number> {
  const folder = await newFolder();
  const path = join(folder.dir, "film");
  await writeFile(path, film);
  const run = childRunner({ program: resolve("dist/films/child/child.js"), clock: machineClock, bounds: COPY_BOUNDS });
  const maxBytes = Math.floor(film.length / 2);
  let copies = 0;
  while (!signal.aborted) {
    const file = await open(path);
    const answer = await run({ task: ["copy", String(maxBytes)], files: [file.fd], maxBytes, signal });
    await file.close();
    if (answer.kind === "answered") copies += 1;
    // Conversions have low priority, so one may time out on a busy machine.
    else if (!signal.aborted && answer.kind === "ended") throw new Error("a conversion ended unexpectedly");
  }
  await folder.remove();
  return copies;
}

/** Sends commands from 600 people for `seconds`, after a warm-up that is not measured. */
async function commandsComing(connection: Connection, seconds: number) {
  const place = placeOf(connection);
  const service = await startService(POLLS);
  const platform = await startPlatform();
  const { emulators } = platform;
  const watch = new URL("../../programs/bench-preload.js", import.meta.url).href;
  const own = {
    ...envOf(connection, emulators),
    VIDEO_API_URL: service.url,
    ATTACH_VIDEOS: "off",
    NODE_OPTIONS: `--import=${watch}`,
  };
  const bot = await startReelay(own, { count: PEOPLE, place, teamId: emulators.teamId });
  await sendTo(platform, connection, bot.at);
  const ask = async (forSeconds: number) => {
    const commands = { people: PEOPLE, perSecond: PER_SECOND, videoEvery: VIDEO_EVERY };
    platform.send({ kind: "steady", place, seconds: forSeconds, ...commands });
    return platform.receive(burstResult);
  };
  await ask(WARM_UP_SECONDS);
  const before = await metricsOf(bot);
  const begunAt = Date.now();
  const { waitsMs, unanswered } = await ask(seconds);
  const after = await metricsOf(bot);
  const turns: number[] = [];
  for (let at = 0; at < begunAt + 1_000 * seconds; ) {
    const turn = await bot.receive(loopTurn);
    at = turn.at;
    if (at > begunAt) turns.push(turn.ms);
  }
  await Promise.all([bot.stop(), platform.stop(), service.stop()]);
  return {
    waits: [...waitsMs, ...Array.from({ length: unanswered }, () => GIVEN_UP_MS)],
    unanswered,
    lags: lagsIn(after).since(lagsIn(before)),
    ended: sumIn(after, ENDED) - sumIn(before, ENDED),
    turns,
  };
}

const ENDED = 'reelay_jobs_settled_total{outcome="succeeded"}';
const loopTurn = z.object({ kind: z.literal("turn"), ms: z.number(), at: z.number() });

/** Groups the waits by the second in which their commands were sent. */
function secondsOf(waits: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(waits.length / PER_SECOND) }, (_, nth) =>
    waits.slice(nth * PER_SECOND, (nth + 1) * PER_SECOND),
  );
}
