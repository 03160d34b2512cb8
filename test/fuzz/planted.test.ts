import fc from "fast-check";
import { expect, test } from "vitest";
import type { KINDS } from "./kinds.ts";
import { PLANTED } from "./planted.ts";

/** The kinds over the product with that hole in it: with modules of their own, see `variant-plugin.ts`. */
async function kindsOf(index: number): Promise<typeof KINDS> {
  return (await import(/* @vite-ignore */ `./kinds.ts?planted=${index}`)).KINDS;
}

test.for(PLANTED.map(({ name, foundBy }, index) => [name, foundBy, index] as const))(
  "%s: found by hostile %s",
  { timeout: 60_000 },
  async ([, foundBy, index]) => {
    const kind = (await kindsOf(index)).find(({ name }) => name === foundBy);
    expect(kind && (await fc.check(kind.property, { numRuns: 2_000, endOnFailure: true })).failed).toBe(true);
  },
);
