import { expect, test } from "vitest";
import { beginWork } from "../../src/app/begin-work.ts";
import type { Scheduler } from "../../src/core/scheduler.ts";
import { memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { aJobId } from "../fakes/jobs.ts";
import { aWorld } from "../jobs/world.ts";

test("no step of a job begins while people wait for answers", async () => {
  const { clock, log, deps, jobs, notices, jobOf, ...world } = aWorld();
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
  const work = await beginWork({ scheduler, isAlone: true, shared, notices, teams: jobs.teams }, running, () => quiet);
  await clock.advance(500);
  expect(await jobOf(aJobId())).toMatchObject({ state: { status: "accepted" } });
  isQuiet();
  await clock.advance(1);
  expect(await jobOf(aJobId())).toMatchObject({ state: { status: "running" } });
  const stopped = work.stop();
  await clock.advance(10);
  await stopped;
});

test("where alarms outlive a process, a clock that is set back wakes every open job, and is told once", async () => {
  const { clock, log, deps, jobs, notices, ...world } = aWorld();
  world.tellToStop();
  await world.stop();
  for (const n of [1, 2]) await world.begin({ id: aJobId(n) });
  const stopping = new AbortController();
  const scheduled: unknown[] = [];
  const scheduler: Scheduler = {
    schedule: (id, at) => void scheduled.push([id, at - clock.now()]),
    ensure: async () => 0,
    start() {},
    stop: async () => {},
    size: () => 0,
  };
  const shared = { isMyTurn: async () => false };
  const engine = { scheduler, isAlone: false, shared, notices, teams: jobs.teams };
  await beginWork(engine, { ...deps(), stopping: stopping.signal }, async () => {});
  await clock.advance(20_000);
  expect(scheduled).toEqual([]);
  clock.set(-3_600_000);
  await clock.advance(20_000);
  const ids = [aJobId(1), aJobId(2)].sort();
  expect(scheduled).toEqual(ids.map((id, index) => [id, expect.closeTo(index, -1)]));
  const told = log.lines.filter(({ event }) => event === "the clock was set back, open jobs are woken");
  expect(told.map(({ fields }) => fields.count)).toEqual([2]);
  stopping.abort();
  await clock.advance(10_000);
});
