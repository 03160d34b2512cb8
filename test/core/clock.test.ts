import { expect, test } from "vitest";
import { elapsedMs, machineClock } from "../../src/core/clock.ts";

test("a timer without a delay runs right after the current code, and a cancelled timer never runs", async () => {
  const ran: string[] = [];
  machineClock.after(0, () => ran.push("due"));
  machineClock.after(-5, () => ran.push("overdue"));
  machineClock.after(0, () => ran.push("taken back"))();
  const timer = new Promise((resolve) => setTimeout(resolve, 1));
  expect(ran).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual(["due", "overdue"]);
  await timer;
  expect(ran).toHaveLength(2);
});

test.for([
  ["1,000 ms if the start is one second ago", -1_000, 1_000],
  ["0 ms if the start is up to 5 s in the future", 5_000, 0],
  ["infinite if the start is more than 5 s in the future", 5_001, Number.POSITIVE_INFINITY],
] as const)("the elapsed time is %s", ([, at, passed]) => {
  expect(elapsedMs(at, 0)).toBe(passed);
});
