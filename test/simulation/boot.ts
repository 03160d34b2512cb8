import type { Job } from "../../src/core/job.ts";
import type { Log, Vault } from "../../src/core/ports.ts";
import { ok, refuse } from "../../src/core/result.ts";
import type { Secret } from "../../src/core/secret.ts";
import { memoryScheduler } from "../../src/engines/embedded/memory-scheduler.ts";
import { acceptJobs } from "../../src/jobs/accept.ts";
import { noteAnswers } from "../../src/jobs/answered.ts";
import { recoverJobs } from "../../src/jobs/recover.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { uncounted } from "../fakes/meter.ts";
import { memoryVault } from "../fakes/vault.ts";
import type { Facts } from "./facts.ts";
import type { Fate } from "./fate.ts";
import type { Bot } from "./front-desk.ts";
import type { Random } from "./random.ts";
import type { Screen } from "./screen.ts";
import { simChat } from "./sim-chat.ts";
import type { SimClock } from "./sim-clock.ts";
import { simProcess } from "./sim-process.ts";
import type { SimService } from "./sim-service.ts";
import type { SimStore } from "./sim-store.ts";

/** A stop waits so long for what is in hand. Ours, as in src/app.ts. */
const STOP_WITHIN_MS = 8_000;

export interface BootWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly fate: Fate;
  readonly facts: Facts;
  readonly store: SimStore;
  readonly service: SimService;
  readonly screen: Screen;
  readonly log: Log;
  saidEnd(): boolean;
  deleteCard(job: Job["reply"]): void;
  onGone(): void;
  trace(line: string): void;
  broken(claim: string): void;
}

const vault = openedOnce(memoryVault());

/** Starts one process of the bot, as src/app.ts does. */
export function boot(world: BootWorld): Bot {
  const { random, clock, fate, facts, store, service, log } = world;
  const stopping = new AbortController();
  const process = simProcess(clock, { ...world, deal: (call) => fate.deal(call, clock.now()), onStop: stop });
  const chat = simChat({ ...world, knowsNonces: fate.knowsNonces }, process);
  const scheduler = memoryScheduler(process.clock, log);
  const deps = {
    ...{ jobs: store.of(process), vault, scheduler, log, meter: uncounted, clock: process.clock },
    ...{ video: service.of(process), pace: { pollMinMs: 2_000 }, deadlineMs: 3_600_000, chatOf: () => chat },
    ...{ startedAt: clock.now(), othersPayWithinMs: 0, stopping: stopping.signal },
    chance: { fraction: random.fraction, token: () => `token-${random.fraction()}` },
    inspectPicture: () =>
      process.call({ kind: "inspect", name: "inspect", peril: 0.05 }, (fault) => ({
        afterMs: 300,
        value: fault ? refuse({ kind: "picture_unreachable" as const }) : ok({ aspectRatio: "9:16" as const }),
      })),
  };
  const bot: Bot = {
    ...{ process, accept: acceptJobs(deps), answered: noteAnswers(deps) },
    ...{ isStopping: false, inHand: new Set() },
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

  recoverJobs(deps).then(
    () => scheduler.start(stepJobs(deps)),
    () => process.crash("recovery failed"),
  );
  return bot;
}

/** Opening costs more than all the rest of a poll: each sealed key is opened once. */
function openedOnce(inner: Vault): Vault {
  const opened = new Map<string, Secret | null>();
  return {
    ...inner,
    open(owner, sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const key = inner.open(owner, sealed);
      opened.set(sealed, key);
      return key;
    },
  };
}
