import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Clock, machineClock, sleep } from "../../src/core/clock.ts";
import { connectRedis, disconnect } from "../../src/engines/redis-connection.ts";
import { redisScheduler } from "../../src/engines/redis-scheduler.ts";
import { redisShared } from "../../src/engines/redis-shared.ts";
import { schedulerContract } from "../contracts/scheduler.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test("the number of scheduled jobs is unknown while Redis is down", async () => {
  const own = await startRedis();
  const connected = await connectRedis(own.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  const scheduler = redisScheduler(redis, { clock: machineClock, log: recordingLog() });
  onTestFinished(async () => {
    await scheduler.stop();
    disconnect(redis);
    await own.stop();
  });
  await scheduler.ensure([{ id: "a".repeat(20), at: machineClock.now() + 60_000 }]);
  const sizeOnceBack = async () => {
    while ((await Promise.resolve(scheduler.size()).catch(() => 0)) === 0) await sleep(machineClock, 20);
    return scheduler.size();
  };
  expect(await sizeOnceBack()).toBe(1);
  const lost = new Promise((resolve) => redis.once("close", resolve));
  await own.kill();
  await lost;
  await expect(Promise.resolve(scheduler.size())).rejects.toThrow();
  await own.restart();
  expect(await sizeOnceBack()).toBe(1);
});

test("a running job detects that another process has taken over the job", async () => {
  const connected = await connectRedis(server.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  await redis.flushall();
  const scheduler = redisScheduler(redis, { clock: machineClock, log: recordingLog() });
  const id = "b".repeat(20);
  const heldBefore: boolean[] = [];
  const learnt = new Promise<void>((resolve) => {
    scheduler.start(async (_id, { isHeld }) => {
      heldBefore.push(isHeld());
      await redis.hset("reelay:alarms-held", id, "another process");
      const taken = machineClock.now();
      while (isHeld() && machineClock.now() < taken + 10_000) await sleep(machineClock, 20);
      heldBefore.push(isHeld());
      resolve();
      return null;
    });
  });
  onTestFinished(async () => {
    await scheduler.stop();
    disconnect(redis);
  });
  scheduler.schedule(id, machineClock.now());
  await learnt;
  expect(heldBefore).toEqual([true, false]);
});

/** How often a worker polls for other processes' alarms. Source: src/engines/redis-scheduler.ts. */
const LOOK_EVERY_MS = 250;

/** The scheduler of one process, which never polls for other processes' alarms. */
async function aScheduler() {
  const connected = await connectRedis(server.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  const { wakes, close } = redisShared(redis, { clock: machineClock, log: recordingLog() });
  const clock: Clock = {
    now: machineClock.now,
    after: (delayMs, act) => (delayMs === LOOK_EVERY_MS ? () => {} : machineClock.after(delayMs, act)),
  };
  const scheduler = redisScheduler(redis, { clock, log: recordingLog(), wakes });
  const workers = async () => (await redis.pubsub("NUMSUB", "reelay:wakes"))[1];
  onTestFinished(async () => {
    await scheduler.stop();
    close();
    disconnect(redis);
  });
  return { scheduler, redis, workers };
}

test("a worker process is notified of a job that another process schedules", async () => {
  const [front, worker] = [await aScheduler(), await aScheduler()];
  await front.redis.flushall();
  const begun: string[] = [];
  worker.scheduler.start(async (id) => {
    begun.push(id);
    return null;
  });
  await expect.poll(worker.workers).toBe(1);
  front.scheduler.schedule("now", machineClock.now());
  await expect.poll(() => begun).toEqual(["now"]);
  front.scheduler.schedule("soon", machineClock.now() + 100);
  await expect.poll(() => begun).toEqual(["now", "soon"]);
});

test("a worker process that already runs 64 jobs notifies another worker of the next job", async () => {
  const [full, other] = [await aScheduler(), await aScheduler()];
  await full.redis.flushall();
  let release = () => {};
  const released = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  let taken = 0;
  full.scheduler.start(() => {
    taken += 1;
    return released;
  });
  for (let n = 0; n < 64; n += 1) full.scheduler.schedule(`held ${n}`, machineClock.now());
  await expect.poll(() => taken).toBe(64);
  const begun: string[] = [];
  other.scheduler.start(async (id) => {
    begun.push(id);
    return null;
  });
  await expect.poll(other.workers).toBe(2);
  full.scheduler.schedule("next", machineClock.now());
  await expect.poll(() => begun).toEqual(["next"]);
  release();
});

schedulerContract("in Redis", async () => {
  const connected = await connectRedis(server.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  await redis.flushall();
  const retryAfterMs = 300;
  const scheduler = redisScheduler(redis, { clock: machineClock, log: recordingLog() }, { retryAfterMs });
  return { scheduler, retryAfterMs, now: machineClock.now, pass: (ms) => sleep(machineClock, ms) };
});
