import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import * as product from "../line-lives.ts";
import { type BuiltVariants, buildVariants } from "./build-variants.ts";
import { replaceOnce } from "./variant-plugin.ts";
import { LINE } from "./variants-line.ts";

const EVERY = howMany(1, 4);
const tried = LINE.filter((_, index) => index % EVERY === 0);
const SEEDS_MOST = 60;

let built: BuiltVariants;
beforeAll(async () => {
  built = await buildVariants(join(import.meta.dirname, "../line-lives.ts"), tried);
}, 60_000);
afterAll(() => built.remove());

/** Lives the variant until a claim breaks that the product keeps in the same life; null where none does. */
async function caught(variant: typeof product, tryFirst: number) {
  for (const seed of [tryFirst, ...Array.from({ length: SEEDS_MOST }, (_, index) => index + 1)]) {
    const [claim] = (await variant.lineLife(seed)).broken;
    if (claim !== undefined && (await product.lineLife(seed)).broken.length === 0) return { claim, seed };
  }
  return null;
}

test.for(tried.map(({ name, tryFirst }, index) => [name, { index, tryFirst }] as const))(
  "%s: caught",
  { timeout: 120_000 },
  async ([name, { index, tryFirst }]) => {
    const found = await caught(await import(/* @vite-ignore */ built.urlOf(index)), Number(tryFirst ?? 1));
    process.stdout.write(`${name}: ${found ? `${found.claim}, after ${found.seed}` : "NOT CAUGHT"}\n`);
    expect(found).not.toBeNull();
  },
);

test.for(LINE.map((variant) => [variant.name, variant] as const))("%s: its place is in the source", ([, variant]) => {
  const text = readFileSync(join(import.meta.dirname, "../../..", variant.file), "utf8");
  expect(replaceOnce(text, variant)).not.toBe(text);
});
