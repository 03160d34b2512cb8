import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { LIVES } from "../lives.ts";
import { livePlan, readPlan } from "../plan.ts";
import { bundlePlanted, type PlantedBundles, standInTheSource } from "./build-planted.ts";
import { PLANTED, type PlantedMistake } from "./planted.ts";

const SEEDS_MOST = 2_000;
const LIVED_MS = 100_000;

const tried = howMany(PLANTED, []);
let bundles: PlantedBundles;
beforeAll(async () => {
  bundles = await bundlePlanted(
    tried.map((mistake) => ({
      mistake,
      entry: join(import.meta.dirname, typeof mistake.tryFirst === "string" ? "../plan.ts" : "../lives.ts"),
    })),
  );
}, 60_000);
afterAll(() => bundles.remove());

standInTheSource(PLANTED);

test.for(tried.map((mistake, index) => [mistake.name, mistake, index] as const))(
  "the simulation detects the planted mistake “%s”",
  { timeout: 120_000 },
  async ([name, mistake, index]) => {
    const broken = await brokenIn(mistake, bundles.urlOf(index));
    // Prints which claim detected each mistake.
    process.stdout.write(`${name}: ${broken ?? "NOT CAUGHT"}\n`);
    expect(broken).not.toBeNull();
  },
);

/**
 * Simulates runs with the mistake until a claim breaks that holds in the same run without it. Null: no claim breaks.
 */
async function brokenIn({ lives, tryFirst }: PlantedMistake, bundleUrl: string): Promise<string | null> {
  if (typeof tryFirst === "string") {
    const plan = readPlan(tryFirst);
    const mistaken: { livePlan: typeof livePlan } = await import(/* @vite-ignore */ bundleUrl);
    const [claim] = (await mistaken.livePlan(...plan)).life.broken;
    return claim !== undefined && (await livePlan(...plan)).life.broken.length === 0 ? `${claim} (${tryFirst})` : null;
  }
  const bundle: { LIVES: typeof LIVES } = await import(/* @vite-ignore */ bundleUrl);
  const until = performance.now() + LIVED_MS;
  for (let nth = tryFirst === undefined ? 1 : 0; nth <= SEEDS_MOST && performance.now() < until; nth += 1) {
    const seed = nth || (tryFirst ?? 1);
    const [claim] = (await bundle.LIVES[lives](seed)).broken;
    if (claim !== undefined && (await LIVES[lives](seed)).broken.length === 0) return `${claim} (seed ${seed})`;
  }
  return null;
}
