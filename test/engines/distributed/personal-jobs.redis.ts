import { afterAll, beforeAll, expect, test } from "vitest";
import { redisJobStore } from "../../../src/engines/distributed/job-store.ts";
import { personalJobs } from "../../../src/engines/distributed/personal-jobs.ts";
import { personalJobsContract } from "../../contracts/personal-jobs.ts";
import { aClosedJob, aJob, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function inRedis<Value>(act: (redis: Awaited<ReturnType<typeof testClient>>) => Promise<Value>): Promise<Value> {
  const redis = await testClient(server.url);
  await redis.flushall();
  try {
    return await act(redis);
  } finally {
    redis.disconnect();
  }
}

personalJobsContract("the store in Redis", (claim) =>
  inRedis((redis) =>
    claim({
      store: redisJobStore(redis, keptLog()),
      mine: personalJobs(redis),
      async spoil(id) {
        await redis.hset(`reelay:job:${id}`, "body", "{");
      },
    }),
  ),
);

test("of a person who is forgotten nothing is left but the ids of their events", () =>
  inRedis(async (redis) => {
    const store = redisJobStore(redis, keptLog());
    await store.insert(aClosedJob());
    await personalJobs(redis).forget(anOwner(), TEST_START);
    expect(await redis.keys("reelay:*")).toEqual(["reelay:forgotten"]);
    expect(await store.insert(aJob())).toBe("exists");
  }));
