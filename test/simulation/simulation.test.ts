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
  ["simulated runs under every fault keep every promise", "command", howMany(60, 5)],
  ["simulated runs with two processes over one Redis keep every promise", "fleet", howMany(25, 3)],
  [
    "simulated runs keep every promise whether the service honours, refuses or ignores an idempotency key",
    "keyed",
    howMany(60, 5),
  ],
  ["simulated teams keep every cap, approval and credit", "teams", howMany(4, 1)],
  [
    "simulated batches attach each file once in its place, and charge each continued video with its own frame",
    "films",
    howMany(2, 1),
  ],
  ["simulated waiting videos and batches keep every promise whatever people do meanwhile", "waiting", howMany(30, 3)],
  [
    "once faults end, every simulated job gets its final message within 6 minutes, or a day if the bot was removed",
    "healed",
    howMany(400, 5),
  ],
  [
    "simulated queues under kills never exceed their places, leave none empty, and keep everybody's order",
    "queue",
    howMany(20, 1),
  ],
];

test.for(KINDS)("%s", { timeout: 300_000 }, async ([, kind, count]) => {
  expect(await brokenIn({ kind, from: FROM, until: FROM + count })).toBe("");
});

test("simulated continued videos under kills are charged at most once, and never start without the last frame of the video before", {
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

test("no simulated prompt that breaks a rule becomes a video, and the sent prompt is the one on the card", {
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
  test("is identical for the same seed", async () => {
    for (const seed of [3, 14, 159]) {
      const [first, second] = [
        await LIVES.command(seed, { isTraced: true }),
        await LIVES.command(seed, { isTraced: true }),
      ];
      expect(second.trace).toEqual(first.trace);
      expect(second.end).toEqual(first.end);
    }
  });

  test("is identical with and without a trace", async () => {
    for (const seed of [26, 535, 897])
      expect((await LIVES.command(seed)).end).toEqual((await LIVES.command(seed, { isTraced: true })).end);
  });

  test("of a team is identical for the same seed", async () => {
    const [first, second] = [await LIVES.teams(7, { isTraced: true }), await LIVES.teams(7, { isTraced: true })];
    expect(first.trace?.length).toBeGreaterThan(20);
    expect(second.trace).toEqual(first.trace);
  });
});
