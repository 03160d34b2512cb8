import { setMaxListeners } from "node:events";
import { beginWork, othersOf } from "../../src/app/work.ts";
import type { AnswerFate } from "../../src/core/command.ts";
import type { JobId, Owner, UserId } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { JobEvent } from "../../src/core/job/job-event.ts";
import type { Log, StoredJob, Vault } from "../../src/core/ports.ts";
import type { Accept } from "../../src/core/request/order.ts";
import { ok, refuse } from "../../src/core/result.ts";
import type { Scheduler } from "../../src/core/scheduler.ts";
import { alone } from "../../src/engines/embedded.ts";
import { memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { applyTo } from "../../src/jobs/apply.ts";
import { addListener } from "../../src/jobs/deliver/job-card.ts";
import { openTraffic } from "../../src/jobs/deliver/traffic.ts";
import type { JobDeps } from "../../src/jobs/deps.ts";
import { acceptJobs, noteAnswer } from "../../src/jobs/start/accept.ts";
import { type ApprovalService, approvalService } from "../../src/jobs/start/decide.ts";
import { closeRestored, recoverJobs, wakeWaitingJobs } from "../../src/jobs/start/recover.ts";
import { uncounted } from "../fakes/meter.ts";
import type { SimAlarms } from "./alarms.ts";
import type { Disk } from "./disk.ts";
import type { Deal } from "./faults.ts";
import type { SimFilms } from "./films.ts";
import { type PlatformWorld, simChat } from "./platform.ts";
import { type SimProcess, simProcess } from "./process.ts";
import type { SimService } from "./service.ts";

/** One process of the bot, as its front end has it. */
export interface Bot {
  readonly process: SimProcess;
  readonly deps: JobDeps & { readonly scheduler: Scheduler };
  readonly stores: ReturnType<Disk["of"]>;
  readonly accept: Accept;
  readonly answered: (id: JobId, fate: AnswerFate) => Promise<void>;
  readonly listen: (id: JobId, userId: UserId) => Promise<Job | null>;
  /** Something from outside; null: the job is not there. */
  readonly happen: (id: JobId, event: JobEvent) => Promise<StoredJob | null>;
  readonly decide: ApprovalService;
  readonly wake: (owner: Owner) => Promise<number>;
  /** It takes no more commands. */
  isStopping: boolean;
  /** The commands in hand. */
  readonly inHand: Set<Promise<void>>;
}

/** What decides when and whether a job begins. */
export type Rules = Pick<JobDeps, "room" | "queues" | "releases" | "health" | "managers" | "mayStart">;
export type RulesOf = (
  given: Pick<JobDeps, "jobs" | "clock" | "log"> & {
    readonly scheduler: Scheduler;
    readonly stores: ReturnType<Disk["of"]>;
  },
) => Rules;

export interface BotWorld extends PlatformWorld {
  readonly disk: Disk;
  readonly service: SimService;
  readonly films: SimFilms;
  readonly vault: Vault;
  readonly log: Log;
  readonly deal: Deal;
  readonly rulesOf: RulesOf;
  readonly pollMinMs: number;
  /** How many videos one command is of, at most. */
  readonly videos: number;
  /** Alarms that outlive a process, where several share them. */
  readonly alarms: SimAlarms | null;
  /** A backup was put back: a start is told so until one has dealt with it. */
  readonly restore?: { isDue: boolean };
  onGone(): void;
  broken(claim: string): void;
}

/** A stop waits so long for what is in hand. Ours, as in src/app.ts. */
const STOP_WITHIN_MS = 8_000;
/** Jobs without an alarm are looked for so often while a process is young, and seldom then: there is much time. */
const LOOK_EVERY_MS = 5_000;
const YOUNG_MS = 60_000;
const SELDOM_MS = 600_000;

/** Starts one process of the bot, as src/app.ts does. */
export function startBot(world: BotWorld): Bot {
  const { random, clock, facts, disk, service, films, log, alarms, restore } = world;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const process = simProcess(clock, {
    ...world,
    onStop: stop,
    onStall: (stall) => alarms?.stalled(process, stall),
    onGone() {
      alarms?.gone(process);
      world.onGone();
    },
  });
  const stores = disk.of(process, log);
  const { jobs, teams, notices } = stores;
  const chat = simChat(world, process, films.chat(process));
  const scheduler = alarms?.of(process, log) ?? memoryScheduler(process.clock, log);
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
    ...films.of(process),
    vault: world.vault,
    scheduler,
    log,
    video: service.of(process),
    pace: { pollMinMs: world.pollMinMs },
    deadlineMs: 3_600_000,
    ...world.rulesOf({ jobs, scheduler, clock: process.clock, log, stores }),
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
    deps,
    stores,
    accept: acceptJobs(deps),
    answered: (id, fate) => noteAnswer(deps, id, fate),
    listen: (id, userId) => addListener(deps, id, userId),
    happen: (id, event) => applyTo(deps, id, event),
    decide: approvalService(deps),
    wake: (payer) => wakeWaitingJobs({ ...deps, teams }, payer),
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

  async function begin(): Promise<void> {
    if (restore?.isDue) {
      await closeRestored(deps);
      restore.isDue = false;
    }
    await beginWork({ scheduler, notices, teams, isAlone: true, shared: alone(process.clock) }, deps, async () => {});
  }

  /** A process may die between a job and its alarm: now and then one of the others looks. */
  function lookForLost(): void {
    const begunAt = clock.now();
    function look(): void {
      const isYoung = clock.now() - begunAt < YOUNG_MS;
      if (!isYoung && !disk.hasOpen()) return;
      process.clock.after(isYoung ? LOOK_EVERY_MS : SELDOM_MS, () => void recoverJobs(deps).finally(look));
    }
    look();
  }

  begin().catch(() => process.crash("recovery failed"));
  if (alarms) lookForLost();
  return bot;
}
