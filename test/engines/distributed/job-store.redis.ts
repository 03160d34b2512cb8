import { afterAll, beforeAll } from "vitest";
import type { JobStore } from "../../../src/core/ports.ts";
import { redisJobStore } from "../../../src/engines/distributed/job-store.ts";
import { jobForgettingContract } from "../../contracts/job-forgetting.ts";
import { jobLedgerContract } from "../../contracts/job-ledger.ts";
import { jobStoreContract } from "../../contracts/job-store.ts";
import { releasesContract } from "../../contracts/releases.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function emptyStore(): Promise<JobStore> {
  const redis = await testClient(server.url);
  await redis.flushall();
  return { ...redisJobStore(redis, keptLog()), close: async () => redis.disconnect() };
}

for (const contract of [jobStoreContract, jobLedgerContract, jobForgettingContract, releasesContract])
  contract("Redis", emptyStore);
