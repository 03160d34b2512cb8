import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rows } from "../../src/core/rows.ts";
import { connect } from "../../src/engines/distributed/connect.ts";
import { redisRows } from "../../src/engines/redis-rows.ts";
import { rowsContract } from "../contracts/rows.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { type RedisServer, startRedis } from "./distributed/redis-server.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function connection() {
  const connected = await connect(server.url, keptLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  return connected.value;
}

async function view(): Promise<Rows> {
  const redis = await connection();
  return { ...redisRows(redis), close: async () => redis.disconnect() };
}

rowsContract("Redis", async () => {
  const redis = await connection();
  await redis.flushall();
  redis.disconnect();
  return { rows: await view(), other: await view() };
});
