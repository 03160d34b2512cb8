import { expect, test } from "vitest";
import { caught, once } from "./judge-variants.ts";

/** Lives that break in these seeds. */
const lives =
  (...breaking: readonly number[]) =>
  async (seed: number) => ({ broken: breaking.includes(seed) ? ["a claim"] : [] });

test("a variant is caught by the first life in which it alone breaks a claim", async () => {
  expect(await caught(lives(2, 3), lives(2), [1, 2, 3])).toEqual({ claim: "a claim", seed: 3, lives: 3 });
});

test("a variant that breaks nothing is not caught, nor one that breaks what the product breaks", async () => {
  await expect(caught(lives(), lives(), [1, 2, 3])).rejects.toThrow("not caught in 3 lives");
  await expect(caught(lives(2), lives(2), [1, 2, 3])).rejects.toThrow("not caught in 3 lives");
  await expect(caught(lives(4), lives(), [1, 2, 3])).rejects.toThrow("not caught in 3 lives");
});

test("lives without an end in sight are left when their time is over", async () => {
  await expect(caught(lives(1), lives(), [1], 0)).rejects.toThrow("not caught in 0 lives, which took 0 s");
});

test("the product lives each life once", async () => {
  const lived: number[] = [];
  const live = once(async (seed) => {
    lived.push(seed);
    return { broken: [] };
  });
  for (const seed of [1, 2, 1]) await live(seed);
  expect(lived).toEqual([1, 2]);
});
