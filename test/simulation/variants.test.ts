import { expect, test } from "vitest";
import { catchVariant, type Lives } from "./catch-variant.ts";
import { fleetLife, life } from "./life.ts";
import { everyPlan, livePlan, SCENARIOS } from "./plan.ts";
import { replaceOnce } from "./variant-plugin.ts";
import { VARIANTS } from "./variants.ts";

const product: Lives = { life, fleetLife, livePlan, everyPlan, SCENARIOS };

/** The lives of a variant: each one has modules of its own, see `variant-plugin.ts`. */
async function livesOf(index: number): Promise<Lives> {
  const query = `?variant=${index}`;
  const lives = await import(/* @vite-ignore */ `./life.ts${query}`);
  const plan = await import(/* @vite-ignore */ `./plan.ts${query}`);
  return { ...lives, ...plan };
}

test.for(VARIANTS.map(({ name }, index) => [name, index] as const))(
  "%s: caught",
  { timeout: 60_000 },
  async ([name, index]) => {
    const caught = await catchVariant({ variant: await livesOf(index), product }, VARIANTS[index] ?? {});
    // Which claim caught which mistake, and how soon, is worth a line in the test's output.
    process.stdout.write(`${name}: ${caught ? `${caught.claim}, after ${caught.lives} (${caught.where})` : "NOT CAUGHT"}
`);
    expect(caught).not.toBeNull();
  },
);

test("a text that is not there exactly once is no variant", () => {
  const rule = { file: "a.ts", search: "two", replacement: "2" };
  expect(replaceOnce("one two three", rule)).toBe("one 2 three");
  expect(() => replaceOnce("one three", rule)).toThrow("a.ts has 0 places");
  expect(() => replaceOnce("two two", rule)).toThrow("a.ts has 2 places");
});
