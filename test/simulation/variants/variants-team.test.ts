import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import * as product from "../team-lives.ts";
import { type BuiltVariants, buildVariants } from "./build-variants.ts";
import { replaceOnce } from "./variant-plugin.ts";
import { BATCH } from "./variants-batch.ts";
import { TEAM } from "./variants-team.ts";

const ALL = [...TEAM, ...BATCH];
const EVERY = howMany(1, 6);
const tried = ALL.filter((_, index) => index % EVERY === 0);
const SEEDS_MOST = 600;

let built: BuiltVariants;
beforeAll(async () => {
  built = await buildVariants(join(import.meta.dirname, "../team-lives.ts"), tried);
}, 60_000);
afterAll(() => built.remove());

/** Lives the variant until a claim breaks that the product keeps in the same life; null where none does. */
async function caught(variant: typeof product, tryFirst?: string | number) {
  const first = typeof tryFirst === "number" ? [tryFirst] : [];
  const seeds = [...first, ...Array.from({ length: SEEDS_MOST }, (_, index) => index + 1)];
  for (const [index, seed] of seeds.entries()) {
    const [claim] = (await variant.teamLife(seed)).broken;
    if (claim !== undefined && (await product.teamLife(seed)).broken.length === 0)
      return { claim, seed, lives: index + 1 };
  }
  return null;
}

test.for(tried.map((variant, index) => [variant.name, { variant, index }] as const))(
  "%s: caught",
  { timeout: 120_000 },
  async ([name, { variant, index }]) => {
    const found = await caught(await import(/* @vite-ignore */ built.urlOf(index)), variant.tryFirst);
    process.stdout.write(`${name}: ${found ? `${found.claim}, after ${found.lives} (${found.seed})` : "NOT CAUGHT"}\n`);
    expect(found).not.toBeNull();
  },
);

test.for(ALL.map((variant) => [variant.name, variant] as const))("%s: its place is in the source", ([, variant]) => {
  const text = readFileSync(join(import.meta.dirname, "../../..", variant.file), "utf8");
  expect(replaceOnce(text, variant)).not.toBe(text);
});
