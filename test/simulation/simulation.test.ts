import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { howMany } from "../fakes/how-many.ts";
import { LIVES, type LifeKind } from "./lives.ts";
import { promptLife } from "./prompt-life.ts";
import { brokenIn } from "./run-seeds.ts";

/** The first queue takes two simulated hours and three real seconds, so `npm test` starts after it. */
const FROM = howMany(1, 3);

/** `.ci/run` simulates many more runs of most kinds. */
const KINDS: readonly (readonly [string, LifeKind, number])[] = [
  ["in simulations with random faults, the bot keeps every promise of docs/promises.md", "command", howMany(60, 5)],
  [
    "in simulations of two processes on one Redis, the bot keeps every promise of docs/promises.md",
    "fleet",
    howMany(25, 3),
  ],
  [
    "in simulations, the bot keeps every promise of docs/promises.md if the service honours, refuses or ignores idempotency keys",
    "keyed",
    howMany(60, 5),
  ],
  [
    "in simulations, no team exceeds a spending cap or pays for a video without a required approval",
    "teams",
    howMany(4, 1),
  ],
  ["in simulations, each file of a batch is attached once, in the right order", "films", howMany(2, 1)],
  [
    "in simulations of queued videos and batches, the bot keeps every promise of docs/promises.md, whatever people do in the meantime",
    "waiting",
    howMany(30, 3),
  ],
  [
    "in simulations, every job gets a final message within 6 minutes of the last fault, or within a day if the bot was removed",
    "healed",
    howMany(400, 5),
  ],
  [
    "in simulations, no queued video starts too early, too late or out of order, even if processes are killed",
    "queue",
    howMany(20, 1),
  ],
];

test.for(KINDS)("%s", { timeout: 300_000 }, async ([, kind, count]) => {
  expect(await brokenIn({ kind, from: FROM, until: FROM + count })).toBe("");
});

test("in simulations, a video that continues another video starts at most once, and only with the other video's last frame", {
  timeout: 300_000,
}, async () => {
  const ends = new Map<string, number>();
  for (let seed = 1; seed <= howMany(130, 20); seed += 1) {
    const { broken, end } = await LIVES.chain(seed);
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    const outcome = end && outcomeOf(end);
    const name = outcome?.kind === "not_started" ? outcome.why : (outcome?.kind ?? "none");
    ends.set(name, (ends.get(name) ?? 0) + 1);
  }
  process.stdout.write(`chains: ${JSON.stringify(Object.fromEntries(ends))}\n`);
  for (const name of ["succeeded", "film_gone", "no_frame"]) expect(ends.get(name) ?? 0).toBeGreaterThan(0);
});

test("in simulations, no prompt that breaks a content rule is sent to the video service", {
  timeout: 120_000,
}, async () => {
  const lives = await Promise.all(Array.from({ length: howMany(100, 5) }, (_, index) => promptLife(index + 1)));
  const sum = (count: (life: (typeof lives)[number]) => number) => lives.reduce((all, life) => all + count(life), 0);
  process.stdout.write(
    `${lives.length} lives: ${sum(({ made }) => made)} videos made, ${sum(({ denied }) => denied)} denied\n`,
  );
  expect(lives.flatMap(({ broken }) => broken)).toEqual([]);
  expect(sum(({ made }) => made)).toBeGreaterThan(lives.length);
  expect(sum(({ denied }) => denied)).toBeGreaterThan(lives.length);
});

describe("a simulated run", () => {
  test("gives the same trace and result for the same seed", async () => {
    for (const seed of [3, 14, 159]) {
      const [first, second] = [
        await LIVES.command(seed, { isTraced: true }),
        await LIVES.command(seed, { isTraced: true }),
      ];
      expect(second.trace).toEqual(first.trace);
      expect(second.end).toEqual(first.end);
    }
  });

  test("gives the same result with and without a trace", async () => {
    for (const seed of [26, 535, 897])
      expect((await LIVES.command(seed)).end).toEqual((await LIVES.command(seed, { isTraced: true })).end);
  });

  test("gives the same trace for the same seed if the run simulates a team", async () => {
    const [first, second] = [await LIVES.teams(7, { isTraced: true }), await LIVES.teams(7, { isTraced: true })];
    expect(first.trace?.length).toBeGreaterThan(20);
    expect(second.trace).toEqual(first.trace);
  });
});
