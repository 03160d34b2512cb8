import type { Job } from "../../src/core/job.ts";
import type { Log, Meter, Order } from "../../src/core/ports.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { Secret } from "../../src/core/secret.ts";
import { memoryScheduler } from "../../src/engines/embedded/memory-scheduler.ts";
import { acceptJobs } from "../../src/jobs/accept.ts";
import { noteAnswers } from "../../src/jobs/answered.ts";
import { recoverJobs } from "../../src/jobs/recover.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import {
  aDiscordReply,
  aJobId,
  anOwner,
  aRequest,
  aSlackOwner,
  aSlackReply,
  TEST_KEY,
  TEST_START,
} from "../fakes/jobs.ts";
import { memoryVault } from "../fakes/vault.ts";
import { checkEnd, watchWords } from "./claims.ts";
import { downtimeMs, fateOf } from "./fate.ts";
import { type Bot, frontDesk } from "./front-desk.ts";
import { random } from "./random.ts";
import { screen } from "./screen.ts";
import { simChat } from "./sim-chat.ts";
import { simClock } from "./sim-clock.ts";
import { simProcess } from "./sim-process.ts";
import { simService } from "./sim-service.ts";
import { simStore } from "./sim-store.ts";

export interface Life {
  readonly seed: number;
  /** The claims that did not hold; none in a good life. */
  readonly broken: readonly string[];
  /** What happened, a line an event, with the seconds since the command. */
  readonly trace: readonly string[];
  readonly end: Job | null;
}

/** A life that is not over by then is broken: an hour's deadline, a day of polls, a week without a way to the person, and what the bot was away. */
const LIFE_MAX_MS = 12 * 86_400_000;
const TRACE_MAX = 400;

const vault = memoryVault();
const uncounted: Meter = { answered() {}, accepted() {}, submitted() {}, polled() {}, delivered() {}, settled() {} };

/** Lives one command to its end: the product's own code in a world where everything may fail, as the seed says. */
export async function life(seed: number): Promise<Life> {
  const fate = fateOf(seed, TEST_START);
  const dice = random(seed ^ 0x5bd1e995);
  const world = simClock(TEST_START);
  const now = () => world.now();
  const broken: string[] = [];
  const lines: string[] = [];
  const trace = (line: string) => {
    if (lines.length < TRACE_MAX) lines.push(`${((now() - TEST_START) / 1_000).toFixed(1)} s ${line}`);
  };
  const tell = {
    ...{ trace, now },
    broken(claim: string) {
      trace(`BROKEN ${claim}`);
      broken.push(claim);
    },
  };

  const service = simService(dice, fate.service, tell);
  const store = simStore(dice, fate.store, tell);
  const words = watchWords(service.ledger, tell);
  const seen = screen(now, words.see);
  const perils = { random: dice, trace, crashesLeft: fate.crashes };
  const order = orderOf(fate.platform, fate.picture);
  const desk = frontDesk({ random: dice, fate, screen: seen, trace });
  const bots: { alive: Bot | null } = { alive: null };

  function boot(): void {
    const bot = simProcess(world, perils, () => void world.after(downtimeMs(dice), boot));
    const jobs = store.of(bot);
    const chat = simChat({ random: dice, faults: fate.chat, screen: seen, now, trace }, bot);
    const log = errorsTo(tell);
    const scheduler = memoryScheduler(bot.clock, log);
    const deps = {
      ...{ jobs, vault, scheduler, log, meter: uncounted, clock: bot.clock },
      ...{ video: service.of(bot), pace: { pollMinMs: 2_000 }, deadlineMs: 3_600_000, chatOf: () => chat },
      ...{ startedAt: now(), stopping: new AbortController().signal },
      chance: { fraction: dice.fraction, token: () => `token-${dice.fraction()}` },
      inspectPicture: () =>
        bot.call({ name: "inspect", peril: 0.05 }, () => ({
          afterMs: 300,
          value: dice.chance(0.7)
            ? ok({ aspectRatio: "9:16" as const })
            : refuse({ kind: "picture_unreachable" as const }),
        })),
    };
    bots.alive = { process: bot, accept: acceptJobs(deps), answered: noteAnswers(deps) };
    recoverJobs(deps).then(
      () => scheduler.start(stepJobs(deps)),
      () => bot.crash("recovery failed"),
    );
  }

  async function run(): Promise<void> {
    while (await world.tick(TEST_START + LIFE_MAX_MS)) if (broken.length > 5) return;
  }

  boot();
  world.after(10, () => desk.command(bots.alive, order));
  if (fate.redeliversAfterMs !== null) world.after(fate.redeliversAfterMs, () => desk.command(bots.alive, order));
  if (fate.deletesAfterMs !== null) world.after(fate.deletesAfterMs, deleteCard);

  function deleteCard() {
    const row = store.row(order.id);
    if (!row) return;
    trace("the person deletes the card");
    seen.remove(row.reply);
  }

  const unhandled = (reason: unknown) => tell.broken(`nobody handled: ${String(reason)}`);
  process.on("unhandledRejection", unhandled);
  await run();
  const left = store.row(order.id);
  if (left && left.state.status !== "closed" && now() < TEST_START + LIFE_MAX_MS - 86_400_000) {
    // A row that nobody wakes any more is found by the next start.
    bots.alive?.process.crash("a later restart");
    await run();
  }
  // Node tells of rejections between two turns of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  const end = store.row(order.id);
  checkEnd({ job: end, ledger: service.ledger, screen: seen, words, desk: desk.facts, fate }, tell);
  return { seed, broken, trace: lines, end };
}

function orderOf(platform: "discord" | "slack", picture: Order["request"]["picture"]): Order {
  const owner = platform === "discord" ? anOwner() : aSlackOwner();
  return {
    ...{ id: aJobId(), owner, workspace: "w", request: aRequest({ picture }) },
    reply: platform === "discord" ? aDiscordReply({ messageId: null }) : aSlackReply({ ts: null, cardChannelId: null }),
    sealedKey: vault.seal(owner, new Secret(TEST_KEY)),
  };
}

/** A step may fail because the store did; any other reason is a bug. */
function errorsTo(tell: { broken(claim: string): void }): Log {
  const quiet = () => {};
  return {
    ...{ debug: quiet, info: quiet, warn: quiet },
    error(event, fields = {}) {
      const why = String(fields.error);
      if (event === "step failed" && !/^(write|read|store) /.test(why)) tell.broken(`a step threw: ${why}`);
    },
  };
}
