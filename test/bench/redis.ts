import { machineClock, sleep } from "../../src/core/clock.ts";
import { connectRedis, disconnect } from "../../src/engines/redis-connection.ts";
import { redisScheduler } from "../../src/engines/redis-scheduler.ts";
import { redisShared } from "../../src/engines/redis-shared.ts";
import { hasRedis, startRedis, startReplica, testClient } from "../engines/redis-server.ts";
import { aJob, aJobId } from "../fakes/jobs.ts";
import { valueIn } from "../fakes/value-in.ts";
import { random } from "../simulation/random.ts";
import { ended, ownerOf, ownStorage, type Storage } from "./polls/open-jobs.ts";
import { silent } from "./polls/poll-arms.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median, percentile, ratio, shuffled } from "./table/statistics.ts";
import { against, type Line, numberText } from "./table/table.ts";

const BATCH = 100;
/** The number of jobs written at the same time. */
const AT_ONCE = [1, BATCH] as const;
/** The ratios vary little, so half as many rounds are enough. */
const FEWER_ROUNDS = 2;
/** The time between two jobs. Scheduling times are thus spread over the scheduler's polling interval of 250 ms. */
const APART_MS = 37;

/** Measures what waiting for a replica costs, and how soon a worker starts a job that a front scheduled. */
export async function redis(scale: Scale): Promise<readonly Line[]> {
  if (!hasRedis) return [{ what: "a Redis with a replica", skipped: "no redis-server in PATH" }];
  return [...(await replica(scale)), ...(await waking(scale))];
}

/** Compares inserts and saves in a Redis without a replica and in one whose replica must confirm each write. */
async function replica({ rounds, sliceMs }: Scale): Promise<readonly Line[]> {
  const [alone, primary] = [await startRedis(), await startRedis()];
  const second = await startReplica(primary);
  const client = await testClient(primary.url);
  await client.config("SET", "min-replicas-to-write", "1");
  client.disconnect();
  const without = await ownStorage({ REDIS_URL: alone.url });
  const withOne = await ownStorage({ REDIS_URL: primary.url, REDIS_REPLICAS: "1" });
  const arms = [
    { name: "with", write: writing(withOne) },
    { name: "without", write: writing(without) },
  ] as const;
  const { fraction } = random(17);
  const lines: Line[] = [];
  for (const atOnce of AT_ONCE) {
    const us = { with: noTimes(), without: noTimes() };
    for (let round = 0; round < rounds / FEWER_ROUNDS; round += 1)
      for (const { name, write } of shuffled(arms, fraction)) {
        const spentMs = { insert: 0, save: 0 };
        let count = 0;
        for (; spentMs.insert < sliceMs; count += atOnce) {
          const took = await write(atOnce);
          spentMs.insert += took.insert;
          spentMs.save += took.save;
        }
        us[name].insert.push((spentMs.insert * 1_000) / count);
        us[name].save.push((spentMs.save * 1_000) / count);
      }
    const how = atOnce === 1 ? "one by one" : `${atOnce} at once`;
    for (const act of ["insert", "save"] as const)
      lines.push({
        what: `${act === "insert" ? "inserting" : "saving"} a job over Redis, ${how}, with a replica that must confirm it, next to Redis without a replica`,
        unit: "×",
        figure: ratio(us.with[act], us.without[act], fraction),
        target: { atMost: 2.5 },
        details: `${against(us.with[act], us.without[act])} µs; both servers write to the same disk`,
        redBeyond: 5,
      });
  }
  for (const storage of [without, withOne]) await storage.end();
  for (const server of [second, primary, alone]) await server.stop();
  return lines;
}

function noTimes(): Record<"insert" | "save", number[]> {
  return { insert: [], save: [] };
}

/** Inserts jobs of different people and ends each. Returns both times in milliseconds. */
function writing({ engine }: Storage) {
  let nth = 0;
  return async (count: number) => {
    const jobs = Array.from({ length: count }, () => {
      nth += 1;
      return aJob({ id: aJobId(nth), owner: ownerOf(nth), sealedKey: null, acceptedAt: Date.now() });
    });
    const begun = performance.now();
    await Promise.all(jobs.map((job) => engine.jobs.insert(job)));
    const inserted = performance.now();
    await Promise.all(jobs.map((job) => engine.jobs.save(ended(job), 1)));
    return { insert: inserted - begun, save: performance.now() - inserted };
  };
}

/**
 * Measures the delay until a worker starts a job that a front scheduled, with and without wake-up messages between them.
 */
async function waking({ rounds }: Scale): Promise<readonly Line[]> {
  const server = await startRedis();
  const times = {
    withMessages: await wakes(server.url, 5 * rounds, true),
    withoutMessages: await wakes(server.url, 5 * rounds, false),
  };
  await server.stop();
  const { fraction } = random(18);
  const p99 = (some: readonly number[]) => percentile(some, 0.99);
  const line = (name: string, of: (some: readonly number[]) => number, atMost: number): Line => ({
    what: `delay until a worker starts a job that a front scheduled over Redis, ${name}`,
    unit: "ms",
    figure: bootstrap(times.withMessages, of, fraction),
    target: { atMost },
    details: `${numberText(of(times.withoutMessages))} ms if all messages are lost; ${times.withMessages.length} jobs`,
  });
  return [line("median", median, 10), line("p99", p99, 50)];
}

async function wakes(url: string, count: number, hasMessages: boolean): Promise<readonly number[]> {
  const process = async () => {
    const connection = valueIn(await connectRedis(url, silent));
    const { wakes, close } = redisShared(connection, { clock: machineClock, log: silent });
    const parts = { clock: machineClock, log: silent };
    const scheduler = redisScheduler(connection, hasMessages ? { ...parts, wakes } : parts);
    const end = async () => {
      await scheduler.stop();
      close();
      disconnect(connection);
    };
    return { scheduler, end };
  };
  const [front, worker] = [await process(), await process()];
  let begins = () => {};
  worker.scheduler.start(async () => {
    begins();
    return null;
  });
  // By then it has polled once and receives messages.
  await sleep(machineClock, 500);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    await sleep(machineClock, APART_MS);
    const begun = new Promise<void>((resolve) => {
      begins = resolve;
    });
    const from = performance.now();
    front.scheduler.schedule(aJobId(n), Date.now());
    await begun;
    times.push(performance.now() - from);
  }
  for (const each of [front, worker]) await each.end();
  return times;
}
