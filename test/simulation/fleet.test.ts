import { expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { fleetLife } from "./life.ts";
import { SEED, someLives } from "./some-lives.ts";

const LIVES = howMany(1_000, 25);

test("lives with two processes over one Redis keep every promise", { timeout: 240_000 }, async () => {
  const command = SEED.replace("--seed", "--fleet --seed");
  expect(await someLives({ live: fleetLife, command, from: 1, until: 1 + LIVES })).toBe("");
});
