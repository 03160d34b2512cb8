import { expect, test } from "vitest";
import { howMany, isFull } from "../fakes/how-many.ts";
import { promptLife } from "./prompt-life.ts";
import { queueLife } from "./queue-life.ts";
import { releaseLife } from "./release-life.ts";

/** A life of one place, for which one person asks anew in each moment in which it becomes free. */
const PUSHED = 17;

test.runIf(isFull)(
  "lives of a queue under kills: no place too many, none empty, and everybody in their order",
  {
    timeout: 300_000,
  },
  async () => {
    let [starts, idleMostMs, differMost] = [0, 0, 0];
    for (let seed = PUSHED; seed < PUSHED + 5; seed += 1) {
      const life = await queueLife(seed);
      expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
      starts += life.starts;
      idleMostMs = Math.max(idleMostMs, life.idleMostMs);
      differMost = Math.max(differMost, life.differMost);
    }
    process.stdout.write(
      `queue: ${starts} starts, a free place stayed empty for ${idleMostMs} ms at most, starts differed by ${differMost} (one person pushed in every third life)\n`,
    );
    expect(starts).toBeGreaterThan(20);
  },
);

test.runIf(isFull)(
  "lives of a service that comes and goes, under kills: one after the other, none too late",
  {
    timeout: 300_000,
  },
  async () => {
    let released = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const life = await releaseLife(seed);
      expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
      released += life.released;
    }
    process.stdout.write(`outages: ${released} videos were released\n`);
    expect(released).toBeGreaterThan(3);
  },
);

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
