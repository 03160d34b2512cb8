import { afterAll, beforeAll, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { redisJobStore } from "../../../src/engines/distributed/job-store.ts";
import { aJob, aJobId, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { type RedisServer, startRedis, testClient } from "./redis-server.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

/** A job as it comes back after that number of steps of this version. */
async function stepped(job: Job): Promise<Job | undefined> {
  const redis = await testClient(server.url);
  try {
    await redis.flushall();
    const store = redisJobStore(redis, keptLog());
    await store.insert(job);
    for (const version of [1, 2]) {
      const stored = await store.load(aJobId());
      if (!stored) throw new Error("not stored");
      const event =
        version === 1
          ? ({ kind: "polled", task: { status: "running", percent: 40 } } as const)
          : ({ kind: "polled", task: { status: "failed" } } as const);
      expect(await store.save(advance(stored.job, event, TEST_START + version), stored.version)).toBe(true);
    }
    return (await store.load(aJobId()))?.job;
  } finally {
    redis.disconnect();
  }
}

test("what a newer version has added to a job is still there after this version has stepped it", async () => {
  const newer = { ...aJob({ state: aRunning() }), mood: { colour: "teal" } };
  expect(await stepped(newer)).toMatchObject({ mood: { colour: "teal" }, state: { status: "announcing" } });
});

test("a job of an older version, which lacks what is optional now, is stepped to its end", async () => {
  const { isSilent: _silent, video: _video, isForgotten: _forgotten, ...older } = aJob({ state: aRunning() });
  expect(await stepped(older)).toMatchObject({ state: { status: "announcing", outcome: { kind: "failed" } } });
});
