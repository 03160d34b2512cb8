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

  test("a median of an even number of values lies between the two in the middle", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 6])).toBe(5.5);
  });

  test("values sort as numbers", () => {
    expect(median([10, 9, 100])).toBe(10);
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

  test("the interval holds the truth in about 95 of 100 experiments", () => {
    const { fraction } = random(3);
    const held = upTo(100).filter(() => {
      const { low, high } = bootstrap(Array.from({ length: 60 }, fraction), mean, fraction);
      return low <= 0.5 && 0.5 <= high;
    });
    expect(held.length).toBeGreaterThanOrEqual(88);
    expect(held.length).toBeLessThan(100);
  });

  test("the same seed draws the same interval, another one another", () => {
    const draw = (seed: number) => bootstrap(upTo(30).map(Math.sqrt), mean, random(seed).fraction);
    expect(draw(4)).toEqual(draw(4));
    expect(draw(4)).not.toEqual(draw(5));
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
