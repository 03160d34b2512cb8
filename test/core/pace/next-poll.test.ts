import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EpochMs } from "../../../src/core/clock.ts";
import { type Trace, traced } from "../../../src/core/job/job.ts";
import { estimatedEnd, expectedLeftMs, longestGapMs, pollGapMs, taskEnd } from "../../../src/core/pace/next-poll.ts";
import { aRunning, TEST_START } from "../../fakes/jobs.ts";
import { byOurRule, figuresOf, HELD_OUT_MIX, mixedTasks, STANDARD_MIX } from "./standard-mix.ts";

/** The progress that polls at these times see, rounded down. */
function seen(percentAt: (ms: number) => number, polledMs: readonly number[]): Trace {
  return polledMs.reduce<Trace>((trace, at) => traced(trace, at, Math.min(99, Math.floor(percentAt(at)))), []);
}

const every8s = (untilMs: number) => Array.from({ length: Math.floor(untilMs / 8_000) }, (_, n) => 8_000 * (n + 1));
const line = (queueMs: number, endMs: number) => (ms: number) =>
  Math.max(0, (100 * (ms - queueMs)) / (endMs - queueMs));
const easing = (endMs: number) => (ms: number) => 100 * (1 - (1 - ms / endMs) ** 2);

function steadyEnd(trace: Trace, polledMs: number) {
  const end = taskEnd(trace, polledMs);
  return end.kind === "steady" ? end : null;
}

describe("the predicted end of a task with regular progress", () => {
  test.for([
    ["the progress is linear", line(0, 170_000), 85_000],
    ["the progress is linear after a wait in the queue", line(60_000, 170_000), 115_000],
    ["the progress slows down gradually", easing(170_000), 170_000 * (1 - Math.sqrt(0.5))],
  ] as const)("is accurate to one second near the task's end if %s", ([, percentAt, halfwayMs]) => {
    const end = steadyEnd(seen(percentAt, every8s(164_000)), 160_000);
    expect(end?.earliestMs).toBeLessThanOrEqual(170_001);
    expect(end?.latestMs).toBeGreaterThanOrEqual(169_999);
    expect((end?.latestMs ?? 0) - (end?.earliestMs ?? 0)).toBeLessThan(1_000);
    expect(Math.abs((end?.reachesMs(50) ?? 0) - halfwayMs)).toBeLessThan(1_000);
  });

  test("is a range that includes the real end, for any wait in the queue and any poll times", () => {
    const gaps = fc.array(fc.integer({ min: 500, max: 9_000 }), { minLength: 3, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300_000 }),
        fc.integer({ min: 20_000, max: 600_000 }),
        gaps,
        (queueMs, moves, each) => {
          const endMs = queueMs + moves;
          let atMs = 0;
          const polledMs = each.map((gap) => (atMs += gap)).filter((at) => at < endMs);
          const trace = seen(line(queueMs, endMs), polledMs);
          const end = taskEnd(trace, polledMs.at(-1) ?? 0);
          if (trace.filter(([, percent]) => percent > 0).length >= 3) expect(["steady", "last"]).toContain(end.kind);
          if (end.kind !== "steady") return;
          expect(end.earliestMs).toBeLessThanOrEqual(endMs + 2);
          expect(end.latestMs).toBeGreaterThanOrEqual(endMs - 2);
        },
      ),
    );
  });

  test("lets the bot notice the end within 160 ms, with fewer than 26 polls in total", () => {
    const percentAt = line(0, 170_000);
    const polledMs = every8s(80_000);
    for (let at = polledMs.at(-1) ?? 0; at < 170_000; polledMs.push(at))
      at += pollGapMs(seen(percentAt, polledMs), at, 2_000);
    expect((polledMs.at(-1) ?? 0) - 170_000).toBeLessThanOrEqual(160);
    expect((polledMs.at(-1) ?? 0) - (polledMs.at(-2) ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(polledMs.length).toBeLessThan(26);
  });
});

const points = (...each: Trace): Trace => each;
const rough = (endMs: number) => ({ kind: "rough", endMs });

test.for([
  ["without polls is unknown", [], 10_000, { kind: "unmoved" }],
  ["at 0 percent is unknown", [[8_000, 0]], 20_000, { kind: "unmoved" }],
  [
    "whose first progress came after a long pause is unknown",
    points([2_000, 0], [60_000, 5]),
    60_000,
    { kind: "unmoved" },
  ],
  ["with one known percentage is estimated from the mean pace", [[8_000, 10]], 8_000, rough(80_000)],
  [
    "with a wait in the queue is estimated from the progress after the wait",
    points([8_000, 0], [60_000, 1], [70_000, 11]),
    70_000,
    rough(159_000),
  ],
  [
    "with uneven progress is estimated from the mean pace",
    points([8_000, 4], [16_000, 11], [24_000, 13], [32_000, 22]),
    32_000,
    rough(136_000),
  ],
  [
    "that is slower than predicted is estimated only roughly",
    seen(line(0, 170_000), every8s(80_000)),
    90_000,
    { kind: "rough" },
  ],
  [
    "with progress in jumps is unknown, but the next jump is predicted",
    points([20_000, 25], [30_000, 50], [90_000, 75]),
    90_000,
    { kind: "jumping", percent: 75 },
  ],
  [
    "at 99 percent is “any moment now” if the previous prediction has passed",
    seen(line(0, 100_000), every8s(104_000)),
    112_000,
    { kind: "last" },
  ],
] as const)("the expected end of a task %s", ([, trace, polledMs, end]) => {
  expect(taskEnd(trace, polledMs)).toMatchObject(end);
});

/** A possible trace of polls, and the task's age at the last poll. */
const polled = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 12 })), { maxLength: 20 }),
    fc.nat(2_500_000),
  )
  .map(([steps, sinceMs]) => {
    let trace: Trace = [];
    let [atMs, percent] = [0, 0];
    for (const [gapMs, more] of steps) {
      atMs += gapMs;
      percent = Math.min(99, percent + more);
      trace = traced(trace, atMs, percent);
    }
    return { trace, polledMs: atMs + sinceMs + 1 };
  });

describe("the next poll", () => {
  test("comes after a whole number of milliseconds between the minimum and the maximum gap", () => {
    fc.assert(
      fc.property(polled, fc.integer({ min: 20, max: 60_000 }), ({ trace, polledMs }, pollMinMs) => {
        const gapMs = pollGapMs(trace, polledMs, pollMinMs);
        expect(gapMs).toSatisfy(Number.isInteger);
        expect(gapMs).toBeGreaterThanOrEqual(pollMinMs);
        expect(gapMs).toBeLessThanOrEqual(Math.max(pollMinMs, longestGapMs(polledMs, pollMinMs)));
      }),
    );
  });

  const jumps = (percent: number) => points([20_000, 25], [50_000, percent]);
  test.for([
    ["was not polled yet", [], 0, 2_000],
    ["is less than 80 s old and has made no progress", [[2_000, 0]], 79_999, 8_000],
    ["is 80 s old and has made no progress", [[2_000, 0]], 80_000, 3_500],
    ["is at 99 percent", [[50_000, 99]], 60_000, 2_000],
    ["has jumped to 50 percent", jumps(50), 60_000, 8_000],
    ["has jumped to 75 percent", jumps(75), 60_000, 2_000],
    ["should end in four seconds", [[8_000, 10]], 76_000, 4_000],
    ["is at 99 percent and ten minutes old", [[50_000, 99]], 600_000, 2_000],
    ["is at 99 percent and more than ten minutes old", [[50_000, 99]], 600_001, 7_500],
    ["is at 99 percent and 55 minutes old", [[50_000, 99]], 3_300_000, 30_000],
  ] as const)("comes after $3 ms if the task %s", ([, trace, polledMs, gapMs]) => {
    expect(pollGapMs(trace, polledMs, 2_000)).toBe(gapMs);
  });

  test.for([
    ["0 s", "2 s", 0, 2_000, 8_000],
    ["600 s", "2 s", 600_000, 2_000, 8_000],
    ["just over 600 s", "2 s", 600_001, 2_000, 15_000],
    ["just over 1,800 s", "2 s", 1_800_001, 2_000, 60_000],
    ["0 s", "0.5 s", 0, 500, 8_000],
    ["0 s", "0.05 s", 0, 50, 800],
  ] as const)(
    "comes at most $4 ms after the previous poll (age of the task: %s, minimum time between polls: %s)",
    ([, , ageMs, leastMs, gapMs]) => {
      expect(longestGapMs(ageMs, leastMs)).toBe(gapMs);
    },
  );
});

test.for([
  ["the standard mix", STANDARD_MIX, 7_001, { polls: 33, lagS: 0.9, p99S: 8, product: 26 }],
  ["a mix that was not used for tuning", HELD_OUT_MIX, 7_002, { polls: 38, lagS: 1, p99S: 8.2, product: 30 }],
] as const)(
  "with adaptive polling, the product of poll count and mean delay is at least 65 percent lower than with a poll every 5 s (tasks: %s)",
  ([, mix, seed, most]) => {
    const tasks = mixedTasks(mix, 600, seed);
    const figures = figuresOf(tasks, byOurRule(2_000));
    for (const name of ["polls", "lagS", "p99S", "product"] as const)
      expect(figures[name], name).toBeLessThanOrEqual(most[name]);
    expect(figures.product).toBeLessThan(0.35 * figuresOf(tasks, () => 5_000).product);
  },
);

const MINUTE = 60_000;

/** Moves one percent every `msPerPercent`, after `queueMs` in a queue. */
function linear(msPerPercent: number, untilPercent: number, queueMs = 0): Trace {
  return Array.from({ length: untilPercent }, (_, n) => [queueMs + (n + 1) * msPerPercent, n + 1] as const);
}

function estimate(trace: Trace, elapsedMs: number, { endsAt, lastRunningMs = elapsedMs }: Before = {}): EpochMs | null {
  const seen = { trace, percent: trace.at(-1)?.[1] ?? null, lastRunningAt: TEST_START + lastRunningMs };
  return estimatedEnd(aRunning({ ...seen, ...(endsAt !== undefined && { endsAt }) }), TEST_START + elapsedMs);
}

interface Before {
  readonly endsAt?: EpochMs;
  readonly lastRunningMs?: number;
}

const leftMs = (trace: Trace, elapsedMs: number) => (estimate(trace, elapsedMs) ?? Number.NaN) - TEST_START - elapsedMs;

describe("the estimated end of a task", () => {
  test("does not change after a poll without a response if the progress is regular", () => {
    const trace = linear(1_500, 40);
    expect(estimate(trace, 90_000, { lastRunningMs: 60_000 })).toBe(estimate(trace, 60_000));
  });

  test("changes only if the previous estimate was clearly wrong", () => {
    const endsAt = TEST_START + 5 * MINUTE;
    expect(estimate(linear(3_100, 40), 124_000, { endsAt })).toBe(endsAt);
    expect(estimate(linear(6_000, 40), 240_000, { endsAt })).toBeGreaterThan(TEST_START + 9.5 * MINUTE);
  });
});

describe("the estimated remaining time", () => {
  test("follows the task's pace and ignores the time in the service's queue", () => {
    expect(leftMs(linear(1_000, 40, 5 * MINUTE), 5 * MINUTE + 40_000)).toBeCloseTo(60_000, -4);
  });

  test("of a slowing task is calculated from the curve of the task's progress", () => {
    // After the share t of three minutes, the progress is 1 - (1 - t)².
    const endsMs = 3 * MINUTE;
    const trace: Trace = [20, 40, 60, 70].map((percent) => [endsMs * (1 - Math.sqrt(1 - percent / 100)), percent]);
    const atMs = trace.at(-1)?.[0] ?? 0;
    expect(Math.abs(leftMs(trace, atMs) - (endsMs - atMs))).toBeLessThan(5_000);
  });

  test("of a task with uneven progress follows the mean pace", () => {
    const trace = [4, 11, 13, 22].map((percent, n) => [8_000 * (n + 1), percent] as const);
    expect(leftMs(trace, 32_000)).toBe(136_000 - 32_000);
  });

  test("is unknown until the task has reached 5 percent", () => {
    expect(estimate([[2_000, 0]], 60_000)).toBeNull();
    expect(estimate([[8_000, 4]], 8_000)).toBeNull();
    expect(estimate([[8_000, 5]], 8_000)).not.toBeNull();
  });

  test.for([
    ["at 99 percent", [[50_000, 99]], 80_000],
    ["past its predicted end", [[40_000, 50]], 79_000],
  ] as const)("of a task %s is 20 s", ([, trace, elapsedMs]) => {
    expect(leftMs(trace, elapsedMs)).toBe(20_000);
  });

  test("counts down to zero and is never negative", () => {
    const state = aRunning({ percent: 99, endsAt: TEST_START + 1_000 });
    expect(expectedLeftMs(state, TEST_START + 400)).toBe(600);
    expect(expectedLeftMs(state, TEST_START + 5_000)).toBe(0);
  });

  test("is unknown if the task has no estimated end", () => {
    expect(expectedLeftMs(aRunning({ percent: 50, endsAt: null }), TEST_START)).toBeNull();
    expect(expectedLeftMs(aRunning({ percent: 50 }), TEST_START)).toBeNull();
  });
});
