import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { howMany } from "../fakes/how-many.ts";
import { chainLife } from "./command-kinds.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { promptLife } from "./prompts.ts";
import { lineLife, releaseLife } from "./queue.ts";
import { tally } from "./tally.ts";

/** The claims on each kind, and how many are simulated with TESTS=full and without; `.ci/run` simulates more by `npm run simulate`. */
const CLAIMS: readonly (readonly [claim: string, kind: Kind, full: number, part: number])[] = [
  ["lives of one command under every fault keep every promise", "lives", 1_000, 100],
  ["lives with two processes over one Redis keep every promise", "fleet", 1_000, 25],
  ["lives whose workspace leaves, whose listener goes and whose link is asked for keep them", "visited", 2_000, 50],
  ["lives of what waits, and of batches, keep them whatever people do meanwhile", "waiting", 2_000, 30],
  ["a backup that is put back pays for nothing twice, under every fault", "restored", 600, 40],
  [
    "once faults end, every life has its final word within 6 minutes, or within a day where the bot was removed",
    "healed",
    2_000,
    30,
  ],
  ["a video that goes on from another is charged once at most, and never without its own frame", "chains", 3_000, 100],
  ["teams keep every cap, approval and credit", "teams", 40, 4],
  ["each film is once in its place, and each part of a chain is paid for with its own frame", "films", 120, 2],
];

test.for(CLAIMS)("%s", { timeout: 300_000 }, async ([, kind, full, part]) => {
  const found = tally();
  for (let seed = 1; seed <= howMany(full, part); seed += 1)
    for (const claim of new Set((await KINDS[kind](seed)).broken))
      found.note(claim, `npm run simulate -- --${kind} --seed ${seed}`);
  expect(found.text()).toBe("");
});

test("chains come to all of their ends", { timeout: 60_000 }, async () => {
  const ends = new Set<string>();
  for (let seed = 1; seed <= 60; seed += 1) {
    const { end } = await chainLife(seed);
    const outcome = end && outcomeOf(end);
    ends.add(outcome?.kind === "not_started" ? outcome.why : (outcome?.kind ?? "none"));
  }
  expect([...ends]).toEqual(expect.arrayContaining(["succeeded", "no_frame"]));
});

test("in a queue under kills there is no place too many, none empty, and everybody in their order", {
  timeout: 300_000,
}, async () => {
  let starts = 0;
  // In the first of them one person asks anew in each moment in which a place becomes free.
  for (let seed = 2; seed < 2 + howMany(20, 2); seed += 1) {
    const life = await lineLife(seed);
    expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
    starts += life.starts;
  }
  expect(starts).toBeGreaterThan(20);
});

test("of what waits for the service one is released after the other, and none too late, under kills", {
  timeout: 300_000,
}, async () => {
  let released = 0;
  for (let seed = 1; seed <= howMany(60, 3); seed += 1) {
    const life = await releaseLife(seed);
    expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
    released += life.released;
  }
  expect(released).toBeGreaterThan(3);
});

test("what may be no video becomes none in any life, on any way, and what is sent is what the card says", {
  timeout: 120_000,
}, async () => {
  const lives = await Promise.all(Array.from({ length: howMany(400, 10) }, (_, index) => promptLife(index + 1)));
  const sum = (count: (life: (typeof lives)[number]) => number) => lives.reduce((all, life) => all + count(life), 0);
  expect(lives.flatMap(({ broken }) => broken)).toEqual([]);
  expect(sum(({ made }) => made)).toBeGreaterThan(lives.length);
  expect(sum(({ denied }) => denied)).toBeGreaterThan(lives.length);
});

describe.for(["lives", "teams"] as const)("of %s", (kind) => {
  test("each is the same for the same seed, whether or not it is traced", async () => {
    for (const seed of [3, 14]) {
      const first = await KINDS[kind](seed, { isTraced: true });
      const second = await KINDS[kind](seed, { isTraced: true });
      expect(first.trace.length).toBeGreaterThan(5);
      expect(second).toEqual(first);
      expect((await KINDS[kind](seed)).end).toEqual(first.end);
    }
  });
});
