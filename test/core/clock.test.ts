import { expect, test } from "vitest";
import { elapsedMs, machineClock } from "../../src/core/clock.ts";

test("a timer that is due now runs at once but after pending work, and can be cancelled", async () => {
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
  ["a second ago is 1,000 ms", -1_000, 1_000],
  ["now by another machine's clock, which is up to 5 s ahead, is 0 ms", 5_000, 0],
  ["a time more than 5 s ahead, because the clock was set back, is infinite", 5_001, Number.POSITIVE_INFINITY],
] as const)("the time elapsed since %s", ([, at, passed]) => {
  expect(elapsedMs(at, 0)).toBe(passed);
});
