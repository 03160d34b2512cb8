import { expect, test } from "vitest";
import { isFull } from "../../fakes/how-many.ts";
import { lineLife } from "./line-life.ts";

/** A life of one place, for which one person asks anew in each moment in which it becomes free. */
const PUSHED = 17;

test("lives of a line under kills: no place too many, none empty, and everybody in their order", {
  timeout: 300_000,
}, async () => {
  let [starts, idleMostMs, differMost] = [0, 0, 0];
  for (let seed = 2; seed <= 20; seed += 1) {
    if (!isFull && seed !== PUSHED) continue;
    const life = await lineLife(seed);
    expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
    starts += life.starts;
    idleMostMs = Math.max(idleMostMs, life.idleMostMs);
    differMost = Math.max(differMost, life.differMost);
  }
  process.stdout.write(
    `line: ${starts} turns, a free place stood empty for ${idleMostMs} ms at most, starts differed by ${differMost} (one person pushed in every third life)\n`,
  );
  expect(starts).toBeGreaterThan(20);
});
