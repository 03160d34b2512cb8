import { expect, onTestFinished, test } from "vitest";
import { jobStore } from "../../../src/engines/job-store.ts";
import { redisRows } from "../../../src/engines/redis-rows.ts";
import { aJob } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { hasRedis, startRedis, testClient } from "./redis-server.ts";

test.skipIf(!hasRedis)(
  "a job is kept in a real Redis; skipped where there is no redis-server, as all that npm run test:redis runs would be",
  async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const redis = await testClient(server.url);
    onTestFinished(() => redis.disconnect());
    const store = jobStore(redisRows(redis), keptLog());
    expect(await store.insert(aJob())).toBe("inserted");
    expect(await store.load(aJob().id)).toEqual({ job: aJob(), version: 1 });
  },
);
