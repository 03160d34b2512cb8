import type { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NoticeStore } from "../../../src/core/team/notice.ts";
import { redisNoticeStore } from "../../../src/engines/distributed/teams/notice-store.ts";
import { aNotice, anOver, noticeStoreContract } from "../../contracts/notice-store.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { lossyWire } from "./lossy-wire.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis(["--appendonly", "no"]);
  redis = await testClient(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

async function inRedis(claim: (notices: NoticeStore, log: ReturnType<typeof keptLog>) => Promise<void>): Promise<void> {
  await redis.flushall();
  const log = keptLog();
  await claim(redisNoticeStore(redis, log), log);
}

noticeStoreContract("Redis", inRedis);

test("a write whose answer was lost is sent again, and answered as if it had gone once", () =>
  inRedis(async (notices) => {
    const wire = await lossyWire(server.url);
    const client = await testClient(wire.url);
    const store = redisNoticeStore(client, keptLog());
    // So that each script is known, and goes in one command.
    await store.insert(aNotice(9));
    await store.save(anOver(9), 1);
    wire.loseNextAnswer();
    expect(await store.insert(aNotice())).toBe(true);
    wire.loseNextAnswer();
    expect(await store.save(aNotice(1, { status: "begun" }), 1)).toBe(true);
    // Where another save came between, ours is not taken for the last one.
    expect(await notices.save(aNotice(1, { status: "shown" }), 2)).toBe(true);
    wire.loseNextAnswer();
    expect(await store.save(anOver(), 2)).toBe(false);
    expect(await notices.load(aNotice().id)).toEqual({ notice: aNotice(1, { status: "shown" }), version: 3 });
    expect(wire.lost()).toBe(3);
    client.disconnect();
    wire.close();
  }));

test.for([
  ["body", "{"],
  ["v", "7"],
  ["sum", ""],
] as const)(
  "a notice whose %s came back changed is none, which the log is told once; the others go on",
  ([field, value]) =>
    inRedis(async (notices, log) => {
      for (const n of [1, 2]) await notices.insert(aNotice(n));
      await redis.hset(`reelay:notice:${aNotice(1).id}`, field, value);
      for (const _ of ["once", "twice"]) expect(await notices.load(aNotice(1).id)).toBeNull();
      expect(await notices.load(aNotice(2).id)).toEqual({ notice: aNotice(2), version: 1 });
      expect(log.lines).toEqual([expect.objectContaining({ level: "error", fields: { name: aNotice(1).id } })]);
      expect(await notices.open(null, 10)).toHaveLength(2);
    }),
);

test("of notices that are forgotten nothing is left", () =>
  inRedis(async (notices) => {
    for (const n of [1, 2]) await notices.insert(aNotice(n));
    for (const n of [1, 2]) await notices.save(anOver(n), 1);
    expect(await notices.forget(Number.MAX_SAFE_INTEGER)).toBe(2);
    expect(await redis.keys("*")).toEqual([]);
  }));
