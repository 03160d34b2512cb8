import { hasRedis, startRedis } from "../../engines/redis-server.ts";
import { random } from "../../simulation/random.ts";
import { startPlatform } from "../platform.ts";
import { startService } from "../polls/poll-arms.ts";
import type { Scale } from "../scale.ts";
import { median, ratio } from "../table/statistics.ts";
import { against, type Line, numberText } from "../table/table.ts";
import { type Spent, startOurBot, startPlainBot } from "./bots.ts";

const WARM_UP = 40;
/** A ratio above this means that jobs have become slower. */
const RED_BEYOND = 6;

const WHY_NOT =
  "profiled on 2026-11-27: 12 % of the CPU are V8's own threads; of the main thread's time 28 % is the store (12 transactions, 17 rows read, partly waiting for the disk), 22 % requests, which the plain bot makes too, 10 % garbage collection, 6 % cards, 2 % the log, and every other part less; the plain bot saves nothing and sends one sentence";
const WHY_REDIS =
  "each write is a script that updates all indexes and reaches the disk before Redis responds, and each step is also claimed and released in Redis";

type Who = "SQLite" | "Redis" | "plain";

/**
 * Measures the CPU time of one job, from its command to its notification, next to a plain bot that makes the same calls and
 * saves nothing.
 */
export async function jobs(scale: Scale): Promise<readonly Line[]> {
  const { fraction } = random(12);
  const who: readonly Who[] = hasRedis ? ["SQLite", "Redis", "plain"] : ["SQLite", "plain"];
  const spentBy: Record<Who, Spent[]> = { SQLite: [], Redis: [], plain: [] };
  // The bots of one round run at the same time, because only CPU time is measured.
  for (let round = 0; round < scale.jobRounds; round += 1)
    await Promise.all(who.map(async (one) => spentBy[one].push(await jobsOf(one, scale))));

  const row = (what: string, one: Who, { of, atMost }: { of: "ownMs" | "redisMs"; atMost: number }): Line => {
    const bases = spentBy.plain.map(({ ownMs }) => ownMs);
    const each = spentBy[one].map((spent) => spent[of]);
    return {
      what: `CPU of ${what}, next to a plain bot that saves nothing`,
      unit: "×",
      figure: ratio(each, bases, fraction),
      target: { atMost },
      details: `${against(each, bases)} ms; ${callsText(spentBy[one])} against ${callsText(spentBy.plain)} to the service and the platform`,
      redBeyond: RED_BEYOND,
      whyNot: of === "redisMs" ? WHY_REDIS : WHY_NOT,
    };
  };
  const overRedis: readonly Line[] = hasRedis
    ? [
        row("a whole job over Redis, in the bot", "Redis", { of: "ownMs", atMost: 2 }),
        row("a whole job over Redis, in Redis", "Redis", { of: "redisMs", atMost: 2 }),
      ]
    : [{ what: "CPU of a whole job over Redis", skipped: "no redis-server in PATH" }];
  return [row("a whole job over SQLite", "SQLite", { of: "ownMs", atMost: 1.7 }), ...overRedis];
}

function callsText(spent: readonly Spent[]): string {
  return `${numberText(median(spent.map(({ calls }) => calls)))} calls`;
}

/** Starts new processes, and makes some videos before the measured ones. */
async function jobsOf(who: Who, { wholeJobs: count, jobPolls }: Scale): Promise<Spent> {
  const service = await startService(jobPolls);
  const platform = await startPlatform();
  const redis = who === "Redis" ? await startRedis() : null;
  const where = { ...platform.emulators, videoUrl: service.url, people: count + WARM_UP };
  const bot = who === "plain" ? await startPlainBot(where) : await startOurBot(where, redis?.url ?? null);

  const make = async (from: number, howMany: number) => {
    platform.send({ kind: "ask", from, count: howMany });
    for (let n = 0; n < howMany; n += 1) await bot.closed();
  };
  await make(count + 1, WARM_UP);
  const before = await bot.spent();
  await make(1, count);
  const after = await bot.spent();
  await bot.stop();
  await redis?.stop();
  await platform.stop();
  await service.stop();
  const each = (of: keyof Spent) => (after[of] - before[of]) / count;
  return { ownMs: each("ownMs"), redisMs: each("redisMs"), calls: each("calls") };
}
