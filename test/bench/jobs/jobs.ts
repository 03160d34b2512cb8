import { hasRedis, startRedis } from "../../engines/redis-server.ts";
import { random } from "../../simulation/random.ts";
import { startPlatform } from "../platform.ts";
import { startService } from "../polls/poll-arms.ts";
import type { Scale } from "../scale.ts";
import { median, ratio } from "../table/statistics.ts";
import { against, type Line, numberText } from "../table/table.ts";
import { ourBot, type Spent, theirBot } from "./bots.ts";

/** Videos that are made before those that are measured. */
const WARM_UP = 40;
/** A ratio above this means that a job has become slower. */
const RED_BEYOND = 6;

const WHY_NOT =
  "profiled on 2026-11-27: an eighth are V8's threads beside; of the main thread's time 28 in 100 are the store (12 transactions, 17 rows read; a part of it waits for the disk), 22 requests, which the plain bot makes as well, 10 garbage, 6 drawing and writing cards, 2 the log, and no other part is more; the plain bot keeps nothing and sends a sentence";
const WHY_REDIS =
  "each of its writes is a script that keeps all indexes and is on the disk before it answers, and each step is taken and ended in Redis, too";

type Who = "SQLite" | "Redis" | "plain";

/** Measures what one whole job costs, from its command to its notification, beside a plain bot that makes the same calls and saves nothing. */
export async function jobs(scale: Scale): Promise<readonly Line[]> {
  const { fraction } = random(12);
  const who: readonly Who[] = hasRedis ? ["SQLite", "Redis", "plain"] : ["SQLite", "plain"];
  const spentBy: Record<Who, Spent[]> = { SQLite: [], Redis: [], plain: [] };
  // CPU is what is measured, so those of one round work at the same time.
  for (let round = 0; round < scale.jobRounds; round += 1)
    await Promise.all(who.map(async (one) => spentBy[one].push(await jobsOf(one, scale))));

  const row = (what: string, one: Who, { of, atMost }: { of: "ownMs" | "redisMs"; atMost: number }): Line => {
    const bases = spentBy.plain.map(({ ownMs }) => ownMs);
    const each = spentBy[one].map((spent) => spent[of]);
    return {
      what: `CPU of ${what}, beside a plain bot that saves nothing`,
      unit: "×",
      figure: ratio(each, bases, fraction),
      target: { atMost },
      beside: `${against(each, bases)} ms; ${callsText(spentBy[one])} against ${callsText(spentBy.plain)} of the service and the platform`,
      redBeyond: RED_BEYOND,
      whyNot: of === "redisMs" ? WHY_REDIS : WHY_NOT,
    };
  };
  const overRedis: readonly Line[] = hasRedis
    ? [
        row("a whole job over Redis, of our process", "Redis", { of: "ownMs", atMost: 2 }),
        row("a whole job over Redis, of Redis itself", "Redis", { of: "redisMs", atMost: 2 }),
      ]
    : [{ what: "CPU of a whole job over Redis", skipped: "no redis-server in PATH" }];
  return [row("a whole job over SQLite", "SQLite", { of: "ownMs", atMost: 1.7 }), ...overRedis];
}

function callsText(spent: readonly Spent[]): string {
  return `${numberText(median(spent.map(({ calls }) => calls)))} calls`;
}

/** Fresh processes each time; what went before warms up all of them. */
async function jobsOf(who: Who, { wholeJobs: count, jobPolls }: Scale): Promise<Spent> {
  const service = await startService(jobPolls);
  const platform = await startPlatform();
  const redis = who === "Redis" ? await startRedis() : null;
  const where = { ...platform.emulators, videoUrl: service.url, people: count + WARM_UP };
  const bot = who === "plain" ? await theirBot(where) : await ourBot(where, redis?.url ?? null);

  const make = async (from: number, howMany: number) => {
    platform.tell({ kind: "ask", from, count: howMany });
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
