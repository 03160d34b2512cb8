import { expect, test } from "vitest";
import { firstMove, TRACE_MAX, type Trace, traced } from "../../../src/core/job/job.ts";

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
