import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltVariants, buildVariants } from "./build-variants.ts";
import { replaceOnce } from "./variant-plugin.ts";
import type { Variant } from "./variants.ts";

/** Lives one life; the same for the same seed. */
type Live = (seed: number) => Promise<{ readonly broken: readonly string[] }>;

interface Caught {
  readonly claim: string;
  readonly seed: number;
  /** How many lives it took. */
  readonly lives: number;
}

/** Lives each of a product's lives once, however many variants are held against it. */
export function once(live: Live): Live {
  const lived = new Map<number, ReturnType<Live>>();
  return (seed) => {
    const life = lived.get(seed) ?? live(seed);
    lived.set(seed, life);
    return life;
  };
}

/** How long lives of one variant are lived: a test's own timeout would not end them, and they would slow the next one's. */
const LIVED_MS = 100_000;

/** Lives the variant until a claim breaks that the product keeps in the same life; throws where none does. */
export async function caught(
  variant: Live,
  product: Live,
  seeds: readonly number[],
  livedMs = LIVED_MS,
): Promise<Caught> {
  const until = performance.now() + livedMs;
  for (const [index, seed] of seeds.entries()) {
    if (performance.now() >= until) throw new Error(`not caught in ${index} lives, which took ${livedMs / 1_000} s`);
    const [claim] = (await variant(seed)).broken;
    if (claim !== undefined && (await product(seed)).broken.length === 0) return { claim, seed, lives: index + 1 };
  }
  throw new Error(`not caught in ${seeds.length} lives`);
}

/** Where each variant's place is in the source, whether or not its lives are lived. */
export function standInTheSource(variants: readonly Variant[]): void {
  test.for(variants.map((variant) => [variant.name, variant] as const))(
    "%s: its place is in the source",
    ([, variant]) => {
      const text = readFileSync(join(import.meta.dirname, "../../..", variant.file), "utf8");
      expect(replaceOnce(text, variant)).not.toBe(text);
    },
  );
}

interface Judged<Lives> {
  readonly variants: readonly Variant[];
  /** One of how many is tried, and none at 0; the places of all are looked up. */
  readonly every?: number;
  /** The file of `test/simulation/` that each variant becomes a bundle of, and the product's own of it. */
  readonly entry: string;
  readonly product: Lives;
  readonly liveOf: (lives: Lives) => Live;
  readonly seedsMost: number;
}

/** Tests that each of these planted mistakes breaks a claim, its `tryFirst` before the seeds from 1 on. */
export function judgeVariants<Lives>({ variants, every = 1, entry, product, liveOf, seedsMost }: Judged<Lives>): void {
  standInTheSource(variants);
  if (every === 0) return;
  const tried = variants.filter((_, index) => index % every === 0);
  const seeds = Array.from({ length: seedsMost }, (_, index) => index + 1);
  const live = once(liveOf(product));

  let built: BuiltVariants;
  beforeAll(async () => {
    built = await buildVariants(join(import.meta.dirname, "..", entry), tried);
  }, 60_000);
  afterAll(() => built.remove());

  test.for(tried.map((variant, index) => [variant.name, { variant, index }] as const))(
    "%s: caught",
    { timeout: 120_000 },
    async ([
      name,
      {
        variant: { tryFirst },
        index,
      },
    ]) => {
      const variant: Lives = await import(/* @vite-ignore */ built.urlOf(index));
      const first = typeof tryFirst === "number" ? [tryFirst] : [];
      const { claim, seed, lives } = await caught(liveOf(variant), live, [...first, ...seeds]);
      // Which claim caught which mistake, and how soon, is worth a line in the test's output.
      process.stdout.write(`${name}: ${claim}, after ${lives} (${seed})\n`);
    },
  );
}
