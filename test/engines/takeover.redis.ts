import { afterAll, beforeAll, expect, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import { connect } from "../../src/engines/redis-connection.ts";
import { redisScheduler } from "../../src/engines/redis-scheduler.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";
import { compileChild, startChild } from "./start-child.ts";

let server: RedisServer;
let script = "";
beforeAll(async () => {
  script = await compileChild("test/engines/distributed-child.ts");
  server = await startRedis();
}, 60_000);
afterAll(async () => {
  await server.stop();
});

interface Coming {
  readonly afterMs: number;
  readonly isTakenOver: boolean;
}

/** Schedules a job that a child begins, and then waits for it here; ends what it began. */
async function withChild(
  how: "hangs" | "blocks",
  claim: (world: {
    readonly begun: ReturnType<typeof startChild>;
    /** Resolves when the job comes to this process, with the milliseconds since this call, and whether it says that it was taken over. */
    comesHere(): Promise<Coming>;
  }) => Promise<void>,
): Promise<void> {
  const connected = await connect(server.url, recordingLog());
  if (!connected.ok) throw new Error(connected.refusal.detail);
  await connected.value.flushall();
  const scheduler = redisScheduler(connected.value, { clock: machineClock, log: recordingLog() });
  let comes: (coming: { readonly isTakenOver: boolean }) => void = () => {};
  let isStarted = false;
  try {
    const begun = startChild(script, how, server.url);
    scheduler.schedule("a", Date.now());
    expect(await begun.line()).toBe("begun");
    await claim({
      begun,
      comesHere() {
        const from = Date.now();
        const coming = new Promise<Coming>((resolve) => {
          comes = ({ isTakenOver }) => resolve({ afterMs: Date.now() - from, isTakenOver });
        });
        if (!isStarted)
          scheduler.start(async (_, hold) => {
            comes(hold);
            return Date.now() + 3_600_000;
          });
        isStarted = true;
        return coming;
      },
    });
  } finally {
    await scheduler.stop();
    connected.value.disconnect();
  }
}

test("the job of a process that was killed in its step is taken over within 8 s, and its step is told so", () =>
  withChild("hangs", async ({ begun, comesHere }) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await begun.kill();
    const { afterMs, isTakenOver } = await comesHere();
    expect(isTakenOver).toBe(true);
    expect(afterMs).toBeLessThan(8_000);
  }));

test("a process whose event loop stood still knows that its job may be another's now, and has it woken once more", () =>
  withChild("blocks", async ({ begun, comesHere }) => {
    expect(await begun.line()).toBe("held true");
    expect((await comesHere()).isTakenOver).toBe(true);
    const again = comesHere();
    expect(await begun.line()).toBe("then held false");
    // Both would wait for an hour; what the one that stood still would wait for may be out of date.
    await again;
  }));
