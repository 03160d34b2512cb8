import { expect, test } from "vitest";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { howMany } from "../../fakes/how-many.ts";
import { SEED, someLives } from "../some-lives.ts";
import { chainLife } from "./chain-life.ts";
import { filmLife } from "./film-life.ts";

test("lives of a video that goes on from another, under kills: charged once at most, and never without its own frame", {
  timeout: 300_000,
}, async () => {
  const ends = new Map<string, number>();
  for (let seed = 1; seed <= howMany(3_000, 130); seed += 1) {
    const { broken, end } = await chainLife(seed);
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    const outcome = end && outcomeOf(end);
    const name = outcome?.kind === "not_started" ? outcome.why : (outcome?.kind ?? "none");
    ends.set(name, (ends.get(name) ?? 0) + 1);
  }
  process.stdout.write(`chains: ${JSON.stringify(Object.fromEntries(ends))}\n`);
  for (const name of ["succeeded", "film_gone", "no_frame"]) expect(ends.get(name) ?? 0).toBeGreaterThan(howMany(3, 0));
});

// `.ci/run` lives more by `npm run simulate`.
const BATCHES = howMany(120, 2);

test(`${BATCHES} lives of batches: each film once in its place, and each part of a chain paid for with its own frame`, {
  timeout: 300_000,
}, async () => {
  const command = SEED.replace("--seed", "--films --seed");
  expect(await someLives({ live: filmLife, command, from: 1, until: 1 + BATCHES })).toBe("");
});
