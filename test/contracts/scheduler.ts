import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EpochMs } from "../../src/core/clock.ts";
import type { JobId } from "../../src/core/job.ts";
import type { Scheduler } from "../../src/core/scheduler.ts";

/** A scheduler and the time it lives in. */
export interface SchedulerWorld {
  readonly scheduler: Scheduler;
  now(): EpochMs;
  /** So many milliseconds pass, and what falls due on the way happens. */
  pass(ms: number): Promise<void>;
}

/** What every scheduler promises; `open` gives one that waits for nobody, without a limit that these tests reach. */
export function schedulerContract(name: string, open: () => Promise<SchedulerWorld>): void {
  describe(`${name} as a scheduler`, () => {
    const worldTest = (title: string, claim: (world: SchedulerWorld) => Promise<void>) =>
      test(title, async () => {
        const world = await open();
        try {
          await claim(world);
        } finally {
          await world.scheduler.stop();
        }
      });

    worldTest("a job is woken when it is due, not before", async ({ scheduler, now, pass }) => {
      const woken = wakes(scheduler);
      scheduler.schedule("a", now() + 1_000);
      await pass(900);
      expect(woken).toEqual([]);
      await pass(200);
      expect(woken).toEqual(["a"]);
    });

    worldTest("a job whose time is past is woken at once", async ({ scheduler, now, pass }) => {
      const woken = wakes(scheduler);
      scheduler.schedule("a", now() - 3_600_000);
      await pass(50);
      expect(woken).toEqual(["a"]);
    });

    worldTest("jobs scheduled before the start are woken after it", async ({ scheduler, now, pass }) => {
      scheduler.schedule("a", now());
      await pass(100);
      expect(scheduler.size()).toBe(1);
      const woken = wakes(scheduler);
      await pass(100);
      expect(woken).toEqual(["a"]);
      expect(scheduler.size()).toBe(0);
    });

    worldTest("a later call replaces the time, to earlier or to later", async ({ scheduler, now, pass }) => {
      const woken = wakes(scheduler);
      scheduler.schedule("sooner", now() + 5_000);
      scheduler.schedule("sooner", now() + 1_000);
      scheduler.schedule("later", now() + 1_000);
      scheduler.schedule("later", now() + 5_000);
      expect(scheduler.size()).toBe(2);
      await pass(2_000);
      expect(woken).toEqual(["sooner"]);
      await pass(8_000);
      expect(woken).toEqual(["sooner", "later"]);
    });

    worldTest("a step's answer is when the job is woken next, null is never", async ({ scheduler, now, pass }) => {
      const at: EpochMs[] = [];
      const start = now();
      scheduler.start(async () => {
        at.push(now() - start);
        return at.length < 3 ? now() + 2_000 : null;
      });
      scheduler.schedule("a", start);
      await pass(60_000);
      expect(at).toHaveLength(3);
      expect(at[1]).toBeGreaterThanOrEqual(2_000);
      expect(at[2]).toBeGreaterThanOrEqual(4_000);
      expect(scheduler.size()).toBe(0);
    });

    worldTest("what is scheduled while its step runs is woken after that step, never beside it", async (world) => {
      const { scheduler, now, pass } = world;
      const steps = heldSteps(scheduler);
      scheduler.schedule("a", now());
      await pass(100);
      scheduler.schedule("a", now() + 60_000);
      scheduler.schedule("a", now());
      await pass(1_000);
      expect(steps.begun).toEqual(["a"]);
      steps.end(now() + 3_600_000);
      await pass(100);
      expect(steps.begun).toEqual(["a", "a"]);
      steps.end(null);
    });

    worldTest("what is scheduled while its step runs counts although the step says never", async (world) => {
      const { scheduler, now, pass } = world;
      const steps = heldSteps(scheduler);
      scheduler.schedule("a", now());
      await pass(100);
      scheduler.schedule("a", now() + 500);
      steps.end(null);
      await pass(1_000);
      expect(steps.begun).toEqual(["a", "a"]);
      steps.end(null);
    });

    worldTest("one job that hangs holds up no other", async ({ scheduler, now, pass }) => {
      const steps = heldSteps(scheduler);
      scheduler.schedule("a", now());
      await pass(100);
      scheduler.schedule("b", now());
      await pass(100);
      expect(steps.begun).toEqual(["a", "b"]);
      steps.end(null);
    });

    worldTest("a step that rejects is tried again after five seconds", async ({ scheduler, now, pass }) => {
      const at: EpochMs[] = [];
      const start = now();
      scheduler.start(async () => {
        at.push(now() - start);
        if (at.length === 1) throw new Error("the store is away");
        return null;
      });
      scheduler.schedule("a", start);
      await pass(4_900);
      expect(at).toHaveLength(1);
      await pass(500);
      expect(at).toHaveLength(2);
      await pass(20_000);
      expect(at).toHaveLength(2);
    });

    worldTest("stop waits for the steps in flight and wakes nobody any more", async ({ scheduler, now, pass }) => {
      const steps = heldSteps(scheduler);
      scheduler.schedule("a", now());
      await pass(100);
      scheduler.schedule("b", now() + 1_000);

      let isStopped = false;
      const stopped = scheduler.stop().then(() => {
        isStopped = true;
      });
      await pass(5_000);
      expect(isStopped).toBe(false);
      expect(steps.begun).toEqual(["a"]);

      steps.end(now());
      await stopped;
      scheduler.schedule("c", now());
      await pass(5_000);
      expect(steps.begun).toEqual(["a"]);
    });

    worldTest("jobs are woken in the order of their times", async ({ scheduler, now, pass }) => {
      const woken = wakes(scheduler);
      const start = now();
      const delays = new Map<JobId, number>();
      const plan = fc.sample(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20 })), 200);
      for (const [job, tenths] of plan) {
        delays.set(`job-${job}`, tenths * 100);
        scheduler.schedule(`job-${job}`, start + tenths * 100);
      }
      await pass(5_000);
      expect(woken).toHaveLength(delays.size);
      const order = woken.map((id) => delays.get(id) ?? -1);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    });
  });
}

/** Steps that end at once and never come again; their jobs as they were woken. */
function wakes(scheduler: Scheduler): readonly JobId[] {
  const woken: JobId[] = [];
  scheduler.start(async (id) => {
    woken.push(id);
    return null;
  });
  return woken;
}

/** Steps that run until `end` says when their job is due again. */
function heldSteps(scheduler: Scheduler) {
  const begun: JobId[] = [];
  let held: ((next: EpochMs | null) => void)[] = [];
  scheduler.start((id) => {
    begun.push(id);
    return new Promise((resolve) => held.push(resolve));
  });
  return {
    begun,
    end(next: EpochMs | null) {
      for (const resolve of held) resolve(next);
      held = [];
    },
  };
}
