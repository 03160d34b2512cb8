import { describe, expect, test } from "vitest";
import type { Rate } from "../../src/core/engine.ts";

export interface RateWorld {
  readonly rate: Rate;
  pass(ms: number): Promise<void>;
}

/** The contract of every rate limit. `open` returns an unused one. */
export function rateContract(name: string, open: () => Promise<RateWorld>): void {
  describe(`the rate limit ${name}`, () => {
    test("uses a sliding window", async () => {
      const { rate, pass } = await open();
      const one = () => rate("ada", 2, 1_000);
      expect(await one()).toBe(true);
      await pass(500);
      expect([await one(), await one()]).toEqual([true, false]);
      await pass(600);
      expect([await one(), await one()]).toEqual([true, false]);
    });

    test("does not count refused attempts", async () => {
      const { rate, pass } = await open();
      for (const wanted of [true, false, false]) expect(await rate("ada", 1, 500)).toBe(wanted);
      await pass(510);
      expect(await rate("ada", 1, 500)).toBe(true);
    });

    test("counts the attempts of each person separately", async () => {
      const { rate } = await open();
      const names = ["ada", "ben", "slack:T1:U1", "slack:T2:U1"];
      expect(await Promise.all(names.map((each) => rate(each, 1, 60_000)))).toEqual([true, true, true, true]);
      expect(await Promise.all(names.map((each) => rate(each, 1, 60_000)))).toEqual([false, false, false, false]);
    });

    test("allows exactly 20 of 50 simultaneous attempts if the limit is 20", async () => {
      const { rate } = await open();
      const all = await Promise.all(Array.from({ length: 50 }, () => rate("ada", 20, 60_000)));
      expect(all.filter(Boolean)).toHaveLength(20);
    });
  });
}
