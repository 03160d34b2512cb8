import { afterAll, beforeAll, expect, test } from "vitest";
import { machineClock, sleep } from "../../src/core/clock.ts";
import { ownerName } from "../../src/core/job/ids.ts";
import { connect } from "../../src/engines/redis-connection.ts";
import { redisShared } from "../../src/engines/redis-shared.ts";
import { rateContract } from "../contracts/rate.ts";
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

/** A process of its own, as far as Redis can tell. */
async function aProcess(clock = patientClock) {
  const connected = await connect(server.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  const shared = redisShared(redis, { clock, log: recordingLog() });
  open.push(() => {
    shared.close();
    redis.disconnect();
  });
  return { ...shared, redis };
}

rateContract("redisShared", async () => {
  const { rate, redis } = await aProcess();
  await redis.flushall();
  return { rate, pass: (ms) => sleep(machineClock, ms) };
});

test("commands of one person are counted over all processes", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const asked = await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? one : other).rate("eve", 20, 60_000)));
  expect(asked.filter(Boolean)).toHaveLength(20);
});

test("an event that came to two processes is new to the first alone, until it is forgotten", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  expect(await one.events.isNew("Ev1")).toBe(true);
  expect(await other.events.isNew("Ev1")).toBe(false);
  one.events.forget("Ev1");
  await sleep(machineClock, 50);
  expect(await other.events.isNew("Ev1")).toBe(true);
});

test("what a process tells of the video service is heard in every other one, and not in itself", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const heard: string[] = [];
  one.pages.hear(() => heard.push("a page"));
  one.signs.hear((sign) => heard.push(`one ${sign}`));
  other.signs.hear((sign) => heard.push(`other ${sign}`));
  await expect
    .poll(() => {
      one.signs.tell("away");
      return heard.length;
    })
    .toBeGreaterThan(0);
  expect(new Set(heard)).toEqual(new Set(["other away"]));
});

test("a person's changed page is heard of in every process", async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  const heard: string[] = [];
  one.pages.hear((owner) => heard.push(`one ${ownerName(owner)}`));
  other.pages.hear((owner) => heard.push(`other ${ownerName(owner)}`));
  // Nobody says when the listeners are there: what is told before is not heard.
  await expect
    .poll(() => {
      one.pages.tell(aSlackOwner("U1", "T1"));
      other.pages.tell(anOwner("7"));
      return [...new Set(heard)].toSorted();
    })
    .toEqual([...["one discord:7", "one slack:T1:U1"], ...["other discord:7", "other slack:T1:U1"]]);
});

test("a turn is one process's, until its time is over", async () => {
  const all = [await aProcess(), await aProcess(), await aProcess()];
  const asked = async () => (await Promise.all(all.map((each) => each.isMyTurn("recovery", 1_000)))).filter(Boolean);
  expect(await asked()).toHaveLength(1);
  expect(await asked()).toHaveLength(0);
  await sleep(machineClock, 1_020);
  expect(await asked()).toHaveLength(1);
});

test("with Redis standing still nobody waits long, commands are let through and no turn is taken", async () => {
  const one = await aProcess(machineClock);
  server.pause();
  try {
    const began = Date.now();
    expect(await one.rate("ada", 1, 60_000)).toBe(true);
    expect(await one.isMyTurn("anything", 1_000)).toBe(false);
    expect(await one.events.isNew("Ev4")).toBe(true);
    expect(Date.now() - began).toBeLessThan(2_000);
  } finally {
    server.resume();
  }
});
