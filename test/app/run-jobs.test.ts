import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { backUp } from "../../src/app/program/take-backup.ts";
import { closeAfterRestore, healthLine, RECOVERY, runJobs, watchWorkers } from "../../src/app/run-jobs.ts";
import type { Engine, Scheduler } from "../../src/core/engine.ts";
import { outcomeOf } from "../../src/core/job/job.ts";
import { openEmbedded } from "../../src/engines/embedded.ts";
import { memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { inFolder } from "../engines/in-folder.ts";
import { deferred } from "../fakes/deferred.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { fakeHealth } from "../fakes/fake-health.ts";
import { aJob, aJobId, aRunning, aWaiting, TEST_START } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { uncounted } from "../fakes/meter.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { aWorld } from "../jobs/world.ts";

const clock = manualClock(TEST_START + 60_000);

async function open(dir: string): Promise<Engine> {
  return valueIn(await openEmbedded(dir, { clock: clock, log: recordingLog(), names: testNames }));
}

function depsOf({ jobs }: Pick<Engine, "jobs">, log = recordingLog()) {
  const chance = { fraction: () => 0.5, token: () => "t" };
  return { jobs, pace: { pollMinMs: 2_000 }, clock, chance, log, meter: uncounted, frames: null, keptFilms: null };
}

/** Starts on that folder. Returns the jobs that it closed and the warnings that it logged. */
async function start(
  dir: string,
  { restored }: { restored?: string } = {},
  act: (engine: Engine) => Promise<void> = async () => {},
) {
  const engine = await open(dir);
  const log = recordingLog();
  await closeAfterRestore({ RESTORED: restored }, engine, depsOf(engine, log));
  const closed: string[] = [];
  for (const n of [1, 2, 3]) {
    const stored = await engine.jobs.load(aJobId(n));
    const outcome = stored && outcomeOf(stored.job);
    if (outcome?.kind === "not_started") closed.push(`${n} ${outcome.why}`);
  }
  await act(engine);
  await engine.close();
  return { closed, logged: log.lines.filter(({ level }) => level === "warn").map(({ event }) => event) };
}

const waiting = (n: number) => aJob({ id: aJobId(n), sealedKey: null, state: aWaiting({ for: "turn" }) });

/** A folder with a queued video and a running one. */
async function aFolder(root: string): Promise<string> {
  const dir = join(root, "data");
  await start(dir, {}, async ({ jobs, keyv }) => {
    await jobs.insert(waiting(1));
    await jobs.insert(aJob({ id: aJobId(2), state: aRunning() }));
    await keyv("kept").set("a question", "whether to start it");
    await keyv("pending").set("a request", "without a key");
    await keyv("settings").set("somebody", "anything");
  });
  return dir;
}

describe("the bot's first start after a backup was restored", () => {
  test("ends queued videos, deletes unanswered questions, and keeps running videos", () =>
    inFolder(async (root) => {
      const dir = await aFolder(root);
      expect(await backUp(dir, join(root, "copy"))).toMatchObject({ ok: true });
      const restored = join(root, "restored");
      mkdirSync(restored);
      copyFileSync(join(root, "copy"), join(restored, "reelay.db"));

      const first = await start(restored, {}, async ({ jobs, keyv }) => {
        expect((await jobs.load(aJobId(2)))?.job.state.status).toBe("running");
        expect(await keyv("kept").get("a question")).toBeUndefined();
        expect(await keyv("pending").get("a request")).toBeUndefined();
        expect(await keyv("settings").get("somebody")).toBe("anything");
        await jobs.insert(waiting(3));
      });
      expect(first).toEqual({ closed: ["1 restored"], logged: [expect.stringMatching(/^a backup was restored/)] });
      expect(await start(restored)).toEqual({ closed: ["1 restored"], logged: [] });
    }));

  test("is completed by the next start if the store fails midway", () =>
    inFolder(async (root) => {
      const dir = await aFolder(root);
      const engine = await open(dir);
      await engine.jobs.insert(waiting(3));
      let saves = 0;
      const save: typeof engine.jobs.save = async (...saved) => {
        saves += 1;
        if (saves > 1) throw new Error("the disk is gone");
        return engine.jobs.save(...saved);
      };
      const cutOff = closeAfterRestore({ RESTORED: "1" }, engine, depsOf({ jobs: { ...engine.jobs, save } }));
      await expect(cutOff).rejects.toThrow("the disk is gone");
      await engine.close();
      expect((await start(dir, { restored: "1" })).closed).toEqual(["1 restored", "3 restored"]);
    }));
});

describe("the setting RESTORED", () => {
  test("takes effect only once for each value", () =>
    inFolder(async (root) => {
      const dir = await aFolder(root);
      const first = await start(dir, { restored: "1" }, async ({ jobs }) => {
        await jobs.insert(waiting(3));
      });
      expect(first.closed).toEqual(["1 restored"]);
      const again = await start(dir, { restored: "1" });
      expect(again).toEqual({ closed: ["1 restored"], logged: [expect.stringMatching(/RESTORED .+ remove it/)] });
      expect((await start(dir, { restored: "2026-11-24" })).closed).toEqual(["1 restored", "3 restored"]);
    }));
});

test("the line about the video service in /readyz distinguishes an outage, failed videos and no trouble", () => {
  const health = fakeHealth();
  expect(healthLine(health)).toBe("video service: no trouble seen");
  health.set("failing", { failed: 6, ends: 10 });
  expect(healthLine(health)).toBe("video service: 6 of the last 10 videos failed");
  health.set("down");
  expect(healthLine(health)).toBe("video service: does not answer");
});

test("a job runs its next step only after the bot has answered all waiting commands", async () => {
  const { clock, log, deps, jobs, notices, jobOf, ...world } = aWorld();
  // The world's own runner does not run these jobs.
  world.tellToStop();
  await world.stop();
  await world.begin();
  const quiet = deferred();
  const scheduler = memoryScheduler(clock, log);
  const shared = { isMyTurn: async () => false };
  const running = { ...deps(), stopping: new AbortController().signal };
  await runJobs({ scheduler, isAlone: true, shared, notices, teams: jobs.teams }, running, () => quiet.promise);
  await clock.advance(500);
  expect(await jobOf(aJobId())).toMatchObject({ state: { status: "accepted" } });
  quiet.resolve();
  await clock.advance(1);
  expect(await jobOf(aJobId())).toMatchObject({ state: { status: "running" } });
  const stopped = scheduler.stop();
  await clock.advance(10);
  await stopped;
});

test("setting the clock back reschedules every unfinished job if the schedule is stored outside the process", async () => {
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
  await runJobs(engine, { ...deps(), stopping: stopping.signal }, async () => {});
  await clock.advance(20_000);
  expect(scheduled).toEqual([]);
  clock.set(-3_600_000);
  await clock.advance(20_000);
  const ids = [aJobId(1), aJobId(2)].sort();
  expect(scheduled).toEqual(ids.map((id, index) => [id, expect.closeTo(index, -1)]));
  const wakings = log.lines.filter(({ event }) => event === "the clock was set back, open jobs are woken");
  expect(wakings.map(({ fields }) => fields.count)).toEqual([2]);
  stopping.abort();
  await clock.advance(10_000);
});

test("a front-end process logs one error each time that all worker processes have stopped", async () => {
  const clock = manualClock();
  const log = recordingLog();
  const stopping = new AbortController();
  let areWorkers = true;
  const shared = { isMyTurn: async (what: string) => what === RECOVERY && !areWorkers };
  const watching = watchWorkers(shared, { clock, log, stopping: stopping.signal });
  const errorsAfter = async (afterMs: number) => {
    await clock.advance(afterMs);
    return log.lines.filter(({ level, event }) => level === "error" && event.includes("ROLE=worker")).length;
  };
  expect(await errorsAfter(120_000)).toBe(0);
  areWorkers = false;
  expect(await errorsAfter(29_000)).toBe(0);
  expect(await errorsAfter(60_000)).toBe(1);
  areWorkers = true;
  expect(await errorsAfter(5_000)).toBe(1);
  areWorkers = false;
  expect(await errorsAfter(31_000)).toBe(2);
  stopping.abort();
  await watching;
});
