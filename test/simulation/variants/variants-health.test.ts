import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "../health/outage-life.ts";
import { type BuiltVariants, buildVariants } from "./build-variants.ts";
import { replaceOnce } from "./variant-plugin.ts";
import { HEALTH } from "./variants-health.ts";

const SEEDS_MOST = 40;

let built: BuiltVariants;
beforeAll(async () => {
  built = await buildVariants(join(import.meta.dirname, "../health/outage-life.ts"), HEALTH);
}, 60_000);
afterAll(() => built.remove());

/** Lives the variant until a claim breaks that the product keeps in the same life; null where none does. */
async function caught(variant: typeof product) {
  for (let seed = 1; seed <= SEEDS_MOST; seed += 1) {
    const [claim] = (await variant.anOutage(seed)).broken;
    if (claim !== undefined && (await product.anOutage(seed)).broken.length === 0) return { claim, seed };
  }
  return null;
}

test.for(HEALTH.map(({ name }, index) => [name, index] as const))(
  "%s: caught",
  { timeout: 120_000 },
  async ([name, index]) => {
    const found = await caught(await import(/* @vite-ignore */ built.urlOf(index)));
    process.stdout.write(`${name}: ${found ? `${found.claim}, by seed ${found.seed}` : "NOT CAUGHT"}\n`);
    expect(found).not.toBeNull();
  },
);

test.for(HEALTH.map((variant) => [variant.name, variant] as const))("%s: its place is in the source", ([, variant]) => {
  const text = readFileSync(join(import.meta.dirname, "../../..", variant.file), "utf8");
  expect(replaceOnce(text, variant)).not.toBe(text);
});
