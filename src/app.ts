import type { IncomingMessage, ServerResponse } from "node:http";
import { answersFirst, firstAtDesk } from "./app/answers-first.ts";
import { eraseSoon } from "./app/people/erase.ts";
import { forgetPeople } from "./app/people/forget-people.ts";
import { forgetWorkspaces } from "./app/people/forget-workspaces.ts";
import { installationsIn } from "./app/people/installations.ts";
import { personalData, recordsRemover } from "./app/people/personal-data.ts";
import { sweepDaily } from "./app/people/sweep.ts";
import { tellLater } from "./app/people/tell-later.ts";
import { privatePictures } from "./app/pictures.ts";
import { connectPlatforms } from "./app/platforms.ts";
import { rulesOf } from "./app/rules.ts";
import { openStorage } from "./app/storage.ts";
import { watchedJobs, watchedSettings, watchedVault } from "./app/watch.ts";
import { watchPrefix } from "./app/watch-prefix.ts";
import { watchWorkers } from "./app/watch-workers.ts";
import { beginWork, othersOf } from "./app/work.ts";
import { commandAnswerer, type PayingDeps } from "./commands/answer.ts";
import { homes } from "./commands/pages/home.ts";
import { welcomes } from "./commands/pages/welcome.ts";
import type { Config } from "./config.ts";
import { type Chance, type Clock, within } from "./core/clock.ts";
import type { Owner } from "./core/job/ids.ts";
import type { CommandDesk, Log } from "./core/ports.ts";
import { ok, type Result } from "./core/result.ts";
import { judgeAddress } from "./images/address.ts";
import { pictureInspector } from "./images/inspect.ts";
import { applyTo } from "./jobs/apply.ts";
import { askLinks } from "./jobs/deliver/ask-link.ts";
import { deleteCards } from "./jobs/deliver/delete-card.ts";
import { addListeners } from "./jobs/deliver/notify-me.ts";
import { tellWaiting } from "./jobs/deliver/tell-waiting.ts";
import { traffic } from "./jobs/deliver/traffic.ts";
import type { JobDeps } from "./jobs/deps.ts";
import { learning } from "./jobs/poll/learning.ts";
import { acceptJobs } from "./jobs/start/accept.ts";
import { noteAnswers } from "./jobs/start/answered.ts";
import { wakeWaitingJobs } from "./jobs/start/wake-waiting.ts";
import { nameService } from "./messages/words.ts";
import { openHttp } from "./ops/http.ts";
import { openMetrics } from "./ops/metrics.ts";
import { keptRequests } from "./people/kept-requests.ts";
import { languageStore } from "./people/languages.ts";
import { ledger } from "./people/ledger.ts";
import { offeredPictures } from "./people/offered-pictures.ts";
import { pendingRequests } from "./people/pending.ts";
import { settingsStore } from "./people/settings.ts";
import { welcomedPeople } from "./people/welcomed.ts";
import { videoApi } from "./video-api/client.ts";

export interface App {
  /** Where health, readiness and metrics are. */
  readonly origin: string;
  readonly platforms: readonly string[];
  /** Settles when every platform is connected, or one refused for good; jobs of an earlier life go on meanwhile. */
  readonly connected: Promise<Result<null, string>>;
  /** Takes no more commands, finishes the steps in hand (8 s at most), saves, closes. */
  stop(): Promise<void>;
}

/** What comes in from outside besides the configuration. */
export interface Outside {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  /** Whatever else is served at the bot's address, such as the sandbox's page. */
  readonly more: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | null;
  /** Whoever is to fetch something from the bot reaches its own address, as in a sandbox. */
  readonly isReachable?: boolean;
}

const STOP_WITHIN_MS = 8_000;

/** Joins the modules and brings the bot up; refuses with one sentence for the operator. */
export async function startApp(
  config: Config,
  { clock, chance, log, more, isReachable }: Outside,
): Promise<Result<App, string>> {
  const outside = { clock, log };
  const opened = await openStorage(config, outside);
  if (!opened.ok) return opened;
  const { engine, ring } = opened.value;
  const { scheduler, shared } = engine;
  const homeChanged = (owner: Owner) => config.slack && shared.pages.tell(owner);
  const jobs = watchedJobs(engine.jobs, homeChanged);
  const { deleted, stop: stopErasing } = eraseSoon({ erase: () => engine.erase(), clock, log });
  const vault = watchedVault(opened.value.vault, homeChanged, deleted);

  const { PUBLIC_URL } = config;
  const ownUrl = () => (http.ok ? http.value.origin : "");
  const pictures = privatePictures({
    publicUrl: PUBLIC_URL === undefined ? (isReachable ? ownUrl : null) : () => PUBLIC_URL,
    ring,
    jobs,
    platforms: () => platforms,
    ...outside,
  });

  const meter = openMetrics(() => scheduler.size());
  const unnameService = nameService({
    name: config.VIDEO_SERVICE_NAME ?? null,
    dashboardUrl: config.VIDEO_DASHBOARD_URL ?? null,
  });
  const { trusted } = config;
  const video = videoApi({ baseUrl: config.VIDEO_API_URL ?? "", trustedOrigins: trusted.videos, clock, log });
  const learned = learning({ keyv: engine.keyv("pace"), clock, log });
  const pace = { pollMinMs: config.POLL_MIN_MS, experienceOf: learned.experienceOf, ended: learned.ended };
  const stopping = new AbortController();
  const settings = settingsStore(engine.keyv("settings"));
  const languages = languageStore(engine.keyv("settings"));
  const deps: JobDeps = {
    jobs,
    vault,
    video,
    pace,
    clock,
    chance,
    log,
    meter,
    ...othersOf(engine, clock),
    stopping: stopping.signal,
    ...(engine.isAlone ? {} : { limits: shared.limits }),
    inspectPicture: pictures.inspect(pictureInspector({ trustedOrigins: trusted.pictures, clock })),
    chatOf: (job) => platforms.chatOf(job),
    isBroadcast: async (owner) => (await settings.get(owner)).isBroadcast ?? false,
  };
  const lifeDeps = { ...deps, scheduler };
  const lanes = traffic(deps);
  const left = {
    settings,
    pending: pendingRequests(engine.keyv("pending"), clock),
    kept: keptRequests(engine.keyv("kept"), clock),
    offered: offeredPictures(engine.keyv("offered"), clock),
    welcomed: welcomedPeople(engine.keyv("welcomed"), clock),
  };
  const stores = ["keys", "settings", "pending", "kept", "offered", "welcomed"].map((name) => engine.keyv(name));
  const people = forgetPeople({
    leaving: engine.keyv("going"),
    jobs: engine.personal,
    removeRecords: recordsRemover(stores),
    takeOff: (id, userId) => applyTo(deps, id, { kind: "listener_left", userId }),
    deleted,
    changed: homeChanged,
    ...outside,
  });
  const commandDeps: PayingDeps = {
    prefix: config.COMMAND_PREFIX,
    ...outside,
    retentionDays: config.RETENTION_DAYS,
    vault,
    jobs,
    ...left,
    settings: watchedSettings(settings, homeChanged),
    data: personalData({ jobs: engine.personal, vault, languages, ...left, forget: people.forget }),
    files: pictures.files,
    spendingOf: ledger(jobs, clock),
    checkKey: (key) => video.checkKey(key),
    judgeAddress: judgeAddress(trusted.pictures),
    accept: acceptJobs({ ...lifeDeps, deadlineMs: config.JOB_DEADLINE_MS }),
    wakeWaiting: wakeWaitingJobs(lifeDeps),
    notifyMe: addListeners(deps),
    askLink: askLinks(deps),
    deleteCard: deleteCards(deps, lanes),
    rules: rulesOf(config),
    rate: shared.rate,
    health: () => platforms.troubles(),
  };
  const answer = commandAnswerer(commandDeps);
  const first = answersFirst(clock);
  const toTell = tellLater({ clock, log, stopping: stopping.signal, tell: tellWaiting(deps) });
  const desk: CommandDesk = {
    answer(command) {
      toTell(command);
      return answer(command);
    },
    answered: noteAnswers(lifeDeps),
  };
  const installations = installationsIn(vault);
  const forgetting = forgetWorkspaces({
    leaving: engine.keyv("leaving"),
    installations,
    jobs,
    stores,
    deleted,
    ...outside,
    leave: (id) => applyTo(deps, id, { kind: "workspace_left" }),
  });
  const platforms = await connectPlatforms(config, {
    desk: firstAtDesk(desk, first),
    quiet: first.quiet,
    homeOf: homes(commandDeps),
    welcomeOf: welcomes(commandDeps),
    languages,
    takesFiles: pictures.files !== null,
    clock,
    chance,
    log,
    meter,
    installs: { installations, left: forgetting.left },
    ...(engine.isAlone ? {} : { events: shared.events, limits: shared.limits }),
  });
  if (config.ROLE !== "worker") shared.pages.hear((owner) => platforms.homeChanged(owner));
  if (config.ROLE !== "worker" && !engine.isAlone)
    void watchPrefix({
      notes: engine.keyv("fronts"),
      prefix: config.COMMAND_PREFIX,
      ...outside,
      stopping: stopping.signal,
    });

  let isRecovered = false;
  const http = await openHttp({
    host: config.HOST,
    ports: config.ports,
    metrics: meter,
    more: pictures.serve(more),
    slackListener: platforms.slackListener,
    troubles: () => [...(isRecovered ? [] : ["open jobs are not recovered yet"]), ...platforms.troubles()],
  });
  if (!http.ok) {
    await engine.close();
    return http;
  }

  await learned.load();
  const work = config.ROLE === "front" ? null : await beginWork(engine, { ...deps, lanes }, first.quiet);
  if (!work) void watchWorkers({ shared, clock, log, stopping: stopping.signal });
  isRecovered = true;
  void forgetting.resume();
  void people.resume();
  const stopSweeping = sweepDaily({ jobs, deleted, clock, log, retentionDays: config.RETENTION_DAYS });

  const stop = async () => {
    stopping.abort();
    stopSweeping();
    forgetting.stop();
    people.stop();
    stopErasing();
    const quiet = platforms.stop().then(() => log.info("no more commands are taken"));
    await within(clock, STOP_WITHIN_MS, Promise.all([quiet, work?.stop()]));
    await learned.stop();
    await http.value.close();
    pictures.close();
    await video.close();
    await engine.close();
    unnameService();
  };

  return ok({ origin: http.value.origin, platforms: platforms.names, connected: platforms.start(), stop });
}
