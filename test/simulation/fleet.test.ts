import { expect, test } from "vitest";
import { fleetLife } from "./life.ts";
import { SEED, someLives } from "./some-lives.ts";

test("1,000 lives with two processes over one Redis keep every promise", { timeout: 240_000 }, async () => {
  const command = SEED.replace("--seed", "--fleet --seed");
  expect(await someLives({ live: fleetLife, command, from: 1, until: 1_001 })).toBe("");
});
