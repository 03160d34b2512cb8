import { describe, expect, test } from "vitest";
import { life } from "./life.ts";
import { SEED, someLives } from "./some-lives.ts";

// `.ci/run` lives 20,000 by `npm run simulate`.
test("2,000 lives under every fault keep every promise", { timeout: 120_000 }, async () => {
  expect(await someLives({ live: life, command: SEED, from: 1, until: 2_001 })).toBe("");
});

describe("a life", () => {
  test("is the same for the same seed", async () => {
    for (const seed of [3, 14, 159]) {
      const [first, second] = [await life(seed, { isTraced: true }), await life(seed, { isTraced: true })];
      expect(second.trace).toEqual(first.trace);
      expect(second.end).toEqual(first.end);
    }
  });

  test("is the same whether or not it is traced", async () => {
    for (const seed of [26, 535, 897])
      expect((await life(seed)).end).toEqual((await life(seed, { isTraced: true })).end);
  });
});
