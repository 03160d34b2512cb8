import { setMaxListeners } from "node:events";
import { answersFirst } from "./app/answers-first.ts";
import { openDesk } from "./app/desk.ts";
import { hearOthers } from "./app/hear-others.ts";
import { isDecoderInstalled, openFilms, openPictures } from "./app/media.ts";
import { openPolicy, readRules } from "./app/open-policy.ts";
import type { Outside } from "./app/outside.ts";
import { openPeople } from "./app/people/people.ts";
import { connectPlatforms, loadFrontEnds } from "./app/platforms.ts";
import { openStorage } from "./app/storage.ts";
import { watchStorage } from "./app/watched-storage.ts";
import { closeAfterRestore, healthLine, openWork, unreadableLine } from "./app/work.ts";
import type { Config } from "./config.ts";
import { within } from "./core/clock.ts";
import { ok, type Result } from "./core/result.ts";
import { applyTo } from "./jobs/apply.ts";
import { decisions } from "./jobs/start/decide.ts";
import { nameService } from "./messages/words.ts";
import { openHttp } from "./ops/http.ts";

export interface App {
  /** The address of health, readiness and metrics. */
  readonly origin: string;
  readonly platforms: readonly string[];
  /** Settles when every platform is connected, or one refused for good; jobs of an earlier process go on meanwhile. */
  readonly connected: Promise<Result<null, string>>;
  /** Takes no more commands, finishes the current steps (8 s at most), saves, closes. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 8_000;

/** Joins the modules and brings the bot up; refuses with one sentence for the operator. */
export async function startApp(config: Config, outside: Outside): Promise<Result<App, string>> {
  const { clock, log } = outside;
  const ending = new AbortController();
  const stopping = ending.signal;
  // Each wait and each transfer listens for the end: many at once are no leak, which Node would warn of.
  setMaxListeners(0, stopping);

  const rules = await readRules(config);
  if (!rules.ok) return rules;
  // Loaded while a large database is checked.
  const frontEnds = loadFrontEnds(config);
  const opened = await openStorage(config, outside);
  if (!opened.ok) return opened;
  const storage = watchStorage(config, outside, opened.value);
  const { engine } = storage;
  const unnameService = nameService({
    name: config.VIDEO_SERVICE_NAME ?? null,
    dashboardUrl: config.VIDEO_DASHBOARD_URL ?? null,
  });

  // The decoder is tried out when the jobs go on again: that takes a processor for half a second.
  let tryDecoder = () => {};
  const films = new Promise<void>((begun) => {
    tryDecoder = begun;
  }).then(() => openFilms(config, outside, stopping));

  // Pictures and jobs are given functions for the platforms and for our own address, which are known only later.
  const pictures = openPictures(config, outside, storage, {
    platforms: () => platforms,
    ownOrigin: () => (http.ok ? http.value.origin : ""),
  });
  const work = openWork(config, outside, storage, {
    pictures,
    films,
    hasDecoder: isDecoderInstalled(outside),
    chatOf: (job) => platforms.chatOf(job),
    people: { memberNow: (job) => platforms.people.memberNow(job) },
    stopping,
  });
  const people = openPeople(config, outside, storage, {
    tell: (id, event) => applyTo(work.deps, id, event),
    withdraw: decisions(work.deps).withdraw,
  });
  await closeAfterRestore(config, engine, work.deps);
  const first = answersFirst(clock);
  const judgePrompts = openPolicy(config, outside, { rules: rules.value, stopping });
  const desk = openDesk(config, storage, { people, work, pictures, first, judgePrompts, platforms: () => platforms });

  const platforms = connectPlatforms(config, await frontEnds, outside, engine, {
    desk,
    people,
    pictures,
    meter: work.meter,
    health: work.deps.health,
    quiet: first.quiet,
  });
  const troubles = () => [...work.troubles(), ...platforms.troubles()];
  work.meter.watch({ isReady: () => troubles().length === 0 });
  const http = await openHttp({
    host: config.HOST,
    ports: config.ports,
    metrics: work.meter,
    more: pictures.serve(outside.more),
    slackListener: platforms.slackListener,
    notes: () => [...unreadableLine(engine.unreadable()), healthLine(work.deps.health)],
    troubles,
  });
  if (!http.ok) {
    await engine.close();
    return http;
  }

  hearOthers(config, engine, { platforms, clock, log, stopping });
  await work.begin(first.quiet);
  tryDecoder();
  people.begin();

  const stop = async () => {
    ending.abort();
    people.stop();
    storage.stopErasing();
    const quiet = platforms.stop().then(() => log.info("no more commands are taken"));
    await within(clock, STOP_WITHIN_MS, Promise.all([quiet, work.stop()]));
    await http.value.close();
    pictures.close();
    await work.close();
    await engine.close();
    unnameService();
  };

  return ok({ origin: http.value.origin, platforms: platforms.names, connected: platforms.start(), stop });
}
