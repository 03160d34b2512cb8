import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { SEED, someLives } from "../some-lives.ts";
import * as product from "../visited-lives.ts";

const LIVES = howMany(2_000, 50);

test("lives whose workspace leaves, whose listener goes and whose link is asked for keep every promise", {
  timeout: 120_000,
}, async () => {
  const command = SEED.replace("--seed", "--visited --seed");
  expect(await someLives({ live: product.visitedLife, command, from: 1, until: 1 + LIVES })).toBe("");
});
