import { expect, test } from "vitest";
import { beginWork } from "../../src/app/work.ts";
import { memoryScheduler } from "../../src/engines/embedded/memory-scheduler.ts";
import { aJobId } from "../fakes/jobs.ts";
import { aWorld } from "../jobs/world.ts";

test("no step of a job begins while people wait for answers", async () => {
  const { clock, log, deps, jobOf, ...world } = aWorld();
  // Its own process goes no further than this.
  world.tellToStop();
  await world.stop();
  await world.begin();
  let isQuiet = () => {};
  const quiet = new Promise<void>((resolve) => {
    isQuiet = resolve;
  });
  const scheduler = memoryScheduler(clock, log);
  const shared = { isMyTurn: async () => false };
  const running = { ...deps(), stopping: new AbortController().signal };
  const work = await beginWork({ scheduler, isAlone: true, shared }, running, () => quiet);
  await clock.advance(500);
  expect(await jobOf(aJobId())).toMatchObject({ state: { status: "accepted" } });
  isQuiet();
  await clock.advance(1);
  expect(await jobOf(aJobId())).toMatchObject({ state: { status: "running" } });
  const stopped = work.stop();
  await clock.advance(10);
  await stopped;
});
