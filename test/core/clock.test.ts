import { expect, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";

test("what is due now waits for no timer, lets others have their turn, and can be taken back", async () => {
  const said: string[] = [];
  machineClock.after(0, () => said.push("due"));
  machineClock.after(-5, () => said.push("overdue"));
  machineClock.after(0, () => said.push("taken back"))();
  const timer = new Promise((resolve) => setTimeout(resolve, 1));
  expect(said).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(said).toEqual(["due", "overdue"]);
  await timer;
  expect(said).toHaveLength(2);
});
