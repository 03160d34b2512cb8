import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "../../src/core/budget/edit-budget.ts";
import { machineClock, sleep } from "../../src/core/clock.ts";
import { ownerName } from "../../src/core/job/ids.ts";
import { connectRedis } from "../../src/engines/redis-connection.ts";
import { redisShared } from "../../src/engines/redis-shared.ts";
import { rateContract } from "../contracts/rate.ts";
import { openDoor } from "../failover/door.ts";
import { anOwner, aSlackOwner } from "../fakes/jobs.ts";
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

/** A connection that Redis sees as another process. */
async function aProcess(clock = patientClock, url = server.url) {
  const connected = await connectRedis(url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  const shared = redisShared(redis, { clock, log: recordingLog() });
  open.push(() => {
    shared.close();
    redis.disconnect();
  });
  return { ...shared, redis };
}

rateContract("shared through Redis", async () => {
  const { rate, redis } = await aProcess();
  await redis.flushall();
  return { rate, pass: (ms) => sleep(machineClock, ms) };
});

test("a person's commands are counted across all processes", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const asked = await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? one : other).rate("eve", 20, 60_000)));
  expect(asked.filter(Boolean)).toHaveLength(20);
});

test("an event that reaches two processes is new to only one of the processes", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  expect(await one.events.isNew("Ev1")).toBe(true);
  expect(await other.events.isNew("Ev1")).toBe(false);
  one.events.forget("Ev1");
  await sleep(machineClock, 50);
  expect(await other.events.isNew("Ev1")).toBe(true);
});

test("a process's observations of the video service reach only the other processes", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const heard: string[] = [];
  one.pages.subscribe(() => heard.push("a page"));
  one.signs.subscribe((sign) => heard.push(`one ${sign}`));
  other.signs.subscribe((sign) => heard.push(`other ${sign}`));
  await expect
    .poll(() => {
      one.signs.publish("away");
      return heard.length;
    })
    .toBeGreaterThan(0);
  expect(new Set(heard)).toEqual(new Set(["other away"]));
});

test("messages between processes arrive even if Redis responds only after 20 ms", async () => {
  const door = await openDoor(Number(new URL(server.url).port), { lagMs: 20 });
  open.push(door.close);
  const [one, other] = [await aProcess(), await aProcess(patientClock, `redis://127.0.0.1:${door.port}`)];
  let received = 0;
  other.wakes.subscribe(() => {
    received += 1;
  });
  await expect
    .poll(() => {
      one.wakes.publish();
      return received;
    })
    .toBeGreaterThan(0);
});

test("every process is notified of a change to a person's page", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const heard: string[] = [];
  one.pages.subscribe((owner) => heard.push(`one ${ownerName(owner)}`));
  other.pages.subscribe((owner) => heard.push(`other ${ownerName(owner)}`));
  // Messages that are sent before the listeners subscribe are lost, so this sends until they arrive.
  await expect
    .poll(() => {
      one.pages.publish(aSlackOwner("U1", "T1"));
      other.pages.publish(anOwner("7"));
      return [...new Set(heard)].toSorted();
    })
    .toEqual([...["one discord:7", "one slack:T1:U1"], ...["other discord:7", "other slack:T1:U1"]]);
});

test("only one process gets the lock for a task until the lock expires", async () => {
  const all = [await aProcess(), await aProcess(), await aProcess()];
  const asked = async () => (await Promise.all(all.map((each) => each.isMyTurn("recovery", 1_000)))).filter(Boolean);
  expect(await asked()).toHaveLength(1);
  expect(await asked()).toHaveLength(0);
  await sleep(machineClock, 1_020);
  expect(await asked()).toHaveLength(1);
});

test.for<[string, Bucket]>([
  ["that refills one call at a time", { name: "slow", burst: 6, everyMs: 10_000 }],
  ["with a sliding window", { name: "all", burst: 6, everyMs: 1_500, windowMs: 9_000 }],
])("two processes share a rate limit %s", async ([, bucket]) => {
  const [one, other] = [await aProcess(), await aProcess()];
  const goes = async (reserved: number) => {
    const tries = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).limits.take(bucket, reserved));
    return (await Promise.all(tries)).filter((ms) => ms === 0).length;
  };
  expect([await goes(3), await goes(3), await goes(0), await goes(0)]).toEqual([3, 0, 3, 0]);
  const waitMs = await one.limits.take(bucket, 0);
  expect(waitMs).toBeGreaterThan(5_000);
  expect(waitMs).toBeLessThanOrEqual(bucket.windowMs ?? bucket.everyMs);
  one.limits.giveBack(bucket);
  await expect.poll(() => other.limits.take(bucket, 0)).toBe(0);
  expect(await one.limits.take(bucket, 0)).toBeGreaterThan(0);
});

test("a rate limit with a sliding window allows at most its burst in each window", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const windowed = { name: "windowed", burst: 6, everyMs: 200, windowMs: 1_200 };
  const waitsNow = () =>
    Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).limits.take(windowed, 0)));
  const began = Date.now();
  const waits = await waitsNow();
  expect(waits.filter((ms) => ms === 0)).toHaveLength(6);
  // A timer may fire up to a millisecond early.
  await sleep(machineClock, Math.max(...waits) + 5);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_200);
  expect((await waitsNow()).filter((ms) => ms === 0)).toHaveLength(6);
});

test.for<[string, number, Bucket]>([
  ["one call is allowed", 1, { name: "paused", burst: 6, everyMs: 5_000 }],
  [
    "a limit with a sliding window allows its whole burst",
    6,
    { name: "all paused", burst: 6, everyMs: 200, windowMs: 200 },
  ],
])("after a pause of a rate limit for all processes, %s", async ([, most, bucket]) => {
  const [one, other] = [await aProcess(), await aProcess()];
  one.limits.pause(bucket, 700);
  await expect.poll(() => other.limits.take(bucket, 0)).toBeGreaterThan(300);
  await sleep(machineClock, 710);
  const waits = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).limits.take(bucket, 0)));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(most);
});

test("processes that use different names for a rate limit share the limit under a common name", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const guessed = { name: "edit:7", burst: 1, everyMs: 9_000 };
  expect(await one.limits.take(guessed, 0)).toBe(0);
  expect(await other.limits.take({ ...guessed, name: "abcd:7", commonName: "edit:7" }, 0)).toBeGreaterThan(0);
  expect(await other.limits.take({ ...guessed, name: "abcd:7" }, 0)).toBe(0);
});

test("the name of a rate limit is not stored in Redis in plain text", async () => {
  const one = await aProcess();
  await one.redis.flushall();
  await one.limits.take({ name: "token:s3cret", burst: 2, everyMs: 9_000 }, 0);
  const keys = await one.redis.keys("*");
  expect(keys).toHaveLength(1);
  expect(keys.join()).not.toContain("s3cret");
});

test("an unused rate limit leaves no key in Redis", async () => {
  const one = await aProcess();
  await one.redis.flushall();
  await one.limits.take({ name: "unused", burst: 2, everyMs: 50 }, 0);
  await expect.poll(() => one.redis.keys("*")).toEqual([]);
});

test("people's commands are still allowed while Redis does not respond", async () => {
  const one = await aProcess(machineClock);
  server.pause();
  try {
    const began = Date.now();
    expect(await one.rate("ada", 1, 60_000)).toBe(true);
    expect(await one.isMyTurn("anything", 1_000)).toBe(false);
    expect(await one.events.isNew("Ev4")).toBe(true);
    expect(await one.limits.take({ name: "alone", burst: 1, everyMs: 10_000 }, 0)).toBe(0);
    expect(Date.now() - began).toBeLessThan(2_000);
  } finally {
    server.resume();
  }
});
