import fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock, EpochMs } from "../../src/core/clock.ts";
import { dueQueue, memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { schedulerContract } from "../contracts/scheduler.ts";
import { runs } from "../fakes/how-many.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

schedulerContract("in memory", async () => {
  const clock = manualClock();
  return {
    scheduler: memoryScheduler(clock, recordingLog()),
    retryAfterMs: 5_000,
    now: clock.now,
    pass: clock.advance,
  };
});

test("a job is woken in exactly the millisecond for which the job is scheduled", async () => {
  const clock = manualClock();
  const scheduler = memoryScheduler(clock, recordingLog());
  const at: EpochMs[] = [];
  scheduler.start(async () => {
    at.push(clock.now());
    return null;
  });
  const due = clock.now() + 200_001;
  scheduler.schedule("a", due);
  await clock.advance(1_000_000);
  expect(at).toEqual([due]);
});

test("the scheduler runs at most 64 jobs at once", async () => {
  const clock = manualClock();
  const scheduler = memoryScheduler(clock, recordingLog());
  const ids = Array.from({ length: 150 }, (_, n) => `job-${n}`);
  const woken: string[] = [];
  scheduler.start(async (id) => {
    woken.push(id);
    await new Promise<void>((resolve) => clock.after(1_000, resolve));
    return null;
  });
  for (const id of ids) scheduler.schedule(id, clock.now());
  await clock.advance(999);
  expect([woken.length, scheduler.size()]).toEqual([64, 86]);
  await clock.advance(1_000);
  expect(woken).toHaveLength(128);
  await clock.advance(1_000);
  expect(woken).toEqual(ids);
});

test("if a job's step throws or rejects, the error is logged with the job's id", async () => {
  const clock = manualClock();
  const log = recordingLog();
  const scheduler = memoryScheduler(clock, log);
  scheduler.start((id) => {
    if (id === "throws") throw new Error("a bug");
    return Promise.reject("no error at all");
  });
  scheduler.schedule("throws", clock.now());
  scheduler.schedule("rejects", clock.now() + 1);
  await clock.advance(10);
  expect(log.lines).toEqual([
    { level: "error", event: "step failed", fields: { job: "throws", error: "a bug" } },
    { level: "error", event: "step failed", fields: { job: "rejects", error: "no error at all" } },
  ]);
});

test("a job does not block the event loop if every step reschedules the job for the current time", async () => {
  let turns = 0;
  const clock: Clock = {
    now: () => 0,
    after(_, act) {
      const turn = setImmediate(act);
      return () => clearImmediate(turn);
    },
  };
  const scheduler = memoryScheduler(clock, recordingLog());
  let steps = 0;
  scheduler.start(async () => {
    steps += 1;
    return 0;
  });
  scheduler.schedule("a", 0);
  while (turns < 50) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  await scheduler.stop();
  expect(steps).toBeLessThan(60);
  expect(steps).toBeGreaterThan(10);
});

/** A scheduler whose clock can be set forward or back while time passes. */
function shiftedWorld(step: (id: string, now: () => EpochMs) => Promise<EpochMs | null> = async () => null) {
  const steady = manualClock();
  let shiftMs = 0;
  const clock: Clock = { now: () => steady.now() + shiftMs, after: steady.after };
  const scheduler = memoryScheduler(clock, recordingLog());
  const woken: string[] = [];
  scheduler.start((id) => {
    woken.push(id);
    return step(id, clock.now);
  });
  return {
    scheduler,
    woken,
    pass: steady.advance,
    scheduleIn: (id: string, ms: number) => scheduler.schedule(id, clock.now() + ms),
    shift(ms: number) {
      shiftMs += ms;
    },
  };
}

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

test("after the clock was set back by an hour, every job is woken within about 30 s, including a job that was running", async () => {
  let end = () => {};
  const { scheduler, woken, pass, scheduleIn, shift } = shiftedWorld(async (id, now) => {
    if (id !== "busy" || woken.length > 1) return null;
    const before = now();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return before + 2 * HOUR;
  });
  scheduleIn("busy", 0);
  await pass(0);
  scheduleIn("late", 10 * MINUTE);
  scheduleIn("later", 2 * HOUR);
  scheduleIn("latest", 24 * HOUR);
  shift(-HOUR);
  await pass(30 * SECOND);
  end();
  await pass(10);
  expect(woken).toEqual(["busy", "late", "busy", "later", "latest"]);
  expect(scheduler.size()).toBe(0);
});

test("after the clock was set back by two seconds, no job is woken early", async () => {
  const { woken, pass, scheduleIn, shift } = shiftedWorld();
  scheduleIn("a", MINUTE);
  await pass(10 * SECOND);
  shift(-2 * SECOND);
  scheduleIn("b", 10 * SECOND);
  await pass(49 * SECOND);
  expect(woken).toEqual(["b"]);
  await pass(4 * SECOND);
  expect(woken).toEqual(["b", "a"]);
});

test("after the clock was set back by an hour, no job is delayed by more than 30 s", async () => {
  const { woken, pass, scheduleIn, shift } = shiftedWorld();
  scheduleIn("waited", MINUTE);
  await pass(20 * SECOND);
  shift(-HOUR);
  scheduleIn("came after", 10 * SECOND);
  await pass(0);
  expect(woken).toEqual(["waited"]);
  await pass(10.5 * SECOND);
  expect(woken).toEqual(["waited", "came after"]);
});

test("a job that became overdue when the clock jumped forward by an hour is woken within 30 s", async () => {
  const { woken, pass, scheduleIn, shift } = shiftedWorld();
  scheduleIn("a", 50 * MINUTE);
  shift(HOUR);
  await pass(30 * SECOND);
  expect(woken).toEqual(["a"]);
});

test("after the clock jumped forward by an hour, a job that is scheduled for the current time is woken at once", async () => {
  const { woken, pass, scheduleIn, shift } = shiftedWorld();
  scheduleIn("waits", 2 * HOUR);
  await pass(SECOND);
  shift(HOUR);
  scheduleIn("now", 0);
  await pass(0);
  expect(woken).toEqual(["now"]);
});

test("a scheduler can be started only once", () => {
  const scheduler = memoryScheduler(manualClock(), recordingLog());
  scheduler.start(async () => null);
  expect(() => scheduler.start(async () => null)).toThrow("started before");
});

const move = fc.oneof(
  fc.record({ kind: fc.constant("put"), id: fc.integer({ min: 0, max: 12 }), at: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constant("take"), id: fc.constant(0), at: fc.integer({ min: 0, max: 30 }) }),
);

test("the scheduler's queue returns entries in the order of their times", () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 120, size: "max" }), (moves) => {
      const queue = dueQueue();
      /** The reference: a list that is sorted each time. */
      let plain: { id: string; at: number; order: number }[] = [];
      for (const [order, { kind, id, at }] of moves.entries()) {
        if (kind === "put") {
          queue.put(`job-${id}`, at);
          plain = [...plain.filter((entry) => entry.id !== `job-${id}`), { id: `job-${id}`, at, order }];
        } else {
          const [due] = plain.filter((entry) => entry.at <= at).toSorted((a, b) => a.at - b.at || a.order - b.order);
          expect(queue.takeDue(at)).toBe(due?.id ?? null);
          plain = plain.filter((entry) => entry !== due);
        }
        expect(queue.size()).toBe(plain.length);
        expect(queue.nextAt()).toBe(plain.length === 0 ? null : Math.min(...plain.map((entry) => entry.at)));
      }
    }),
    { numRuns: runs(300) },
  );
});

test.for([Number.NaN, Number.POSITIVE_INFINITY])("a job cannot be scheduled for the time %d", (at) => {
  expect(() => dueQueue().put("a", at)).toThrow("job a cannot be due");
});
