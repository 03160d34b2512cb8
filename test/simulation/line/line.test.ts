import { expect, test } from "vitest";
import { isFull } from "../../fakes/how-many.ts";
import { lineLife } from "./line-life.ts";

/** The part of a wait by which half of the predicted starts may be off. */
const ERROR_MOST = 0.25;
/** A life of one place, for which one person asks anew in each moment in which it becomes free. */
const PUSHED = 17;

test("lives of a line under kills: no place too many, none empty, everybody in their order, and starts as predicted", {
  timeout: 300_000,
}, async () => {
  const errors: number[] = [];
  let [starts, idleMostMs, differMost] = [0, 0, 0];
  for (let seed = 2; seed <= 20; seed += 1) {
    if (!isFull && seed !== PUSHED) continue;
    const life = await lineLife(seed);
    expect({ seed, broken: life.broken }).toEqual({ seed, broken: [] });
    errors.push(...life.errors);
    starts += life.starts;
    idleMostMs = Math.max(idleMostMs, life.idleMostMs);
    differMost = Math.max(differMost, life.differMost);
  }
  const median = errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)] ?? Number.NaN;
  process.stdout.write(
    `line: ${starts} turns, a free place stood empty for ${idleMostMs} ms at most, starts differed by ${differMost} (one person pushed in every third life), half of ${errors.length} starts within ${(100 * median).toFixed(0)} %\n`,
  );
  expect(starts).toBeGreaterThan(20);
  expect(median).toBeLessThan(ERROR_MOST);
});
