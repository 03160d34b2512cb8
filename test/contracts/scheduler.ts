import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EpochMs } from "../../src/core/clock.ts";
import type { Scheduler } from "../../src/core/engine.ts";
import type { JobId } from "../../src/core/job/ids.ts";

export interface SchedulerWorld {
  readonly scheduler: Scheduler;
  /** A step that rejects is retried after this time. */
  readonly retryAfterMs: number;
  now(): EpochMs;
  /** Lets this much time pass and runs everything that becomes due. */
  pass(ms: number): Promise<void>;
}

/** The maximum delay of a job. No test waits longer. */
const LATE_MS = 5_000;
const MOMENT_MS = 10;

/** The contract of every scheduler. `open` returns an empty one whose concurrency limit these tests do not reach. */
export function schedulerContract(name: string, open: () => Promise<SchedulerWorld>): void {
  describe(`the scheduler ${name}`, () => {
    const worldTest = (title: string, claim: (world: SchedulerWorld) => Promise<void>) =>
      test(title, async () => {
        const world = await open();
        try {
          await claim(world);
        } finally {
          await world.scheduler.stop();
        }
      });

    worldTest("wakes a job at the scheduled time and not earlier", async (world) => {
      const due = world.now() + 300;
      const woken = wakes(world);
      world.scheduler.schedule("a", due);
      await until(world, () => woken.length === 1);
      expect(woken[0]?.at).toBeGreaterThanOrEqual(due);
    });

    worldTest("wakes a job whose scheduled time is in the past", async (world) => {
      const woken = wakes(world);
      world.scheduler.schedule("a", world.now() - 3_600_000);
      await until(world, () => woken.length === 1);
    });

    worldTest("wakes a job that was scheduled before the scheduler was started", async (world) => {
      const { scheduler, now } = world;
      scheduler.schedule("a", now());
      await until(world, async () => (await scheduler.size()) === 1);
      const woken = wakes(world);
      await until(world, () => woken.length === 1);
      await until(world, async () => (await scheduler.size()) === 0);
    });

    worldTest(
      "replaces a job's scheduled time if the job is scheduled again for an earlier or a later time",
      async (world) => {
        const { scheduler, now } = world;
        const start = now();
        const woken = wakes(world);
        scheduler.schedule("sooner", start + 60_000);
        scheduler.schedule("sooner", start + 200);
        scheduler.schedule("later", start + 400);
        scheduler.schedule("later", start + 1_000);
        await until(world, async () => (await scheduler.size()) === 2);
        await until(world, () => woken.length === 2);
        expect(woken.map(({ id }) => id)).toEqual(["sooner", "later"]);
        expect(woken[1]?.at).toBeGreaterThanOrEqual(start + 1_000);
      },
    );

    worldTest("schedules the jobs in a list, except the jobs that are already scheduled", async (world) => {
      const { scheduler, now } = world;
      const start = now();
      scheduler.schedule("known", start + 800);
      await until(world, async () => (await scheduler.size()) === 1);
      const jobs = ["known", "lost"].map((id) => ({ id, at: start }));
      expect(await scheduler.ensure(jobs)).toBe(1);
      const woken = wakes(world);
      await until(world, () => woken.length === 2);
      expect(woken.map(({ id }) => id)).toEqual(["lost", "known"]);
      expect(woken[1]?.at).toBeGreaterThanOrEqual(start + 800);
    });

    worldTest(
      "wakes a job again at the time that the job's step returns, until a step returns no time",
      async (world) => {
        const { scheduler, now } = world;
        const at: EpochMs[] = [];
        scheduler.start(async () => {
          at.push(now());
          return at.length < 3 ? now() + 200 : null;
        });
        scheduler.schedule("a", now());
        await until(world, () => at.length === 3);
        expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(200);
        expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThanOrEqual(200);
        await until(world, async () => (await scheduler.size()) === 0);
        await world.pass(500);
        expect(at).toHaveLength(3);
      },
    );

    worldTest("starts no second step of a job before the first step ends", async (world) => {
      const { scheduler, now, pass } = world;
      const steps = await heldStep(world);
      scheduler.schedule("a", now() + 60_000);
      scheduler.schedule("a", now());
      await pass(300);
      expect(steps.begun).toEqual(["a"]);
      steps.end(now() + 3_600_000);
      await until(world, () => steps.begun.length === 2);
      steps.end(null);
    });

    worldTest("does not lose a wake-up that is scheduled during the job's step", async (world) => {
      const { scheduler, now } = world;
      const steps = await heldStep(world);
      scheduler.schedule("a", now() + 100);
      steps.end(null);
      await until(world, () => steps.begun.length === 2);
      steps.end(null);
    });

    worldTest("runs other jobs while one job hangs", async (world) => {
      const { scheduler, now } = world;
      const steps = await heldStep(world);
      scheduler.schedule("b", now());
      await until(world, () => steps.begun.length === 2);
      steps.end(null);
    });

    worldTest("retries a failed step after a delay", async (world) => {
      const { scheduler, now, retryAfterMs } = world;
      const at: EpochMs[] = [];
      scheduler.start(async () => {
        at.push(now());
        if (at.length === 1) throw new Error("the store is away");
        return null;
      });
      scheduler.schedule("a", now());
      await until(world, () => at.length === 2);
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(retryAfterMs);
      await world.pass(2 * retryAfterMs);
      expect(at).toHaveLength(2);
    });

    worldTest("reports no takeover of a job by another process if only one process runs", async (world) => {
      const { scheduler, now } = world;
      const holds: unknown[] = [];
      scheduler.start(async (_, hold) => {
        holds.push({ isTakenOver: hold.isTakenOver, isHeld: hold.isHeld() });
        return null;
      });
      scheduler.schedule("a", now());
      await until(world, () => holds.length === 1);
      expect(holds).toEqual([{ isTakenOver: false, isHeld: true }]);
    });

    worldTest("stops only after the running steps have ended, without waking another job", async (world) => {
      const { scheduler, now, pass } = world;
      const steps = await heldStep(world);
      scheduler.schedule("b", now() + 100);

      let isStopped = false;
      const stopped = scheduler.stop().then(() => {
        isStopped = true;
      });
      await pass(500);
      expect(isStopped).toBe(false);
      expect(steps.begun).toEqual(["a"]);

      steps.end(now());
      await stopped;
      scheduler.schedule("c", now());
      await pass(500);
      expect(steps.begun).toEqual(["a"]);
    });

    worldTest("wakes jobs in the order of their scheduled times", async (world) => {
      const { scheduler, now } = world;
      const start = now() + 500;
      const delays = new Map<JobId, number>();
      const plan = fc.sample(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 10 })), 200);
      for (const [job, tenths] of plan) {
        delays.set(`job-${job}`, tenths * 100);
        scheduler.schedule(`job-${job}`, start + tenths * 100);
      }
      await until(world, async () => (await scheduler.size()) === delays.size);
      await world.pass(500);
      const woken = wakes(world);
      await until(world, () => woken.length === delays.size);
      const order = woken.map(({ id }) => delays.get(id) ?? -1);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    });
  });
}

async function until({ now, pass }: SchedulerWorld, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = now() + LATE_MS + LATE_MS;
  while (!(await isSo())) {
    expect(now(), "timed out").toBeLessThan(giveUp);
    await pass(MOMENT_MS);
  }
}

/** Starts steps that end at once and are not repeated. Returns the started jobs. */
function wakes({ scheduler, now }: SchedulerWorld): readonly { readonly id: JobId; readonly at: EpochMs }[] {
  const woken: { id: JobId; at: EpochMs }[] = [];
  scheduler.start(async (id) => {
    woken.push({ id, at: now() });
    return null;
  });
  return woken;
}

/** Starts a step of job "a" that keeps running. Later steps do too, until `end` returns the next due time. */
async function heldStep(world: SchedulerWorld) {
  const { scheduler, now } = world;
  const begun: JobId[] = [];
  let held: ((next: EpochMs | null) => void)[] = [];
  scheduler.start((id) => {
    begun.push(id);
    return new Promise((resolve) => held.push(resolve));
  });
  scheduler.schedule("a", now());
  await until(world, () => begun.length === 1);
  return {
    begun,
    end(next: EpochMs | null) {
      for (const resolve of held) resolve(next);
      held = [];
    },
  };
}
