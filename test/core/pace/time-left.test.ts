import { describe, expect, test } from "vitest";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { Trace } from "../../../src/core/job/job.ts";
import { expectedLeftMs, foreseenEnd } from "../../../src/core/pace/time-left.ts";
import { aRunning, TEST_START } from "../../fakes/jobs.ts";

const MINUTE = 60_000;

/** Moves one percent in each such number of milliseconds, after a queue. */
function linear(msPerPercent: number, untilPercent: number, queueMs = 0): Trace {
  return Array.from({ length: untilPercent }, (_, n) => [queueMs + (n + 1) * msPerPercent, n + 1] as const);
}

function foreseen(trace: Trace, elapsedMs: number, { endsAt, lastRunningMs = elapsedMs }: Before = {}): EpochMs | null {
  const seen = { trace, percent: trace.at(-1)?.[1] ?? null, lastRunningAt: TEST_START + lastRunningMs };
  return foreseenEnd(aRunning({ ...seen, ...(endsAt !== undefined && { endsAt }) }), TEST_START + elapsedMs);
}

interface Before {
  readonly endsAt?: EpochMs;
  readonly lastRunningMs?: number;
}

const leftMs = (trace: Trace, elapsedMs: number) => (foreseen(trace, elapsedMs) ?? Number.NaN) - TEST_START - elapsedMs;

describe("the time left", () => {
  test("follows the task's own pace, and a queue is not held against it", () => {
    expect(leftMs(linear(1_000, 40, 5 * MINUTE), 5 * MINUTE + 40_000)).toBeCloseTo(60_000, -4);
  });

  test("of a task that eases out is read from its curve, halfway between the ends that it allows", () => {
    // It comes to 1 - (1 - t)² of its way in the share t of three minutes.
    const endsMs = 3 * MINUTE;
    const trace: Trace = [20, 40, 60, 70].map((percent) => [endsMs * (1 - Math.sqrt(1 - percent / 100)), percent]);
    const atMs = trace.at(-1)?.[0] ?? 0;
    expect(Math.abs(leftMs(trace, atMs) - (endsMs - atMs))).toBeLessThan(5_000);
  });

  test("of a task that wavers is that of its mean pace", () => {
    const trace = [4, 11, 13, 22].map((percent, n) => [8_000 * (n + 1), percent] as const);
    expect(leftMs(trace, 32_000)).toBe(136_000 - 32_000);
  });

  test("of a steady task is not judged by a poll that brought no answer", () => {
    const trace = linear(1_500, 40);
    expect(foreseen(trace, 90_000, { lastRunningMs: 60_000 })).toBe(foreseen(trace, 60_000));
  });

  test("is not told of a task that stands still or has hardly begun", () => {
    expect(foreseen([[2_000, 0]], 60_000)).toBeNull();
    expect(foreseen([[8_000, 4]], 8_000)).toBeNull();
    expect(foreseen([[8_000, 5]], 8_000)).not.toBeNull();
  });

  test.for([
    ["that stands at 99", [[50_000, 99]], 80_000],
    ["whose end by its pace has passed", [[40_000, 50]], 79_000],
  ] as const)("of a task %s is less than a minute", ([, trace, elapsedMs]) => {
    expect(leftMs(trace, elapsedMs)).toBe(20_000);
  });

  test("stays as it was said while it is about right, so that the card does not flicker", () => {
    const endsAt = TEST_START + 5 * MINUTE;
    expect(foreseen(linear(3_100, 40), 124_000, { endsAt })).toBe(endsAt);
    expect(foreseen(linear(6_000, 40), 240_000, { endsAt })).toBeGreaterThan(TEST_START + 9.5 * MINUTE);
  });

  test("runs out, but never below nothing, and is not known before the first poll", () => {
    const state = aRunning({ percent: 99, endsAt: TEST_START + 1_000 });
    expect(expectedLeftMs(state, TEST_START + 400)).toBe(600);
    expect(expectedLeftMs(state, TEST_START + 5_000)).toBe(0);
    expect(expectedLeftMs(aRunning({ percent: 50, endsAt: null }), TEST_START)).toBeNull();
    expect(expectedLeftMs(aRunning({ percent: 50 }), TEST_START)).toBeNull();
  });
});
