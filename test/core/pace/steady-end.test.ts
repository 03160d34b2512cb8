import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Trace, traced } from "../../../src/core/job/trace.ts";
import { pollGapMs } from "../../../src/core/pace/poll-gap.ts";
import { shippedHazards } from "../../../src/core/pace/shipped-hazards.ts";
import { situationOf } from "../../../src/core/pace/situation.ts";
import { steadyEnd } from "../../../src/core/pace/steady-end.ts";

const hazards = shippedHazards();

/** What polls at those ages see of a task that moves so; percentages are rounded down. */
function seen(percentAt: (ms: number) => number, polledMs: readonly number[]): Trace {
  return polledMs.reduce<Trace>((trace, at) => traced(trace, at, Math.min(99, Math.floor(percentAt(at)))), []);
}

const every8s = (untilMs: number) => Array.from({ length: Math.floor(untilMs / 8_000) }, (_, n) => 8_000 * (n + 1));
const line = (queueMs: number, endMs: number) => (ms: number) =>
  Math.max(0, (100 * (ms - queueMs)) / (endMs - queueMs));
const easing = (endMs: number) => (ms: number) => 100 * (1 - (1 - ms / endMs) ** 2);

describe("a steady end", () => {
  test.for([
    ["line", line(0, 170_000), 85_000],
    ["line after a queue", line(60_000, 170_000), 115_000],
    ["curve that eases out", easing(170_000), 170_000 * (1 - Math.sqrt(0.5))],
  ] as const)("of a %s is known within a second when it is near", ([, percentAt, halfwayMs]) => {
    const polledMs = every8s(164_000);
    const end = steadyEnd(seen(percentAt, polledMs), 160_000);
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
          const end = steadyEnd(seen(line(queueMs, endMs), polledMs), polledMs.at(-1) ?? 0);
          if (!end) return;
          expect(end.earliestMs).toBeLessThanOrEqual(endMs + 2);
          expect(end.latestMs).toBeGreaterThanOrEqual(endMs - 2);
        },
      ),
    );
  });

  test.for([
    ["of two sights", seen(line(0, 170_000), every8s(16_000)), 16_000],
    [
      "of a task that rises by jumps",
      [
        [20_000, 25],
        [30_000, 50],
        [90_000, 75],
      ] as const,
      90_000,
    ],
    ["of a task that stands still where its line goes on", seen(line(0, 170_000), every8s(80_000)), 90_000],
    ["of a task that stands at 99 past it", seen(line(0, 100_000), every8s(104_000)), 112_000],
    ["of nothing", [], 10_000],
  ] as const)("is not told %s", ([, trace, polledMs]) => {
    expect(steadyEnd(trace, polledMs)).toBeNull();
  });
});

describe("near a steady end", () => {
  const percentAt = line(0, 170_000);
  const gapAfter = (polledMs: readonly number[]) => {
    const atMs = polledMs.at(-1) ?? 0;
    const situation = situationOf(seen(percentAt, polledMs), atMs);
    return pollGapMs({ situation, polledMs: atMs, hazards }, 2_000);
  };

  test("the last polls tell it to a sixth of a second, and one comes just after it", () => {
    const polledMs = every8s(80_000);
    for (let at = polledMs.at(-1) ?? 0; at < 170_000; polledMs.push(at)) at += gapAfter(polledMs);
    expect((polledMs.at(-1) ?? 0) - 170_000).toBeLessThanOrEqual(160);
    expect((polledMs.at(-1) ?? 0) - (polledMs.at(-2) ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(polledMs.length).toBeLessThan(26);
  });
});

test("a task that moves and is not steady is judged by its pace, one that jumps by its age", () => {
  const jumping = situationOf(
    [
      [20_000, 25],
      [60_000, 50],
    ],
    60_000,
  );
  const wavering = situationOf(
    [
      [8_000, 4],
      [16_000, 11],
      [24_000, 13],
      [32_000, 22],
    ],
    32_000,
  );
  expect([jumping.isJumping, jumping.steadyEnd]).toEqual([true, null]);
  expect([wavering.isJumping, wavering.steadyEnd]).toEqual([false, null]);
});
