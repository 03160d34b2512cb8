import { expect, onTestFinished, test } from "vitest";
import { type RedisServer, startRedis } from "../engines/redis-server.ts";
import { openDoor } from "../failover/door.ts";
import { asked, follow } from "../failover/redis-set.ts";
import { aFleet } from "./fleet.ts";

const portOf = ({ url }: RedisServer) => Number(new URL(url).port);
const DURABLE = ["--appendonly", "yes", "--appendfsync", "always", "--min-replicas-to-write", "1"];

async function aServer(): Promise<RedisServer> {
  const server = await startRedis(DURABLE);
  onTestFinished(() => server.stop());
  return server;
}

async function aDoor(to: RedisServer) {
  const door = await openDoor(portOf(to));
  onTestFinished(door.close);
  return door;
}

/**
 * Three servers and three bots. The network is cut between the primary, a front and a worker on one side, and both replicas
 * and a worker on the other.
 */
async function aSplitSet() {
  const [old, next, third] = [await aServer(), await aServer(), await aServer()];
  const [toNext, toThird] = [await aDoor(old), await aDoor(old)];
  await follow(next, toNext.port);
  await follow(third, toThird.port);
  const [here, there] = [await aDoor(old), await aDoor(old)];
  const fleet = await aFleet({ taskMs: 8_000, redis: old });
  const env = (door: { readonly port: number }) => ({
    REDIS_URL: `redis://127.0.0.1:${door.port}`,
    REDIS_REPLICAS: "1",
    MAX_JOBS_PER_USER: "1",
  });
  fleet.start("front", "front", env(here));
  fleet.start("cut off", "worker", env(here));
  fleet.start("other", "worker", env(there));
  for (const name of ["front", "cut off", "other"]) await fleet.ready(name);
  await fleet.sandbox.seeded();
  return {
    fleet,
    old,
    next,
    /** The other side loses the old primary, promotes the next one, and continues with it. */
    async split() {
      for (const door of [toNext, toThird, there]) door.cut();
      await asked(next.url, (client) => client.replicaof("NO", "ONE"));
      await asked(third.url, (client) => client.replicaof("127.0.0.1", portOf(next)));
      there.moveTo(portOf(next));
    },
    /** Repairs the network. The old primary follows the next one, and its bots connect to that one. */
    async heal() {
      await follow(old, portOf(next));
      here.moveTo(portOf(next));
    },
  };
}

test("in a split network the minority saves and charges nothing, the majority continues, and only the old primary's writes are lost", async () => {
  const { fleet, old, next, split, heal } = await aSplitSet();
  const tasks = () => fleet.sandbox.video.ledger().tasks;
  await fleet.type();
  await expect.poll(tasks, { timeout: 10_000 }).toBe(1);
  // This job waits for its turn. The process that sees the end of the first job starts it.
  await fleet.type();
  await expect.poll(() => fleet.count("answered")).toBe(2);
  // Commands that are refused from here on send no notification.
  await fleet.silence();

  await split();
  // The old primary still accepts writes that need no replica.
  await asked(old.url, (client) => client.set("only-here", "1"));
  const refusals = () =>
    JSON.stringify(fleet.sandbox.journal.since(0)).split("cannot save this now. Nothing was charged").length;
  const before = refusals();
  await fleet.type();
  await expect.poll(refusals).toBeGreaterThan(before);
  await expect.poll(fleet.videos, { timeout: 60_000 }).toBe(2);
  expect(tasks()).toBe(2);

  await heal();
  // The front connects to the next primary after a moment, and refuses commands until then.
  while (tasks() === 2) {
    const soFar = refusals();
    await fleet.type();
    await expect.poll(() => tasks() > 2 || refusals() > soFar).toBe(true);
  }
  await fleet.allOver(60_000);
  expect(fleet.videos()).toBe(3);
  expect(tasks()).toBe(3);
  expect(await asked(old.url, (client) => client.exists("only-here"))).toBe(0);
  const sizes = [await asked(old.url, (client) => client.dbsize()), await asked(next.url, (client) => client.dbsize())];
  expect(sizes[0]).toBe(sizes[1]);
  expect(fleet.broken()).toEqual([]);
}, 240_000);
