import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { bundlePlanted, type PlantedBundles, standInTheSource } from "../simulation/planted/build-planted.ts";
import type { KINDS } from "./kinds.ts";
import { PLANTED } from "./planted.ts";

const tried = howMany(PLANTED, []);

let built: PlantedBundles;
beforeAll(async () => {
  built = await bundlePlanted(tried.map((mistake) => ({ mistake, entry: join(import.meta.dirname, "kinds.ts") })));
}, 60_000);
afterAll(() => built.remove());

test.for(tried.map(({ name, foundBy }, index) => [name, foundBy, index] as const))(
  "the planted mistake “%s” is detected by fuzzing with hostile %s",
  { timeout: 60_000 },
  async ([, foundBy, index]) => {
    const { KINDS: kinds }: { KINDS: typeof KINDS } = await import(/* @vite-ignore */ built.urlOf(index));
    const kind = kinds.find(({ name }) => name === foundBy);
    expect(kind && (await fc.check(kind.property, { numRuns: 2_000, endOnFailure: true })).failed).toBe(true);
  },
);

standInTheSource(PLANTED);
