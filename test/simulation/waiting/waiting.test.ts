import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { SEED, someLives } from "../some-lives.ts";
import * as product from "./waiting-life.ts";

const LIVES = howMany(2_000, 30);

test("lives of what waits before it begins, and of batches, keep every promise whatever people do meanwhile", {
  timeout: 240_000,
}, async () => {
  const command = SEED.replace("--seed", "--waiting --seed");
  expect(await someLives({ live: product.waitingLife, command, from: 1, until: 1 + LIVES })).toBe("");
});
