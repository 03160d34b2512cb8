import { setMaxListeners } from "node:events";
import { othersOf } from "../../../src/app/run-jobs.ts";
import type { JobId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { Log, Vault } from "../../../src/core/ports.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import type { Secret } from "../../../src/core/text/secret.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { addListener } from "../../../src/jobs/deliver/job-card.ts";
import { openTraffic } from "../../../src/jobs/deliver/traffic.ts";
import { acceptJobs, noteAnswer } from "../../../src/jobs/start/accept.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { closeRestored, recoverJobs, wakeWaitingJobs } from "../../../src/jobs/start/recover.ts";
import { stepJobs } from "../../../src/jobs/step.ts";
import { uncounted } from "../../fakes/meter.ts";
import { memoryVault } from "../../fakes/vault.ts";
import type { Facts } from "../facts.ts";
import type { Fate } from "../fate.ts";
import type { Stall } from "../faults.ts";
import type { Random } from "../random.ts";
import type { SimFilms } from "../sim-films.ts";
import type { SimKept } from "../sim-kept.ts";
import { waitDeps } from "../waits.ts";
import type { Screen } from "./screen.ts";
import type { SimAlarms } from "./sim-alarms.ts";
import { simChat } from "./sim-chat.ts";
import type { SimClock } from "./sim-clock.ts";
import type { SimDisk } from "./sim-disk.ts";
import type { Bot } from "./sim-front-end.ts";
import { type SimProcess, simProcess } from "./sim-process.ts";
import type { SimService } from "./sim-service.ts";

/** A stop waits so long for what is in hand. Ours, as in src/app.ts. */
const STOP_WITHIN_MS = 8_000;

/** A young process searches for jobs without an alarm this often, an old one seldom: a life is long. */
const SEARCH_EVERY_MS = 5_000;
const YOUNG_MS = 60_000;
const SELDOM_MS = 600_000;

export interface BootWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly fate: Fate;
  readonly facts: Facts;
  readonly disk: SimDisk;
  readonly service: SimService;
  readonly screen: Screen;
  readonly log: Log;
  /** The films, where the video continues another. */
  readonly films?: SimFilms | null;
  /** The store in which finished films are kept; null or absent: they are not. */
  readonly kept?: SimKept | null;
  /** Alarms that outlive a process, where several share them. */
  readonly alarms: SimAlarms | null;
  /** Returns the person's present key, if it is not the one that the job began with. */
  presentKey(): Secret | null;
  showedEnd(): boolean;
  deleteCard(job: Job["reply"]): void;
  onGone(): void;
  /** Returns whether a backup was put back that no start has dealt with yet. */
  isRestored(): boolean;
  restoreDone(): void;
  trace(line: string): void;
  broken(claim: string): void;
}

const sealed = openedOnce(memoryVault());

/** Starts one process of the bot, as src/app.ts does. */
export function boot(world: BootWorld): Bot {
  const { random, clock, fate, facts, disk, service, log, alarms, films, kept } = world;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const process = simProcess(clock, {
    ...world,
    videos: fate.waits?.videos ?? 1,
    deal: (call) => fate.deal(call, clock.now()),
    onStop: stop,
    onStall,
    onGone,
  });
  const vault: Vault = { ...sealed, get: async () => world.presentKey() };
  const plain = simChat({ ...world, knowsNonces: fate.knowsNonces, seesHistory: fate.seesHistory }, process);
  const chat = films ? { ...plain, ...films.shown(process) } : plain;
  const { jobs } = disk.of(process, log);
  const scheduler = alarms?.of(process, log) ?? memoryScheduler(process.clock, log);
  const pace = { pollMinMs: 2_000 };
  const outside = {
    clock: process.clock,
    chance: { fraction: random.fraction, token: () => `token-${random.fraction()}` },
    chatOf: () => chat,
    meter: uncounted,
    wake: (id: JobId) => scheduler.schedule(id, process.clock.now()),
  };
  const deps = {
    ...outside,
    traffic: openTraffic(outside),
    jobs,
    ...films?.of(process),
    ...kept?.of(process),
    vault,
    scheduler,
    log,
    video: service.of(process),
    pace,
    deadlineMs: 3_600_000,
    ...waitDeps(fate.waits, { jobs, scheduler, clock: process.clock, log }),
    mayStart: async () => null,
    ...othersOf({ isAlone: alarms === null }, process.clock),
    stopping: stopping.signal,
    inspectPicture: () =>
      process.call({ kind: "inspect", name: "inspect", peril: 0.05 }, (fault) => ({
        afterMs: 300,
        value: fault ? refuse({ kind: "picture_unreachable" as const }) : ok({ aspectRatio: "9:16" as const }),
      })),
  };
  const bot: Bot = {
    process,
    accept: acceptJobs(deps),
    answered: (id, fate) => noteAnswer(deps, id, fate),
    listen: (id, userId) => addListener(deps, id, userId),
    happen: (id, event) => applyTo(deps, id, event),
    decide: approvalService(deps),
    wake: (payer) => wakeWaitingJobs({ ...deps, teams: { openJobs: async () => [] } }, payer),
    isStopping: false,
    inHand: new Set(),
  };

  function stop(): void {
    if (bot.isStopping) return;
    world.trace("asked to stop");
    facts.stops += 1;
    bot.isStopping = true;
    stopping.abort();
    process.clock.after(STOP_WITHIN_MS, process.end);
    void Promise.all([...bot.inHand, scheduler.stop()]).then(process.end);
  }

  function onGone(): void {
    alarms?.gone(process);
    world.onGone();
  }

  function onStall(stall: Stall): void {
    alarms?.stalled(process, stall);
  }

  const begin = async () => {
    if (world.isRestored()) {
      await closeRestored(deps);
      world.restoreDone();
    }
    scheduler.start(stepJobs(deps));
    await recoverJobs(deps);
  };
  begin().catch(() => process.crash("recovery failed"));
  if (alarms) recoverRegularly(world, process, () => recoverJobs(deps));
  return bot;
}

/** Searches for jobs without an alarm, as src/app/run-jobs.ts does: a process may die between a job and its alarm. */
function recoverRegularly({ disk, clock }: BootWorld, process: SimProcess, recover: () => Promise<number>): void {
  const begunAt = clock.now();
  function search(): void {
    const isYoung = clock.now() - begunAt < YOUNG_MS;
    if (!isYoung && !disk.hasOpen()) return;
    process.clock.after(isYoung ? SEARCH_EVERY_MS : SELDOM_MS, () => void recover().finally(search));
  }
  search();
}

/** Opening costs more than all the rest of a poll: each sealed key is opened once. */
function openedOnce(inner: Vault): Vault {
  const opened = new Map<string, Secret | null>();
  return {
    ...inner,
    open(owner, sealed) {
      const cachedKey = opened.get(sealed);
      if (cachedKey !== undefined) return cachedKey;
      const key = inner.open(owner, sealed);
      opened.set(sealed, key);
      return key;
    },
  };
}
