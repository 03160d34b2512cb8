import { expect, test } from "vitest";
import { life } from "./life.ts";
import { SEED, someLives } from "./some-lives.ts";

// The other half of simulation.test.ts, in a file of its own: each file has a thread.
test("10,000 lives under every fault keep every promise, the even seeds", { timeout: 240_000 }, async () => {
  expect(await someLives({ live: life, command: SEED, from: 2, until: 20_002, by: 2 })).toBe("");
});
