import { runJobs } from "../../../src/app/run-jobs.ts";
import { commandAnswerer } from "../../../src/commands/answer.ts";
import type { PayingDeps } from "../../../src/commands/visit.ts";
import type { Answer, AnswerFate, Command, Standing } from "../../../src/core/command.ts";
import type { JobId } from "../../../src/core/job/ids.ts";
import type { Room, Vault } from "../../../src/core/ports.ts";
import type { Accept } from "../../../src/core/request/order.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { ok } from "../../../src/core/result.ts";
import { alone } from "../../../src/engines/embedded.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { openTraffic } from "../../../src/jobs/deliver/traffic.ts";
import { teamManagers } from "../../../src/jobs/notices/tell-managers.ts";
import type { WatchedHealth } from "../../../src/jobs/service-health.ts";
import { acceptJobs, noteAnswer } from "../../../src/jobs/start/accept.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { jobQueues, releaseQueue } from "../../../src/jobs/start/queue.ts";
import { wakeWaitingJobs } from "../../../src/jobs/start/recover.ts";
import { startJudge } from "../../../src/jobs/start/start.ts";
import { refusedKeys } from "../../../src/keys/vault.ts";
import { offeredPictures, unconfirmedRequests } from "../../../src/people/kept-requests.ts";
import { ledger, welcomedPeople } from "../../../src/people/own-records.ts";
import { memoryStyles } from "../../commands/command-world.ts";
import { untoldPeople } from "../../commands/team/team-world.ts";
import { noLists } from "../../fakes/alone.ts";
import { memoryKeyv } from "../../fakes/memory-keyv.ts";
import { uncounted } from "../../fakes/meter.ts";
import { memoryPersonalData } from "../../fakes/personal-data.ts";
import type { Facts } from "../facts.ts";
import type { Deal } from "../faults.ts";
import type { Random } from "../random.ts";
import type { SimClock } from "../world/sim-clock.ts";
import type { SimDisk } from "../world/sim-disk.ts";
import { type SimProcess, simProcess, strictLog } from "../world/sim-process.ts";
import type { TeamBank } from "./team-bank.ts";
import type { TeamBoard } from "./team-chat.ts";
import type { TeamFilms } from "./team-films.ts";
import { PEOPLE } from "./team-place.ts";

/** One process of the bot, as its front ends and the operator see it. */
export interface TeamBot {
  readonly process: SimProcess;
  answer(command: Command): Promise<Answer>;
  /** Several videos of one request; what their command asks is said already. */
  accept: Accept;
  answered(id: JobId, fate: AnswerFate): Promise<void>;
  stores: ReturnType<SimDisk["of"]>;
  readonly refused: ReturnType<typeof refusedKeys>;
}

export interface TeamBotWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly facts: Facts;
  readonly disk: SimDisk;
  readonly bank: TeamBank;
  readonly board: TeamBoard;
  readonly vault: Vault;
  /** Refused keys, which outlive a process as the disk does. */
  readonly refusedRows: Map<string, string>;
  readonly deal: Deal;
  readonly room: Room;
  readonly health: WatchedHealth;
  standingOf(command: Pick<Command, "owner">): Standing | null;
  /** The films, where videos continue one another. */
  readonly films?: TeamFilms | null;
  onGone(): void;
  trace(line: string): void;
  broken(claim: string): void;
}

/** A stop waits so long for what is in hand. */
const STOP_WITHIN_MS = 8_000;

const memberOf = (standing: Standing | null) => standing && { roles: [], isGuest: standing.isGuest };

/** Starts one, as src/app.ts does. */
export function teamBot(world: TeamBotWorld): TeamBot {
  const { random, clock, disk, bank, board, vault, refusedRows, films, room, health } = world;
  const stopping = new AbortController();
  const process = simProcess(clock, { ...world, videos: PEOPLE.length, onStop: stop });
  const log = strictLog(world);
  const stores = disk.of(process, log);
  const { jobs, teams, notices, personal } = stores;
  const plain = board.of(process);
  const chat = films ? { ...plain, ...films.chat(process) } : plain;
  const scheduler = memoryScheduler(process.clock, log);
  const refused = refusedKeys(memoryKeyv(refusedRows), vault);
  const shared = { clock: process.clock, log };
  const pace = { pollMinMs: 60_000 };
  const outside = {
    ...shared,
    meter: uncounted,
    chatOf: () => chat,
    chance: { fraction: random.fraction, token: () => `token-${random.fraction()}` },
    // Batches alone wake each other's jobs.
    wake: (id: JobId) => scheduler.schedule(id, process.clock.now()),
  };
  const deps = {
    ...outside,
    traffic: openTraffic(outside),
    ...films?.of(process),
    jobs,
    vault,
    scheduler,
    video: bank.of(process),
    pace,
    deadlineMs: 3_600_000,
    startedAt: process.clock.now(),
    othersPayWithinMs: 0,
    stopping: stopping.signal,
    inspectPicture: async () => ok({ aspectRatio: "9:16" as const }),
    room,
    queues: jobQueues({ ...shared, jobs, scheduler, room }),
    health,
    releases: releaseQueue({ ...shared, jobs, scheduler, health }),
    mayStart: startJudge({
      teams,
      people: { memberNow: async (job) => memberOf(world.standingOf(job)) },
      access: noLists,
    }),
    managers: teamManagers({ ...shared, notices, teams, refused, vault, scheduler }),
  };
  const settings = { get: async () => ({ ...noSettings, isAttached: false }), put: async () => {} };
  const pending = { keep: async () => {}, take: async () => null, find: async () => null };
  const people = {
    vault,
    jobs,
    settings,
    pending,
    unconfirmed: unconfirmedRequests(memoryKeyv(), process.clock),
    offered: offeredPictures(memoryKeyv(), process.clock),
    welcomed: welcomedPeople(memoryKeyv(), process.clock),
  };
  const paying: PayingDeps = {
    ...deps,
    ...people,
    prefix: "video",
    judgePrompts: async () => null,
    styles: memoryStyles(),
    retentionDays: 90,
    teams,
    refused,
    people: { ...untoldPeople, standingOf: async (command) => world.standingOf(command) },
    data: memoryPersonalData({ ...people, personal }),
    files: null,
    canContinue: () => false,
    joinParts: async () => ({ kind: "not_joined", why: "busy", maxBytes: 0 }),
    spendingOf: ledger(jobs, process.clock),
    judgeAddress: () => null,
    accept: acceptJobs(deps),
    wakeWaiting: (payer) => wakeWaitingJobs({ ...deps, teams }, payer),
    notifyMe: async () => null,
    decide: approvalService(deps),
    askLink: async () => ({ kind: "no_answer" }),
    deleteCard: async () => ({ kind: "deleted", left: [] }),
    rate: async () => true,
    troubles: () => [],
    rules: {
      maxJobsPerUser: room.ofOwner,
      maxJobsPerWorkspace: room.ofWorkspace,
      maxWaitingPerUser: room.waitingOfOwner,
      commandsPerMinute: 100,
      access: {
        allowedGuilds: new Set(),
        allowedTeams: new Set(),
        allowedChannels: new Set(),
        allowedRoles: new Set(),
        blockedUsers: new Set(),
      },
    },
  };

  function stop(): void {
    if (stopping.signal.aborted) return;
    world.trace("asked to stop");
    stopping.abort();
    process.clock.after(STOP_WITHIN_MS, process.end);
    void scheduler.stop().then(process.end);
  }

  const engine = { scheduler, notices, teams, isAlone: true, shared: alone(process.clock) };
  void runJobs(engine, deps, async () => {}).catch(() => process.crash("recovery failed"));
  const accept: Accept = (order) => paying.accept(order, room);
  return {
    process,
    answer: commandAnswerer(paying),
    accept,
    answered: (id, fate) => noteAnswer(deps, id, fate),
    stores,
    refused,
  };
}
