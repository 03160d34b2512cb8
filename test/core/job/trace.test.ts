import fc from "fast-check";
import { expect, test } from "vitest";
import { firstMove, TRACE_MAX, type Trace, traced } from "../../../src/core/job/trace.ts";
import { situationOf, spansOf } from "../../../src/core/pace/situation.ts";

test("a trace keeps the first sight of each percentage", () => {
  let trace: Trace = [];
  for (const [ms, percent] of [
    [2_000, 0],
    [4_000, 0],
    [6_000, 3],
    [9_000, 2],
    [12_000, 7],
  ] as const)
    trace = traced(trace, ms, percent);
  expect(trace).toEqual([
    [2_000, 0],
    [6_000, 3],
    [12_000, 7],
  ]);
});

test("a trace stays short, and keeps where the movement began and how far it is", () => {
  let trace: Trace = [];
  for (let percent = 0; percent <= 99; percent += 1) trace = traced(trace, 5_000 + 1_000 * percent, percent);
  expect(trace.length).toBeLessThanOrEqual(TRACE_MAX);
  expect(firstMove(trace)).toEqual([6_000, 1]);
  expect(trace.at(-1)).toEqual([104_000, 99]);
});

test.for([
  ["nothing was seen", [], { phase: "waiting", changedMs: 0, endMs: null }],
  ["it stands at 0", [[8_000, 0]], { phase: "waiting", changedMs: 8_000, endMs: null }],
  ["one sight tells its mean pace", [[8_000, 10]], { phase: "moving", changedMs: 8_000, endMs: 80_000 }],
  [
    "a queue is not held against it",
    [
      [8_000, 0],
      [60_000, 1],
      [70_000, 11],
    ],
    { phase: "moving", changedMs: 70_000, endMs: 159_000 },
  ],
  [
    "it stands at 99",
    [
      [8_000, 10],
      [97_000, 99],
    ],
    { phase: "last", changedMs: 97_000, endMs: 98_000 },
  ],
] as const)("where %s, its end is predicted so", ([, trace, situation]) => {
  expect(situationOf(trace)).toMatchObject(situation);
});

test("a stretch of time lies in buckets without a gap, and each has one number", () => {
  const sights = fc.tuple(fc.nat(100_000), fc.nat(99), fc.nat(100_000), fc.nat(99));
  fc.assert(
    fc.property(sights, fc.nat(1_000_000), fc.nat(2_000_000), ([firstMs, first, moreMs, more], sinceMs, lengthMs) => {
      const trace = traced(traced([], firstMs, first), firstMs + moreMs, more);
      const fromMs = firstMs + moreMs + sinceMs;
      let atMs = fromMs;
      let last = -1;
      for (const { bucket, ...span } of spansOf(situationOf(trace), fromMs, fromMs + lengthMs)) {
        expect(span.fromMs).toBe(atMs);
        expect(span.toMs).toBeGreaterThan(atMs);
        expect(bucket).not.toBe(last);
        last = bucket;
        atMs = span.toMs;
      }
      expect(atMs).toBe(fromMs + lengthMs);
    }),
  );
});
