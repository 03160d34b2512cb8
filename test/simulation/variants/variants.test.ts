import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import * as product from "../lives.ts";
import { type BuiltVariants, buildVariants } from "./build-variants.ts";
import { catchVariant, type Lives } from "./catch-variant.ts";
import { standInTheSource } from "./judge-variants.ts";
import { replaceOnce } from "./variant-plugin.ts";
import { VARIANTS } from "./variants.ts";

/** Each is loaded as a product of its own, which takes longer than to catch it. */
const EVERY = howMany(1, 24);
const tried = VARIANTS.filter((_, index) => index % EVERY === 0);

let built: BuiltVariants;
beforeAll(async () => {
  built = await buildVariants(join(import.meta.dirname, "../lives.ts"), tried);
}, 60_000);
afterAll(() => built.remove());

test.for(tried.map(({ name }, index) => [name, index] as const))(
  "%s: caught",
  { timeout: 60_000 },
  async ([name, index]) => {
    const variant: Lives = await import(/* @vite-ignore */ built.urlOf(index));
    const caught = await catchVariant({ variant, product }, tried[index] ?? {});
    // Which claim caught which mistake, and how soon, is worth a line in the test's output.
    process.stdout.write(`${name}: ${caught ? `${caught.claim}, after ${caught.lives} (${caught.where})` : "NOT CAUGHT"}
`);
    expect(caught).not.toBeNull();
  },
);

standInTheSource(VARIANTS);

test("a text that is not there exactly once is no variant", () => {
  const rule = { file: "a.ts", search: "two", replacement: "2" };
  expect(replaceOnce("one two three", rule)).toBe("one 2 three");
  expect(() => replaceOnce("one three", rule)).toThrow("a.ts has 0 places");
  expect(() => replaceOnce("two two", rule)).toThrow("a.ts has 2 places");
});
