import { afterAll, beforeAll, expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { bundlePlanted, type PlantedBundles, standInTheSource } from "./build-planted.ts";
import * as correct from "./kinds.ts";
import { readPlan } from "./plan.ts";
import { PLANTED, type PlantedMistake } from "./planted.ts";

const EVERY = howMany(1, 16);
/** A mistake that is not seen in so many is not caught. */
const SEEDS_MOST = 2_500;

const tried = PLANTED.filter((_, index) => index % EVERY === 0);
let bundles: PlantedBundles;
beforeAll(async () => {
  const entry = new URL("kinds.ts", import.meta.url).pathname;
  bundles = await bundlePlanted(tried.map((mistake) => ({ mistake, entry })));
}, 60_000);
afterAll(() => bundles.remove());

standInTheSource(PLANTED);

test.for(tried.map((mistake, index) => [mistake.name, mistake, index] as const))(
  "%s: caught",
  { timeout: 240_000 },
  async ([name, mistake, index]) => {
    const broken = await brokenIn(mistake, await import(/* @vite-ignore */ bundles.urlOf(index)));
    // Which claim caught which mistake, and how soon, is worth a line in the test's output.
    process.stdout.write(`${name}: ${broken ?? "NOT CAUGHT"}\n`);
    expect(broken).not.toBeNull();
  },
);

/** Simulates with the mistake until a claim breaks that holds without it for the same seed; null where none does. */
async function brokenIn({ kind, tryFirst }: PlantedMistake, mistaken: typeof correct): Promise<string | null> {
  if (typeof tryFirst === "string") {
    const plan = readPlan(tryFirst);
    const [claim] = (await mistaken.livePlan(...plan)).life.broken;
    const isAlone = (await correct.livePlan(...plan)).life.broken.length === 0;
    return claim !== undefined && isAlone ? `${claim} (${tryFirst})` : null;
  }
  for (let nth = tryFirst === undefined ? 1 : 0; nth <= SEEDS_MOST; nth += 1) {
    const seed = nth || (tryFirst ?? 1);
    const [claim] = (await mistaken.KINDS[kind](seed)).broken;
    if (claim !== undefined && (await correct.KINDS[kind](seed)).broken.length === 0) return `${claim} (seed ${seed})`;
  }
  return null;
}
