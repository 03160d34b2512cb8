import { expect, onTestFinished, test } from "vitest";
import type { Clock } from "../../src/core/clock.ts";
import { watchHolds } from "../../src/engines/bullmq-scheduler.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { redisRows } from "../../src/engines/redis-rows.ts";
import { aJob } from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { toldClock } from "../fakes/told-clock.ts";
import { hasRedis, startRedis, testClient } from "./redis-server.ts";

test("a job is held as long as the event loop turns and its lock is renewed", async () => {
  const clock = toldClock();
  const holds = watchHolds(clock);
  const [one, other] = [holds.begin("one", false), holds.begin("other", true)];
  await clock.advance(60_000);
  expect([one.isHeld(), other.isHeld(), one.isTakenOver, other.isTakenOver]).toEqual([true, true, false, true]);
  holds.lost(["one"]);
  expect([one.isHeld(), other.isHeld()]).toEqual([false, true]);
  holds.stop();
});

test("an event loop that stood still has lost what it held, before it has noticed that and after", async () => {
  const told = toldClock();
  let stoodMs = 0;
  const clock: Clock = { now: () => told.now() + stoodMs, after: told.after };
  const holds = watchHolds(clock);
  const before = holds.begin("one", false);
  stoodMs = 6_000;
  expect(before.isHeld()).toBe(false);
  await told.advance(600);
  expect(before.isHeld()).toBe(false);
  expect(holds.begin("two", false).isHeld()).toBe(true);
  holds.stop();
});

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
