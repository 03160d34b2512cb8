import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { howMany } from "../fakes/how-many.ts";
import { LIVES, type LifeKind } from "./lives.ts";
import { promptLife } from "./prompt-life.ts";
import { brokenIn } from "./run-seeds.ts";

/** The first queue lasts two hours, and takes three seconds: `npm test` begins behind it. */
const FROM = howMany(1, 3);

/** `.ci/run` simulates far more of most kinds. */
const KINDS: readonly (readonly [string, LifeKind, number])[] = [
  ["simulated runs under every fault keep every promise", "command", howMany(60, 15)],
  ["simulated runs with two processes over one Redis keep every promise", "fleet", howMany(25, 8)],
  [
    "simulated runs at a service that honors an idempotency key, refuses a known one, or ignores it keep every promise",
    "keyed",
    howMany(60, 15),
  ],
  ["simulated teams keep every cap, approval and credit", "teams", howMany(4, 1)],
  [
    "simulated runs of batches: each film once in its place, and each part of a chain paid for with its own frame",
    "films",
    2,
  ],
  [
    "simulated runs of what waits before it begins, and of batches, keep every promise whatever people do meanwhile",
    "waiting",
    howMany(30, 8),
  ],
  [
    "once faults end, every simulated job has its final message within 6 minutes, or within a day where the bot was removed",
    "healed",
    howMany(400, 12),
  ],
  [
    "simulated queues under kills: no place too many, none empty, and everybody in their order",
    "queue",
    howMany(20, 1),
  ],
];

test.for(KINDS)("%s", { timeout: 300_000 }, async ([, kind, count]) => {
  expect(await brokenIn({ kind, from: FROM, until: FROM + count })).toBe("");
});

test("simulated runs of a video that goes on from another, under kills: charged once at most, and never without its own frame", {
  timeout: 300_000,
}, async () => {
  const ends = new Map<string, number>();
  for (let seed = 1; seed <= howMany(130, 50); seed += 1) {
    const { broken, end } = await LIVES.chain(seed);
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    const outcome = end && outcomeOf(end);
    const name = outcome?.kind === "not_started" ? outcome.why : (outcome?.kind ?? "none");
    ends.set(name, (ends.get(name) ?? 0) + 1);
  }
  process.stdout.write(`chains: ${JSON.stringify(Object.fromEntries(ends))}\n`);
  for (const name of ["succeeded", "film_gone", "no_frame"]) expect(ends.get(name) ?? 0).toBeGreaterThan(0);
});

test("what may be no video becomes none in any life, on any way, and what is sent is what the card says", {
  timeout: 120_000,
}, async () => {
  const lives = await Promise.all(Array.from({ length: howMany(100, 10) }, (_, index) => promptLife(index + 1)));
  const sum = (count: (life: (typeof lives)[number]) => number) => lives.reduce((all, life) => all + count(life), 0);
  process.stdout.write(
    `${lives.length} lives: ${sum(({ made }) => made)} videos made, ${sum(({ denied }) => denied)} denied\n`,
  );
  expect(lives.flatMap(({ broken }) => broken)).toEqual([]);
  expect(sum(({ made }) => made)).toBeGreaterThan(lives.length);
  expect(sum(({ denied }) => denied)).toBeGreaterThan(lives.length);
});

describe("a life", () => {
  test("is the same for the same seed", async () => {
    for (const seed of [3, 14, 159]) {
      const [first, second] = [
        await LIVES.command(seed, { isTraced: true }),
        await LIVES.command(seed, { isTraced: true }),
      ];
      expect(second.trace).toEqual(first.trace);
      expect(second.end).toEqual(first.end);
    }
  });

  test("is the same whether or not it is traced", async () => {
    for (const seed of [26, 535, 897])
      expect((await LIVES.command(seed)).end).toEqual((await LIVES.command(seed, { isTraced: true })).end);
  });

  test("of a team is the same for the same seed", async () => {
    const [first, second] = [await LIVES.teams(7, { isTraced: true }), await LIVES.teams(7, { isTraced: true })];
    expect(first.trace?.length).toBeGreaterThan(20);
    expect(second.trace).toEqual(first.trace);
  });
});
