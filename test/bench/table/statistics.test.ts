import { describe, expect, test } from "vitest";
import { random } from "../../simulation/random.ts";
import { bootstrap, median, percentile, shuffled } from "./statistics.ts";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("the benchmark's statistics", () => {
  test("a percentile is the value of the nearest rank, in whatever order they came", () => {
    const values = shuffled(upTo(100), random(1).fraction);
    expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
    expect(percentile([7], 0.99)).toBe(7);
  });

  test("a median of an even number of values lies between the two in the middle, sorted as numbers", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 100, 10, 6])).toBe(9.5);
  });

  test("the interval of a mean is as wide as its theory says", () => {
    const { fraction } = random(2);
    const values = Array.from({ length: 400 }, fraction);
    const estimate = bootstrap(values, mean, fraction);
    // 1.96 deviations of a mean of 400 uniform values: 0.0283 to each side.
    expect(estimate.value).toBeCloseTo(mean(values), 10);
    expect(estimate.value - estimate.low).toBeGreaterThan(0.023);
    expect(estimate.value - estimate.low).toBeLessThan(0.034);
    expect(estimate.high - estimate.value).toBeGreaterThan(0.023);
    expect(estimate.high - estimate.value).toBeLessThan(0.034);
  });

  test("values that are all alike have an interval of one point", () => {
    expect(bootstrap([3, 3, 3], median, random(6).fraction)).toEqual({ value: 3, low: 3, high: 3 });
  });

  test("shuffling keeps each item, and brings each to each place", () => {
    const { fraction } = random(7);
    const firsts = upTo(300).map(() => shuffled(["a", "b", "c"], fraction));
    expect(firsts.every((order) => order.toSorted().join("") === "abc")).toBe(true);
    for (const name of ["a", "b", "c"]) {
      const count = firsts.filter(([first]) => first === name).length;
      expect(count).toBeGreaterThan(70);
      expect(count).toBeLessThan(130);
    }
  });
});
