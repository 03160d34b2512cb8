import { afterAll, beforeAll, expect, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import { connectRedis, PREFIX } from "../../src/engines/redis-connection.ts";
import { redisScheduler } from "../../src/engines/redis-scheduler.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";
import { compileChild, startChild } from "./start-child.ts";

let server: RedisServer;
let script = "";
beforeAll(async () => {
  script = await compileChild();
  server = await startRedis();
}, 60_000);
afterAll(async () => {
  await server.stop();
});

/** Schedules a job, which a child process starts, and waits until this process receives it. Ends the child. */
async function withChild(
  how: "hangs" | "blocks",
  claim: (world: {
    readonly begun: ReturnType<typeof startChild>;
    /** The time until the child's lock expires, by Redis's own clock. */
    lockLeftMs(): Promise<number>;
    /** Waits until this process receives the job. Returns whether the job counts as taken over. */
    comesHere(): Promise<boolean>;
  }) => Promise<void>,
): Promise<void> {
  const connected = await connectRedis(server.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  await redis.flushall();
  const scheduler = redisScheduler(redis, { clock: machineClock, log: recordingLog() });
  let comes: (isTakenOver: boolean) => void = () => {};
  let isStarted = false;
  try {
    const begun = startChild(script, how, server.url);
    scheduler.schedule("a", Date.now());
    expect(await begun.line()).toBe("begun");
    await claim({
      begun,
      async lockLeftMs() {
        const [seconds = 0, micros = 0] = await redis.time();
        return Number(await redis.zscore(`${PREFIX}:alarms`, "a")) - seconds * 1_000 - micros / 1_000;
      },
      comesHere() {
        const coming = new Promise<boolean>((resolve) => {
          comes = resolve;
        });
        if (!isStarted)
          scheduler.start(async (_, { isTakenOver }) => {
            comes(isTakenOver);
            return Date.now() + 3_600_000;
          });
        isStarted = true;
        return coming;
      },
    });
  } finally {
    await scheduler.stop();
    redis.disconnect();
  }
}

test("the job of a killed process is taken over by another process within 8 s", () =>
  withChild("hangs", async ({ begun, lockLeftMs, comesHere }) => {
    await begun.kill();
    // This process checks for expired locks four times a second.
    expect(await lockLeftMs()).toBeLessThanOrEqual(7_000);
    expect(await comesHere()).toBe(true);
  }));

test("a process whose event loop was blocked detects that another process took over the job", () =>
  withChild("blocks", async ({ begun, comesHere }) => {
    expect(await begun.line()).toBe("held true");
    expect(await comesHere()).toBe(true);
    const again = comesHere();
    expect(await begun.line()).toBe("then held false");
    // Both would wait for an hour, but the next time of the blocked process may be outdated.
    await again;
  }));
