import { afterAll, beforeAll, describe } from "vitest";
import { machineClock, sleep } from "../../../src/core/clock.ts";
import { bullmqScheduler } from "../../../src/engines/distributed/bullmq-scheduler.ts";
import { connect } from "../../../src/engines/distributed/connect.ts";
import { schedulerContract } from "../../contracts/scheduler.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

describe("over Redis", () => {
  schedulerContract("bullmqScheduler", async () => {
    const connected = await connect(server.url, keptLog());
    if (!connected.ok) throw new Error(connected.refusal.detail);
    const redis = connected.value;
    await redis.flushall();
    const retryAfterMs = 300;
    const scheduler = bullmqScheduler(redis, { clock: machineClock, log: keptLog() }, { retryAfterMs });
    return { scheduler, retryAfterMs, now: machineClock.now, pass: (ms) => sleep(machineClock, ms) };
  });
});
