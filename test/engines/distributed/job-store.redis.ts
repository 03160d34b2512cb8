import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobStore } from "../../../src/core/ports.ts";
import { redisJobStore } from "../../../src/engines/distributed/job-store.ts";
import { PREFIX } from "../../../src/engines/distributed/keys.ts";
import { jobForgettingContract } from "../../contracts/job-forgetting.ts";
import { jobLedgerContract } from "../../contracts/job-ledger.ts";
import { jobStoreContract } from "../../contracts/job-store.ts";
import { releasesContract } from "../../contracts/releases.ts";
import { aClosedJob, aJob, aJobId, TEST_START } from "../../fakes/jobs.ts";
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

test.for([
  ["whose batch can be read is kept while that is open", null, 0],
  ["whose batch is damaged is forgotten at its time, for that never ends", "{", 1],
] as const)("a video %s", async ([, body, forgotten]) => {
  const redis = await testClient(server.url);
  await redis.flushall();
  const store = redisJobStore(redis, keptLog());
  await store.insert(aJob({ id: aJobId(1), parts: [aJobId(2)] }));
  await store.insert(aClosedJob({ id: aJobId(2), partOf: { job: aJobId(1), nth: 1 } }, TEST_START));
  if (body !== null) await redis.hset(`${PREFIX}:job:${aJobId(1)}`, "body", body);
  expect(await store.forget({ jobs: TEST_START + 1, ids: 0, ledger: 0 })).toBe(forgotten);
  redis.disconnect();
});
