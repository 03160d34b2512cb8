import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Trace, traced } from "../../../src/core/job/job.ts";
import { pollGapMs } from "../../../src/core/pace/poll-gap.ts";
import { taskEnd } from "../../../src/core/pace/task-end.ts";

/** What polls at those ages see of a task that moves so; percentages are rounded down. */
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

describe("a steady end", () => {
  test.for([
    ["line", line(0, 170_000), 85_000],
    ["line after a queue", line(60_000, 170_000), 115_000],
    ["curve that eases out", easing(170_000), 170_000 * (1 - Math.sqrt(0.5))],
  ] as const)("of a %s is known within a second when it is near", ([, percentAt, halfwayMs]) => {
    const end = steadyEnd(seen(percentAt, every8s(164_000)), 160_000);
    expect(end?.earliestMs).toBeLessThanOrEqual(170_001);
    expect(end?.latestMs).toBeGreaterThanOrEqual(169_999);
    expect((end?.latestMs ?? 0) - (end?.earliestMs ?? 0)).toBeLessThan(1_000);
    expect(Math.abs((end?.reachesMs(50) ?? 0) - halfwayMs)).toBeLessThan(1_000);
  });

  test("is never later nor earlier than it comes, whatever the line and the polls", () => {
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

  test("is polled just after it comes, and the polls before it tell it to a sixth of a second", () => {
    const percentAt = line(0, 170_000);
    const polledMs = every8s(80_000);
    for (let at = polledMs.at(-1) ?? 0; at < 170_000; polledMs.push(at))
      at += pollGapMs(seen(percentAt, polledMs), at, 2_000);
    expect((polledMs.at(-1) ?? 0) - 170_000).toBeLessThanOrEqual(160);
    expect((polledMs.at(-1) ?? 0) - (polledMs.at(-2) ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(polledMs.length).toBeLessThan(26);
  });
});

test.for([
  ["nothing was seen", [], 10_000, { kind: "unmoved" }],
  ["it stands at 0", [[8_000, 0]], 20_000, { kind: "unmoved" }],
  [
    "it was seen to move once after it stood",
    [
      [2_000, 0],
      [60_000, 5],
    ],
    60_000,
    { kind: "unmoved" },
  ],
  ["one sight tells its mean pace", [[8_000, 10]], 8_000, { kind: "rough", endMs: 80_000 }],
  [
    "a queue is not held against it",
    [
      [8_000, 0],
      [60_000, 1],
      [70_000, 11],
    ],
    70_000,
    { kind: "rough", endMs: 159_000 },
  ],
  [
    "it wavers",
    [
      [8_000, 4],
      [16_000, 11],
      [24_000, 13],
      [32_000, 22],
    ],
    32_000,
    { kind: "rough", endMs: 136_000 },
  ],
  ["its line goes on and it does not", seen(line(0, 170_000), every8s(80_000)), 90_000, { kind: "rough" }],
  [
    "it rises by jumps",
    [
      [20_000, 25],
      [30_000, 50],
      [90_000, 75],
    ],
    90_000,
    { kind: "jumping", percent: 75 },
  ],
  ["it stands at 99 past the end of its line", seen(line(0, 100_000), every8s(104_000)), 112_000, { kind: "last" }],
] as const)("where %s, its end is judged so", ([, trace, polledMs, end]) => {
  expect(taskEnd(trace, polledMs)).toMatchObject(end);
});
