import { describe, expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { life } from "./life.ts";
import { SEED, someLives } from "./some-lives.ts";
import { teamLife } from "./team/team-life.ts";

// `.ci/run` lives 20,000, and 2,000 teams' lives, by `npm run simulate`.
const LIVES = howMany(1_000, 100);
const TEAMS = howMany(40, 4);

test(`${LIVES} lives under every fault keep every promise`, { timeout: 120_000 }, async () => {
  expect(await someLives({ live: life, command: SEED, from: 1, until: 1 + LIVES })).toBe("");
});

test(`${TEAMS} teams' lives keep every cap, approval and credit`, { timeout: 120_000 }, async () => {
  const command = SEED.replace("--seed", "--teams --seed");
  expect(await someLives({ live: teamLife, command, from: 1, until: 1 + TEAMS })).toBe("");
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

  test("of a team is the same for the same seed", async () => {
    const [first, second] = [await teamLife(7, { isTraced: true }), await teamLife(7, { isTraced: true })];
    expect(first.trace.length).toBeGreaterThan(20);
    expect(second.trace).toEqual(first.trace);
  });
});
