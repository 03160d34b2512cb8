import { afterAll, beforeAll, expect, test } from "vitest";
import { closeAfterRestore } from "../../src/app/work.ts";
import { outcomeOf } from "../../src/core/job/job.ts";
import { openRedis } from "../../src/engines/distributed.ts";
import { type RedisServer, startRedis } from "../engines/redis-server.ts";
import { aJob, aJobId, aRunning, aWaiting, TEST_START } from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { uncounted } from "../fakes/meter.ts";
import { toldClock } from "../fakes/told-clock.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

test("RESTORED closes what a Redis that was put back could pay for again, once", async () => {
  const clock = toldClock(TEST_START + 60_000);
  const opened = await openRedis({ url: server.url, acceptsLoss: true }, keptLog(), clock);
  if (!opened.ok) throw new Error(opened.refusal.kind);
  const engine = opened.value;
  const chance = { fraction: () => 0.5, token: () => "t" };
  const deps = { jobs: engine.jobs, pace: { pollMinMs: 2_000 }, clock, chance, log: keptLog(), meter: uncounted };
  const stateOf = async (n: number) => (await engine.jobs.load(aJobId(n)))?.job;
  const waiting = (n: number) => aJob({ id: aJobId(n), sealedKey: null, state: aWaiting({ for: "turn" }) });

  await engine.jobs.insert(waiting(1));
  await engine.jobs.insert(aJob({ id: aJobId(2), state: aRunning() }));
  await engine.keyv("kept").set("a question", "whether to start it");
  await closeAfterRestore({ RESTORED: "1" }, engine, deps);
  const closed = await stateOf(1);
  expect(closed && outcomeOf(closed)).toEqual({ kind: "not_started", why: "restored" });
  expect((await stateOf(2))?.state.status).toBe("running");
  expect(await engine.keyv("kept").get("a question")).toBeUndefined();

  await engine.jobs.insert(waiting(3));
  await closeAfterRestore({ RESTORED: "1" }, engine, deps);
  expect((await stateOf(3))?.state.status).toBe("waiting");
  await closeAfterRestore({ RESTORED: "again" }, engine, deps);
  expect((await stateOf(3))?.state.status).toBe("announcing");
  await engine.close();
});
