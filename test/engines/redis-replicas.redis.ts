import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import type { Rows } from "../../src/core/rows.ts";
import { connectRedis, disconnect } from "../../src/engines/redis-connection.ts";
import { replicatedWrites } from "../../src/engines/redis-replicas.ts";
import { redisRows } from "../../src/engines/redis-rows.ts";
import { rowsContract } from "../contracts/rows.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { lossyWire } from "./lossy-wire.ts";
import { type RedisServer, startRedis, startReplica, testClient } from "./redis-server.ts";
import { scriptedRedis } from "./scripted-redis.ts";

let primary: RedisServer;
let replica: RedisServer;
beforeAll(async () => {
  primary = await startRedis();
  replica = await startReplica(primary);
});
afterAll(async () => {
  replica.resume();
  await replica.stop();
  await primary.stop();
});

/** A process whose commits wait for one replica. */
async function opened(url = primary.url) {
  const log = recordingLog();
  const connected = await connectRedis(url, log);
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis: Redis = connected.value;
  const replicated = await replicatedWrites(redis, { replicas: 1, clock: machineClock, log });
  const close = () => {
    replicated.close();
    disconnect(redis);
  };
  return { rows: redisRows(redis, replicated), redis, replicated, log, close };
}

async function aProcess(url?: string) {
  const process = await opened(url);
  onTestFinished(process.close);
  return process;
}

const put = (key: string, value: unknown) => ({ key, value, indexes: [{ name: "all", score: 1 }] });

/** Saves one row. `seen.answer` is the result of the save, or "none" before it. */
function saving(rows: Rows, key: string, durability: "disk" | "soon" = "disk") {
  const seen = { answer: "none" };
  const ended = rows
    .transact({ keys: [key], absent: [key] }, () => ({ value: "saved", puts: [put(key, 1)] }), { durability })
    .catch((error: Error) => error.message)
    .then((answer) => {
      seen.answer = answer;
    });
  return { seen, ended };
}

rowsContract("Redis with a replica", async () => {
  const client = await testClient(primary.url);
  await client.flushall();
  client.disconnect();
  const [one, other] = [await opened(), await opened()];
  return {
    rows: { ...one.rows, close: async () => one.close() },
    other: { ...other.rows, close: async () => other.close() },
  };
});

test("a save is acknowledged only after the replica has received the save", async () => {
  const { rows, log } = await aProcess();
  await saving(rows, "before").ended;
  replica.pause();
  onTestFinished(replica.resume);
  const save = saving(rows, "a");
  const poll = saving(rows, "b", "soon");
  await poll.ended;
  expect([poll.seen.answer, save.seen.answer]).toEqual(["saved", "none"]);
  await expect.poll(() => rows.get("a")).toMatchObject({ value: 1 });
  await expect.poll(() => log.lines.length).toBe(1);
  expect(save.seen.answer).toBe("none");
  const refused = saving(rows, "c");
  await refused.ended;
  expect(refused.seen.answer).toBe("too few replicas of Redis have the last writes");
  expect(await rows.get("c")).toBeNull();

  replica.resume();
  await save.ended;
  expect(save.seen.answer).toBe("saved");
  const after = saving(rows, "d");
  await after.ended;
  expect(after.seen.answer).toBe("saved");
  expect(log.lines).toEqual([
    expect.objectContaining({ level: "error", fields: { detail: "0 of 1 have them" } }),
    expect.objectContaining({ level: "info", event: "Redis takes writes again" }),
  ]);
});

/** Returns a function that reads how often the primary has run that command. */
async function callsOf(command: string) {
  const client = await testClient(primary.url);
  onTestFinished(() => client.disconnect());
  const calls = new RegExp(`cmdstat_${command}:calls=(\\d+)`);
  return async () => Number(calls.exec(await client.info("commandstats"))?.[1] ?? 0);
}

test("a save whose response was lost is recognized after the reconnection and waits for the replica", async () => {
  const wire = await lossyWire(primary.url);
  onTestFinished(wire.close);
  const writes = await callsOf("hset");
  const { rows, replicated } = await aProcess(wire.url);
  await saving(rows, "before").ended;
  replica.pause();
  onTestFinished(replica.resume);
  const before = await writes();
  const key = randomUUID();
  const save = saving(rows, key);
  wire.loseNextAnswer();
  await expect.poll(wire.lost).toBe(1);
  await expect.poll(replicated.trouble).toBe("too few replicas of Redis have the last writes");
  expect(save.seen.answer).toBe("none");
  replica.resume();
  await save.ended;
  expect(save.seen.answer).toBe("saved");
  expect(await rows.get(key)).toMatchObject({ value: 1, version: 1 });
  expect((await writes()) - before).toBe(2);
});

test("simultaneous saves share one WAIT command", async () => {
  const { rows } = await aProcess();
  const waits = await callsOf("wait");
  await saving(rows, randomUUID()).ended;
  const before = await waits();
  const keys = Array.from({ length: 20 }, () => randomUUID());
  await Promise.all(
    keys.map((key) =>
      rows.transact({ keys: [key], absent: [key] }, () => ({ value: null, puts: [put(key, 1)] }), { batchKey: key }),
    ),
  );
  expect((await waits()) - before).toBe(1);
});

test("a primary without its replica refuses new saves until the replica returns", async () => {
  const own = await startRedis();
  onTestFinished(() => own.stop());
  const its = await startReplica(own);
  onTestFinished(() => its.stop());
  const client = await testClient(own.url);
  onTestFinished(() => client.disconnect());
  const { rows, replicated } = await aProcess(own.url);
  await saving(rows, "before").ended;
  await its.kill();
  const open = saving(rows, "open");
  await expect.poll(() => rows.get("open")).not.toBeNull();
  await client.config("SET", "min-replicas-to-write", "1");
  await expect.poll(() => client.set("x", "1").catch((error: Error) => error.message)).toMatch(/^NOREPLICAS/);
  // The connection is lost, so the save must be repeated, which this primary refuses.
  await client.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
  const other = await aProcess(own.url);
  const refused = saving(other.rows, "refused");
  await refused.ended;
  expect(refused.seen.answer).toMatch(/^NOREPLICAS/);
  await expect.poll(replicated.trouble).toMatch(/too few replicas/);
  expect(open.seen.answer).toBe("none");
  await its.restart();
  await open.ended;
  expect([open.seen.answer, await other.rows.get("refused")]).toEqual(["saved", null]);
});

/** The responses of a Redis that has WAITAOF. */
function likeRedis72(command: string): string {
  if (command.toLowerCase() === "info") return "$21\r\nredis_version:7.2.0\r\n\r\n";
  return /^eval/.test(command) ? ":1\r\n" : "+OK\r\n";
}

test("the whole commit is repeated if the connection is lost before the replicas confirm", async () => {
  let waits = 0;
  const { url, commands } = await scriptedRedis(([command = ""]) => {
    if (command !== "WAITAOF") return likeRedis72(command);
    waits += 1;
    return waits === 1 ? null : "*2\r\n:1\r\n:1\r\n";
  });
  const { replicated } = await aProcess(url);
  expect(await replicated.script("return 1")("me")).toBe(1);
  const both = [expect.stringMatching(/^eval/), "WAITAOF 1 1 1000"];
  expect(commands.filter((each) => /^(eval|wait)/i.test(each))).toEqual([...both, ...both]);
});

test("new writes are accepted after a failover that made all pending writes fail with a conflict", async () => {
  let waits = 0;
  const { url } = await scriptedRedis(([command = ""]) => {
    if (/^eval/.test(command) && waits === 2) return ":0\r\n";
    if (command !== "WAITAOF") return likeRedis72(command);
    waits += 1;
    // The first one times out, and at the second one the connection is cut.
    return waits === 2 ? null : `*2\r\n:1\r\n:${waits === 1 ? 0 : 1}\r\n`;
  });
  const { replicated, log } = await aProcess(url);
  expect(await replicated.script("return 1")("me")).toBe(0);
  await expect.poll(replicated.trouble).toBeNull();
  expect(log.lines.map(({ level }) => level)).toContain("error");
});

test("the replicas of Redis 7.2 and later confirm a commit with the command WAITAOF", async () => {
  const disks = [0, 1];
  const { url, commands } = await scriptedRedis(([command = ""]) => {
    return command === "WAITAOF" ? `*2\r\n:1\r\n:${disks.shift() ?? 1}\r\n` : likeRedis72(command);
  });
  const { replicated, log } = await aProcess(url);
  expect(await replicated.script("return 1")("me")).toBe(1);
  expect(commands.filter((each) => /^(eval|wait)/i.test(each))).toEqual([
    expect.stringMatching(/^evalsha \w{40} 0 me$/),
    "WAITAOF 1 1 1000",
    "WAITAOF 1 1 1000",
  ]);
  expect(log.lines.map(({ fields }) => fields)).toEqual([{ detail: "0 of 1 have them" }, {}]);
});
