import { setMaxListeners } from "node:events";
import { answersFirst } from "./app/answers-first.ts";
import { commandService } from "./app/command-service.ts";
import { openFilms, openFitter, openKeptFilms, openPictures } from "./app/media.ts";
import { openPolicy, readRules } from "./app/open-policy.ts";
import type { Outside } from "./app/outside.ts";
import { installationsIn, openPeople, openRecords } from "./app/people/people.ts";
import { connectPlatforms, loadFrontEnds } from "./app/platforms.ts";
import { closeAfterRestore, healthLine, openJobs, unreadableLine, watchWorkers } from "./app/run-jobs.ts";
import { openStorage } from "./app/storage.ts";
import { whoMayUseIt } from "./app/who-may-use-it.ts";
import type { Config } from "./config.ts";
import { within } from "./core/clock.ts";
import { setPrices } from "./core/request/price.ts";
import { ok, type Result } from "./core/result.ts";
import { serviceHealth } from "./jobs/service-health.ts";
import { digests } from "./keys/seal.ts";
import { nameService } from "./messages/words.ts";
import { openHttp } from "./ops/http.ts";
import { openMetrics } from "./ops/metrics.ts";

export interface App {
  readonly origin: string;
  readonly platforms: readonly string[];
  /** Settles once every platform is connected or one has refused. Running jobs do not wait for it. */
  readonly connected: Promise<Result<null, string>>;
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 8_000;

export async function startApp(config: Config, outside: Outside): Promise<Result<App, string>> {
  const { clock, log } = outside;
  const ending = new AbortController();
  const stopping = ending.signal;
  // Each wait and each transfer adds a listener, so Node would warn of a leak.
  setMaxListeners(0, stopping);

  for (const gap of whoMayUseIt(config).gaps)
    log.warn("a list of who may make videos leaves a platform out", { detail: gap });
  const rules = await readRules(config);
  if (!rules.ok) return rules;
  // Start loading the libraries now, because opening a large database takes time.
  const frontEnds = loadFrontEnds(config);
  const opened = await openStorage(config, outside);
  if (!opened.ok) return opened;
  const storage = opened.value;
  const { engine } = storage;
  const unnameService = nameService(
    { name: config.VIDEO_SERVICE_NAME ?? null, dashboardUrl: config.VIDEO_DASHBOARD_URL ?? null },
    config.operator,
  );
  const unsetPrices = setPrices(config.VIDEO_PRICES);
  const first = answersFirst(clock);
  const meter = openMetrics(() => engine.scheduler.size());
  const { signs } = engine.shared;
  const health = serviceHealth({ signs, keyv: engine.keyv("health"), digest: digests(storage.ring), clock, log });
  const records = openRecords(storage, clock);

  // Front ends report nothing before they start, so the parts below may be opened later.
  const platforms = connectPlatforms(config, await frontEnds, outside, engine, {
    service: {
      answer: (command, limitMs) => service.answer(command, limitMs),
      answered: (jobId, fate) => service.answered(jobId, fate),
      homeOf: (owner, locale) => service.homeOf(owner, locale),
      welcomeOf: (visitor) => service.welcomeOf(visitor),
    },
    installs: { installations: installationsIn(storage.vault), left: (id, at) => people.workspaceLeft(id, at) },
    teamLeft: (team) => people.teamLeft(team),
    teamJoined: (team) => people.teamJoined(team),
    deauthorized: (owner) => people.deauthorized(owner),
    languages: records.languages,
    takesFiles: config.PUBLIC_URL !== undefined,
    meter,
    health: health.health,
    quiet: first.quiet,
  });

  const fitPicture = openFitter(config, outside, platforms);
  const pictures = openPictures(config, outside, storage, { ...platforms, fitPicture });
  const films = openFilms(config, outside);
  const keeping = openKeptFilms(config, outside, storage, (id) => jobs.endKeeping(id));
  const keptFilms = keeping?.films ?? null;
  const jobs = openJobs(config, outside, storage, {
    platforms,
    pictures,
    fitPicture,
    films,
    keptFilms,
    meter,
    health,
    stopping,
  });
  await closeAfterRestore(config, engine, jobs.deps);
  const people = openPeople(config, outside, storage, records, jobs.deps);
  const judgePrompts = openPolicy(config, outside, rules.value);
  const service = commandService(config, storage, {
    records,
    data: people.data,
    jobs,
    pictures,
    first,
    judgePrompts,
    platforms,
  });

  const troubles = () => [...jobs.troubles(), ...platforms.troubles()];
  meter.watch({
    isReady: () => troubles().length === 0,
    hasTrouble: () => health.health.trouble() !== null,
    ...(keeping && { keptFilms: keeping.figures }),
  });
  const http = await openHttp({
    host: config.HOST,
    ports: config.ports,
    metrics: meter,
    more: [pictures.handle ?? null, keeping?.handle ?? null],
    listeners: platforms.listeners,
    notes: () => [...platforms.duplicates(), ...unreadableLine(engine.unreadable()), healthLine(health.health)],
    troubles,
  });
  if (!http.ok) {
    await engine.close();
    return http;
  }

  if (config.ROLE !== "worker") engine.shared.pages.subscribe(platforms.homeChanged);
  if (config.ROLE === "front") void watchWorkers(engine.shared, { clock, log, stopping });
  await jobs.begin(first.quiet);
  if (config.ROLE !== "front") keeping?.begin();
  people.begin();

  const stop = async () => {
    ending.abort();
    people.stop();
    keeping?.stop();
    storage.stopErasing();
    const quiet = platforms.stop().then(() => log.info("no more commands are taken"));
    await within(clock, STOP_WITHIN_MS, Promise.all([quiet, jobs.stop()]));
    await http.value.close();
    pictures.close();
    await jobs.close();
    await engine.close();
    unnameService();
    unsetPrices();
  };

  return ok({ origin: http.value.origin, platforms: platforms.names, connected: platforms.start(), stop });
}
