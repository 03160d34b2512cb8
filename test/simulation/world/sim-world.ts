import type { EpochMs } from "../../../src/core/clock.ts";
import type { Standing } from "../../../src/core/command.ts";
import type { Owner } from "../../../src/core/job/ids.ts";
import type { Capacity } from "../../../src/core/job/job-storage.ts";
import type { Vault } from "../../../src/core/stored-secrets.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { fakeHealth } from "../../fakes/fake-health.ts";
import { noFacts } from "../facts.ts";
import type { Call, Dealt } from "../faults.ts";
import type { Random } from "../random.ts";
import { type FilmsWorld, simFilms } from "../sim-films.ts";
import type { Accounts } from "./accounts.ts";
import { type Bot, boot } from "./boot.ts";
import { type Screen, type Seen, screen } from "./screen.ts";
import { simAlarms } from "./sim-alarms.ts";
import { type SimChatWorld, simChat } from "./sim-chat.ts";
import { type SimClock, simClock } from "./sim-clock.ts";
import { type JobChange, simDisk } from "./sim-disk.ts";
import type { SimProcess } from "./sim-process.ts";
import { type KeyHandling, type SimServiceWorld, simService } from "./sim-service.ts";

/** The settings of a simulated world: its platform, processes, faults and features. */
export interface WorldPlan {
  readonly platform: "discord" | "slack";
  /** The number of bot processes that share the jobs. */
  readonly processes: 1 | 2;
  /** The bot may post in the channel, where Discord deduplicates by nonce. */
  readonly knowsNonces: boolean;
  /** The bot may read the messages of the channel. */
  readonly seesHistory: boolean;
  readonly begins: EpochMs;
  readonly capacity: Capacity;
  readonly pollMinMs: number;
  /** The limit of calls per hour grows with this number of videos. */
  readonly videos: number;
  /** Set if videos continue other videos. */
  readonly films: Pick<FilmsWorld, "peril" | "areCardsLeft"> | null;
  readonly idempotency?: KeyHandling;
  deal(call: Call, now: EpochMs): Dealt;
  /** The time until the bot restarts. */
  downtimeMs(): number;
}

/** Functions that the world calls to report events and to ask for values that only the test knows. */
export interface WorldHooks
  extends Pick<SimServiceWorld, "taskOf">,
    Partial<Pick<SimServiceWorld, "isRenewed" | "charged">>,
    Pick<SimChatWorld, "showedEnd" | "deleteCard"> {
  readonly vault: Vault;
  /** Refused keys, which outlive a process like its keys. */
  readonly refusedRows?: Map<string, string>;
  readonly hasFiles: boolean;
  written(changes: readonly JobChange[]): void;
  see(seen: Seen): void;
  /** The listener is notified. */
  received(): void;
  begun?(): void;
  standingOf(of: { readonly owner: Owner }): Standing | null;
  partsOf?(process: SimProcess): Partial<JobDeps>;
  /** Returns false for a claim that does not apply. */
  isAsked?(claim: string): boolean;
}

interface WorldStart {
  readonly random: Random;
  readonly isTraced: boolean;
  readonly accounts?: Accounts | null;
}

export type SimWorld = ReturnType<typeof simWorld>;

/** One world for all simulated runs: the product's own code with a disk, a platform and a service that may fail. */
export function simWorld(plan: WorldPlan, { random, isTraced, accounts = null }: WorldStart, hooks: () => WorldHooks) {
  const clock = simClock(plan.begins);
  const facts = noFacts();
  const record = lifeRecord(clock, isTraced);
  const { trace } = record;
  const broken = (claim: string): void => {
    if (hooks().isAsked?.(claim) ?? true) record.broken(claim);
  };
  const tell = { trace, now: clock.now, broken };
  const parts = { ...tell, random, facts, clock };
  const shown: Screen = screen(
    clock.now,
    (seen) => hooks().see(seen),
    () => hooks().received(),
  );
  const disk = simDisk({
    ...parts,
    isShared: plan.processes > 1,
    written: (changes) => hooks().written(changes),
  });
  const films = plan.films && simFilms({ ...parts, ...plan.films, platform: plan.platform, screen: shown, disk });
  const service = simService({
    ...parts,
    disk,
    accounts,
    idempotency: plan.idempotency ?? null,
    taskOf: (request) => hooks().taskOf(request),
    isRenewed: (key) => hooks().isRenewed?.(key) ?? false,
    asked: films?.paid ?? (() => {}),
    charged: (request) => hooks().charged?.(request),
  });
  const health = fakeHealth();
  const alarms = plan.processes > 1 ? simAlarms(parts) : null;
  const bots: Bot[] = [];
  /** A backup was restored, and no process has handled it yet. */
  const restore = { isDue: false };
  let awayUntil = plan.begins;

  function start(place: number): void {
    trace("a process begins");
    const { vault, refusedRows = new Map(), standingOf, partsOf, hasFiles, showedEnd, deleteCard, begun } = hooks();
    const { knowsNonces, seesHistory } = plan;
    begun?.();
    bots[place] = boot({
      ...parts,
      ...plan,
      disk,
      service,
      alarms,
      vault,
      refusedRows,
      health,
      standingOf,
      restore,
      deal: (call) => plan.deal(call, clock.now()),
      chatOf(process) {
        const chat = simChat({ ...parts, screen: shown, deleteCard, showedEnd, knowsNonces, seesHistory }, process);
        return { ...chat, ...(!hasFiles && { attach: null }), ...films?.chat(process) };
      },
      partsOf: (process) => ({ ...films?.of(process), ...partsOf?.(process) }),
      trace: (line) => trace(plan.processes > 1 ? `${place}: ${line}` : line),
      onGone: () => void clock.after(Math.max(awayUntil - clock.now(), plan.downtimeMs()), () => start(place)),
    });
  }

  function crashAll(why: string): void {
    for (const bot of bots) bot.process.crash(why);
  }

  return {
    parts,
    tell,
    record,
    clock,
    facts,
    disk,
    screen: shown,
    service,
    films,
    health,
    restore,
    bots,
    crashAll,
    start(): void {
      for (let place = 0; place < plan.processes; place += 1) start(place);
    },
    /** A process that accepts commands. */
    alive: () => bots.find((bot) => bot.process.isAlive() && !bot.isStopping()),
    away(ms: number): void {
      awayUntil = clock.now() + ms;
      crashAll("it is away for long");
    },
  };
}

const TRACE_MAX = 1_000;
/** A run ends after this many broken claims, because further ones add no information. */
const BROKEN_MAX = 3;

interface Span {
  readonly until: EpochMs;
  /** If jobs are still open, the bot is restarted and runs until this time. */
  readonly againUntil: EpochMs;
  hasOpen(): boolean;
  /** A write failed, or seemed to fail, so an open job may be left for the next start. */
  mayForget(): boolean;
  /** Ends every process. */
  restart(why: string): void;
}

/** Records the trace of a run and its broken claims. */
function lifeRecord(clock: SimClock, isTraced: boolean) {
  const begunAt = clock.now();
  const claims: string[] = [];
  const lines: string[] = [];

  function trace(line: string): void {
    if (isTraced && lines.length < TRACE_MAX) lines.push(`${((clock.now() - begunAt) / 1_000).toFixed(1)} s ${line}`);
  }

  function broken(claim: string): void {
    trace(`BROKEN ${claim}`);
    claims.push(claim);
  }

  // A storm of calls never ends, so the run stops.
  const isOver = () => claims.length >= BROKEN_MAX || claims.some((claim) => claim.startsWith("a storm"));

  return {
    claims,
    lines,
    trace,
    broken,
    isOver,
    /** Runs until no timer is left or the time is over. */
    async run({ until, againUntil, hasOpen, mayForget, restart }: Span): Promise<void> {
      const unhandled = (reason: unknown) => broken(`unhandled rejection: ${String(reason)}`);
      process.on("unhandledRejection", unhandled);
      await clock.run(until, isOver);
      if (!isOver() && hasOpen()) {
        if (!mayForget()) broken("a job was not continued before the next start");
        restart("a later restart");
        await clock.run(againUntil, isOver);
      }
      // Node reports unhandled rejections between two turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      process.off("unhandledRejection", unhandled);
    },
  };
}
