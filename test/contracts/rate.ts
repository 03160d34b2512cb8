import { describe, expect, test } from "vitest";
import type { Rate } from "../../src/core/engine.ts";

/** A way to count and the time it lives in. */
export interface RateWorld {
  readonly rate: Rate;
  pass(ms: number): Promise<void>;
}

/** The promises of every rate; `open` gives one that has counted nothing. */
export function rateContract(name: string, open: () => Promise<RateWorld>): void {
  describe(`${name} as a rate`, () => {
    test("slides: what came is counted for so long as the window is", async () => {
      const { rate, pass } = await open();
      const one = () => rate("ada", 2, 1_000);
      expect(await one()).toBe(true);
      await pass(500);
      expect([await one(), await one()]).toEqual([true, false]);
      await pass(600);
      expect([await one(), await one()]).toEqual([true, false]);
    });

    test("what is refused does not count", async () => {
      const { rate, pass } = await open();
      for (const wanted of [true, false, false]) expect(await rate("ada", 1, 500)).toBe(wanted);
      await pass(510);
      expect(await rate("ada", 1, 500)).toBe(true);
    });

    test("each name has its own", async () => {
      const { rate } = await open();
      const names = ["ada", "ben", "slack:T1:U1", "slack:T2:U1"];
      expect(await Promise.all(names.map((each) => rate(each, 1, 60_000)))).toEqual([true, true, true, true]);
      expect(await Promise.all(names.map((each) => rate(each, 1, 60_000)))).toEqual([false, false, false, false]);
    });

    test("of many at once as many are within it as it says", async () => {
      const { rate } = await open();
      const all = await Promise.all(Array.from({ length: 50 }, () => rate("ada", 20, 60_000)));
      expect(all.filter(Boolean)).toHaveLength(20);
    });
  });
}
