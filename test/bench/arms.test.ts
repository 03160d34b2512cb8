import { expect, test } from "vitest";
import { random } from "../simulation/random.ts";
import { plainQueueHour } from "./plain-queue.ts";
import { otherPolicies } from "./policies.ts";
import { interleave } from "./slices.ts";

test("every arm works once in each round, in changing order, after a round that does not count", async () => {
  const order: string[] = [];
  const arm = (name: string, count: number) => ({
    name,
    async run(forMs: number) {
      order.push(`${name} ${forMs}`);
      return count;
    },
  });
  await interleave([arm("a", 200), arm("b", 100)], { rounds: 40, sliceMs: 5, random: random(1) });
  expect(order.splice(0, 2)).toEqual(["a 15", "b 15"]);
  const rounds = Array.from({ length: 40 }, (_, round) => order.slice(2 * round, 2 * round + 2));
  expect(rounds.every((round) => round.toSorted().join() === "a 5,b 5")).toBe(true);
  expect(new Set(rounds.map((round) => round.join())).size).toBe(2);
});

test("the ratio of an arm to itself is 1, without a doubt", async () => {
  const arm = { name: "a", run: async () => 10 };
  const slices = await interleave([arm], { rounds: 5, sliceMs: 1, random: random(1) });
  expect(slices.speedAgainst("a", "a")).toEqual({ value: 1, low: 1, high: 1 });
});

test("in a plain queue a few videos end in time, and many bury each other's ends", () => {
  const lateMs = (jobs: number) => plainQueueHour({ jobs, perMinute: 50, seed: 1 });
  expect(Math.max(...lateMs(1))).toBe(0);
  expect(lateMs(50).length).toBeGreaterThan(500);
  expect(Math.max(...lateMs(50))).toBeGreaterThan(3_600_000);
});

test("others poll again after these gaps, whatever is known and however old the task is", () => {
  const policies = otherPolicies(random(1));
  const gaps = (trace: readonly (readonly [number, number])[], atMs: number) =>
    policies.map(([, policy]) => policy(trace, atMs));
  expect(gaps([], 0)).toEqual([500, 2_000, 5_000, expect.any(Number), 100, 5_000]);
  expect(gaps([[60_000, 50]], 60_000)).toEqual([500, 2_000, 5_000, expect.any(Number), 18_100, 20_000]);
  expect(gaps([[60_000, 99]], 60_000).at(-1)).toBe(1_000);
  const jittered = Array.from({ length: 100 }, () => gaps([], 0)[3] ?? 0);
  expect([Math.min(...jittered) >= 4_500, Math.max(...jittered) <= 7_500]).toEqual([true, true]);
});
