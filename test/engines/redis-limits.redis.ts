import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "../../src/core/budget/edit-budget.ts";
import { machineClock, sleep } from "../../src/core/clock.ts";
import { connect } from "../../src/engines/redis-connection.ts";
import { redisShared } from "../../src/engines/redis-shared.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { patientClock } from "./patient-clock.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let server: RedisServer;
const open: (() => void)[] = [];
beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  for (const close of open) close();
  await server.stop();
});

/** A process of its own, as far as Redis can tell. */
async function aProcess(clock = patientClock) {
  const connected = await connect(server.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  open.push(() => redis.disconnect());
  return { redis, ...redisShared(redis, { clock, log: recordingLog() }).limits };
}

const slow: Bucket = { name: "slow", burst: 6, everyMs: 10_000 };

test("of many that want to go at once from two processes as many go as the burst has", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).take(slow, 0)));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(6);
  for (const ms of waits) expect(ms === 0 || (ms > 9_000 && ms <= 10_000)).toBe(true);
});

test("the reserved share stays reserved, no matter which process asks", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const bucket = { ...slow, name: "kept" };
  const progress = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).take(bucket, 3)));
  expect(progress.filter((ms) => ms === 0)).toHaveLength(3);
  const words = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).take(bucket, 0)));
  expect(words.filter((ms) => ms === 0)).toHaveLength(3);
});

test("a pause holds for every process, and one goes at its end", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const bucket = { name: "paused", burst: 6, everyMs: 5_000 };
  one.pause(bucket, 300);
  await expect.poll(() => other.take(bucket, 0)).toBeGreaterThan(0);
  await sleep(machineClock, 310);
  const waits = [await other.take(bucket, 0), await one.take(bucket, 0)];
  expect(waits).toEqual([0, expect.any(Number)]);
  expect(waits[1]).toBeGreaterThan(4_000);
});

const windowed: Bucket = { name: "all", burst: 6, everyMs: 200, windowMs: 1_200 };

test("of a bucket with a window no process sees more in any such time, and each comes back when it has passed", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const both = (n: number) => (n % 2 ? one : other).take(windowed, 0);
  const began = Date.now();
  const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => both(n)));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(6);
  for (const ms of waits) expect(ms === 0 || (ms > 600 && ms <= 1_200)).toBe(true);
  // A timer may ring in the millisecond before.
  await sleep(machineClock, Math.max(...waits) + 5);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_200);
  const again = await Promise.all(Array.from({ length: 40 }, (_, n) => both(n)));
  expect(again.filter((ms) => ms === 0)).toHaveLength(6);
});

test("the reserved share of a bucket with a window stays, and a call that is given back may go to another", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const bucket = { ...windowed, name: "kept of all", windowMs: 9_000 };
  const progress = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).take(bucket, 3)));
  expect(progress.filter((ms) => ms === 0)).toHaveLength(3);
  expect([await one.take(bucket, 0), await one.take(bucket, 0), await one.take(bucket, 0)]).toEqual([0, 0, 0]);
  expect(await other.take(bucket, 0)).toBeGreaterThan(0);
  one.giveBack(bucket);
  await expect.poll(() => other.take(bucket, 0)).toBe(0);
  expect(await one.take(bucket, 0)).toBeGreaterThan(0);
});

test("a pause of a bucket with a window holds for every process, and all of it is back at its end", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const bucket = { ...windowed, name: "all paused", windowMs: 200 };
  one.pause(bucket, 700);
  await expect.poll(() => other.take(bucket, 0)).toBeGreaterThan(300);
  await sleep(machineClock, 710);
  const waits = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).take(bucket, 0)));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(6);
});

test("processes that know a limit by different names share it under the common one", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const guessed = { name: "edit:7", burst: 1, everyMs: 9_000 };
  expect(await one.take(guessed, 0)).toBe(0);
  expect(await other.take({ ...guessed, name: "abcd:7", commonName: "edit:7" }, 0)).toBeGreaterThan(0);
  expect(await other.take({ ...guessed, name: "abcd:7" }, 0)).toBe(0);
});

test("a limit at rest leaves nothing in Redis, and none its name", async () => {
  const one = await aProcess();
  await one.redis.flushall();
  await one.take({ name: "token:s3cret", burst: 2, everyMs: 50 }, 0);
  const keys = await one.redis.keys("*");
  expect(keys).toHaveLength(1);
  expect(keys.join()).not.toContain("s3cret");
  await expect.poll(() => one.redis.keys("*")).toEqual([]);
});

test("with Redis standing still nobody waits long, and each process counts its own alone", async () => {
  const one = await aProcess(machineClock);
  server.pause();
  try {
    const began = Date.now();
    expect(await one.take({ ...slow, burst: 1 }, 0)).toBe(0);
    expect(Date.now() - began).toBeLessThan(1_000);
  } finally {
    server.resume();
  }
});
