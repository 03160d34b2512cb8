import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import * as product from "../healed-lives.ts";
import { SEED, someLives } from "../some-lives.ts";

const LIVES = howMany(2_000, 30);

test("once faults end, every life has its final word within 6 minutes, or within a day where the bot was removed", {
  timeout: 120_000,
}, async () => {
  const command = SEED.replace("--seed", "--healed --seed");
  expect(await someLives({ live: product.healedLife, command, from: 1, until: 1 + LIVES })).toBe("");
});
