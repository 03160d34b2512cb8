import { setMaxListeners } from "node:events";
import { othersOf, runJobs } from "../../../src/app/run-jobs.ts";
import type { AnswerFate, Standing } from "../../../src/core/command.ts";
import type { Chat } from "../../../src/core/front-end.ts";
import type { JobId, Owner, Team, UserId } from "../../../src/core/job/ids.ts";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import type { Capacity } from "../../../src/core/job/job-storage.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import type { Vault } from "../../../src/core/stored-secrets.ts";
import { alone } from "../../../src/engines/embedded.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { addListener } from "../../../src/jobs/deliver/job-card.ts";
import { openTraffic } from "../../../src/jobs/deliver/traffic.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { teamManagers } from "../../../src/jobs/notices/notify-managers.ts";
import type { WatchedHealth } from "../../../src/jobs/service-health.ts";
import { acceptJobs, noteAnswer } from "../../../src/jobs/start/accept.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { jobQueues } from "../../../src/jobs/start/queue.ts";
import { closeRestored, recoverJobs, wakeWaitingJobs } from "../../../src/jobs/start/recover.ts";
import { startJudge } from "../../../src/jobs/start/start.ts";
import { refusedKeys } from "../../../src/keys/vault.ts";
import { noLists } from "../../fakes/alone.ts";
import { memoryKeyv } from "../../fakes/memory-keyv.ts";
import { uncounted } from "../../fakes/meter.ts";
import type { Facts } from "../facts.ts";
import type { Deal, Stall } from "../faults.ts";
import type { Random } from "../random.ts";
import type { SimAlarms } from "./sim-alarms.ts";
import type { SimClock } from "./sim-clock.ts";
import type { SimDisk } from "./sim-disk.ts";
import { type SimProcess, simProcess, strictLog } from "./sim-process.ts";
import type { SimService } from "./sim-service.ts";

/** A stop waits this long for running work. Ours, as in src/app.ts. */
const STOP_WITHIN_MS = 8_000;

/**
 * A process searches for jobs without an alarm this often in its first minute, and rarely later, because runs are long.
 */
const SEARCH_EVERY_MS = 5_000;
const YOUNG_MS = 60_000;
const SELDOM_MS = 600_000;

export interface BootWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly facts: Facts;
  readonly disk: SimDisk;
  readonly service: Pick<SimService, "of">;
  readonly deal: Deal;
  /** The limit of calls per hour grows with this number of videos. */
  readonly videos: number;
  readonly vault: Vault;
  /** Refused keys. Like the disk, they outlive a process. */
  readonly refusedRows: Map<string, string>;
  readonly health: WatchedHealth;
  readonly capacity: Capacity;
  readonly pollMinMs: number;
  /** Alarms that outlive a process, if several processes share them. */
  readonly alarms: SimAlarms | null;
  chatOf(process: SimProcess): Chat;
  /** Parts that only some runs have, such as films. */
  partsOf(process: SimProcess): Partial<JobDeps>;
  /** Asks the platform for a person's standing. Null: the platform does not answer. */
  standingOf(of: { readonly owner: Owner }): Standing | null;
  onGone(): void;
  /** A backup was restored, and no process has handled it yet. */
  readonly restore: { isDue: boolean };
  trace(line: string): void;
  broken(claim: string): void;
}

/** One process of the bot, as its front ends and the operator see it. */
export type Bot = ReturnType<typeof boot>;

/** Starts one process of the bot, like src/app.ts. */
export function boot(world: BootWorld) {
  const { random, clock, facts, disk, alarms, vault, capacity, health, restore } = world;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const process = simProcess(clock, { ...world, onStop: stop, onStall, onGone });
  const log = strictLog(world);
  const stores = disk.of(process, log);
  const { jobs, teams, notices } = stores;
  const chat = world.chatOf(process);
  const scheduler = alarms?.of(process, log) ?? memoryScheduler(process.clock, log);
  const refused = refusedKeys(memoryKeyv(world.refusedRows), vault);
  const shared = { clock: process.clock, log };
  const outside = {
    ...shared,
    chance: { fraction: random.fraction, token: () => `token-${random.fraction()}` },
    chatOf: () => chat,
    meter: uncounted,
    wake: (id: JobId) => scheduler.schedule(id, process.clock.now()),
  };
  const deps = {
    ...outside,
    traffic: openTraffic(outside),
    jobs,
    vault,
    scheduler,
    video: world.service.of(process),
    pace: { pollMinMs: world.pollMinMs },
    deadlineMs: 3_600_000,
    ...othersOf({ isAlone: alarms === null }, process.clock),
    capacity,
    queues: jobQueues({ ...shared, jobs, scheduler, capacity }),
    health,
    mayStart: startJudge({
      teams,
      people: {
        async memberNow(job) {
          const standing = world.standingOf(job);
          return standing && { roles: [], isGuest: standing.isGuest };
        },
      },
      access: noLists,
    }),
    managers: teamManagers({ ...shared, notices, teams, refused, vault, scheduler, access: noLists }),
    stopping: stopping.signal,
    fitPicture: null,
    frames: null,
    films: null,
    keptFilms: null,
    inspectPicture: () =>
      process.call({ kind: "inspect", name: "inspect", peril: 0.05 }, (fault) => ({
        afterMs: 300,
        value: fault ? refuse({ kind: "picture_unreachable" as const }) : ok({ aspectRatio: "9:16" as const }),
      })),
    ...world.partsOf(process),
  };
  /** Running commands. */
  const pending = new Set<Promise<void>>();

  function stop(): void {
    if (stopping.signal.aborted) return;
    world.trace("asked to stop");
    facts.stops += 1;
    stopping.abort();
    process.clock.after(STOP_WITHIN_MS, process.end);
    void Promise.all([...pending, scheduler.stop()]).then(process.end);
  }

  function onGone(): void {
    alarms?.gone(process);
    world.onGone();
  }

  function onStall(stall: Stall): void {
    alarms?.stalled(process, stall);
  }

  async function begin(): Promise<void> {
    if (restore.isDue) await closeRestored(deps);
    restore.isDue = false;
    // `recoverRegularly` searches less often than the product does, because runs are long.
    await runJobs({ scheduler, notices, teams, isAlone: true, shared: alone(process.clock) }, deps, async () => {});
  }

  begin().catch(() => process.crash("recovery failed"));
  if (alarms) recoverRegularly(world, process, () => recoverJobs(deps));
  return {
    process,
    deps,
    stores,
    refused,
    pending,
    accept: acceptJobs(deps),
    answered: (id: JobId, fate: AnswerFate) => noteAnswer(deps, id, fate),
    listen: (id: JobId, userId: UserId) => addListener(deps, id, userId),
    /** Applies an event to a job. Null: the job does not exist. */
    happen: (id: JobId, event: JobEvent) => applyTo(deps, id, event),
    decide: approvalService(deps),
    wakeWaiting: (payer: Owner | Team) => wakeWaitingJobs({ ...deps, teams }, payer),
    /** True if the process accepts no more commands. */
    isStopping: () => stopping.signal.aborted,
  };
}

/**
 * Searches for jobs without an alarm, like src/app/run-jobs.ts. A process may die after it saves a job and before it sets
 * the alarm.
 */
function recoverRegularly({ disk, clock }: BootWorld, process: SimProcess, recover: () => Promise<number>): void {
  const begunAt = clock.now();
  function search(): void {
    const isYoung = clock.now() - begunAt < YOUNG_MS;
    if (!isYoung && !disk.hasOpen()) return;
    process.clock.after(isYoung ? SEARCH_EVERY_MS : SELDOM_MS, () => void recover().finally(search));
  }
  search();
}
