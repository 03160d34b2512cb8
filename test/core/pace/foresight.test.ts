import { describe, expect, test } from "vitest";
import type { Foreseen } from "../../../src/core/job/running.ts";
import type { Trace } from "../../../src/core/job/trace.ts";
import { experienceOf, shippedExperience } from "../../../src/core/pace/experience.ts";
import { expectedLeftMs, foresee } from "../../../src/core/pace/foresight.ts";
import type { TaskLife } from "../../../src/core/pace/hazards.ts";
import { aRunning, TEST_START } from "../../fakes/jobs.ts";

const MINUTE = 60_000;
const shipped = shippedExperience("480p-10");

/** Moves one percent in each such number of milliseconds, after a queue. */
function linear(msPerPercent: number, untilPercent: number, queueMs = 0): Trace {
  return Array.from({ length: untilPercent }, (_, n) => [queueMs + (n + 1) * msPerPercent, n + 1] as const);
}

/** A task that moved to 99 in a tenth of its time and stood there. */
function longLast(minutes: number): TaskLife {
  const endedMs = minutes * MINUTE;
  return { trace: linear(endedMs / 1_000, 99), lastRunningMs: endedMs - 1_000, endedMs };
}

const lives = Array.from({ length: 40 }, (_, n) => longLast(4 + n / 10));

function seen(
  trace: Trace,
  elapsedMs: number,
  experience = shipped,
  before?: Foreseen,
  lastRunningMs = elapsedMs,
): Foreseen {
  const percent = trace.at(-1)?.[1] ?? null;
  const lastRunningAt = TEST_START + lastRunningMs;
  const state = aRunning({ trace, percent, lastRunningAt, ...(before && { foreseen: before }) });
  return foresee(state, TEST_START + elapsedMs, experience);
}

const left = ({ endsAt }: Foreseen, elapsedMs: number) => (endsAt === null ? null : endsAt - TEST_START - elapsedMs);

describe("the time left", () => {
  test("follows the task's own pace, and a queue is not held against it", () => {
    const atMs = 5 * MINUTE + 40_000;
    expect(left(seen(linear(1_000, 40, 5 * MINUTE), atMs), atMs)).toBeCloseTo(60_000, -4);
  });

  test("of a task that eases out is read from its curve, halfway between the ends that it allows", () => {
    // It comes to 1 - (1 - t)² of its way in the share t of three minutes.
    const endsMs = 3 * MINUTE;
    const trace: Trace = [20, 40, 60, 70].map((percent) => [endsMs * (1 - Math.sqrt(1 - percent / 100)), percent]);
    const atMs = trace.at(-1)?.[0] ?? 0;
    const off = Math.abs((left(seen(trace, atMs, shipped, undefined, atMs), atMs) ?? 0) - (endsMs - atMs));
    expect(off).toBeLessThan(5_000);
  });

  test("of a steady task is not judged by a poll that brought no answer", () => {
    const atMs = 60_000;
    const [polled, missed] = [atMs, atMs + 30_000].map((now) => seen(linear(1_500, 40), now, shipped, undefined, atMs));
    expect(missed).toEqual(polled);
  });

  test("is not told of a task that stands still or has hardly begun, while none of its kind were seen", () => {
    expect(seen([[2_000, 0]], 60_000).endsAt).toBeNull();
    expect(seen([[8_000, 2]], 8_000).endsAt).toBeNull();
  });

  test("at 99 is what tasks of its kind took from there", () => {
    const learned = experienceOf("480p-10", lives);
    const atMs = MINUTE;
    const trace = linear(500, 99);
    expect(left(seen(trace, atMs, learned), atMs)).toBeGreaterThan(3 * MINUTE);
    expect(left(seen(trace, atMs), atMs)).toBeLessThan(MINUTE);
  });

  test("stays as it was said while it is about right, so that the card does not flicker", () => {
    const before = { endsAt: TEST_START + 5 * MINUTE, isSlow: false };
    const about = seen(linear(3_100, 40), 124_000, shipped, before);
    expect(about).toBe(before);
    const wrong = seen(linear(6_000, 40), 240_000, shipped, before);
    expect(wrong.endsAt).toBeGreaterThan(TEST_START + 9.5 * MINUTE);
  });

  test.for([
    [null, 60_000, null],
    [4, 60_000, null],
    [50, 999, null],
    [50, 60_000, 60_000],
    [25, 60_000, 180_000],
  ] as const)("of a job of an earlier version at %s percent after %i ms is %s", ([percent, elapsedMs, leftMs]) => {
    expect(expectedLeftMs(aRunning({ percent }), TEST_START + elapsedMs)).toBe(leftMs);
  });

  test("runs out, but never below nothing", () => {
    const state = aRunning({ percent: 99, foreseen: { endsAt: TEST_START + 1_000, isSlow: false } });
    expect(expectedLeftMs(state, TEST_START + 400)).toBe(600);
    expect(expectedLeftMs(state, TEST_START + 5_000)).toBe(0);
  });
});

describe("a task is slower than usual", () => {
  test("when nine of ten of its kind had ended by then", () => {
    const learned = experienceOf("480p-10", lives);
    expect(learned.slowAfterMs).toBe((4 + 36 / 10) * MINUTE);
    expect(seen(linear(1_000, 40), 7.6 * MINUTE, learned).isSlow).toBe(false);
    expect(seen(linear(1_000, 40), 7.6 * MINUTE + 1, learned).isSlow).toBe(true);
  });

  test("never, while few of its kind were seen or all of them failed", () => {
    expect(experienceOf("480p-10", lives.slice(0, 19)).slowAfterMs).toBeNull();
    const failed = lives.map((life) => ({ ...life, isFailed: true }));
    expect(experienceOf("480p-10", failed).slowAfterMs).toBeNull();
  });
});
