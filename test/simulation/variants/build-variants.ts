import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { variantPlugin } from "./variant-plugin.ts";
import type { Variant } from "./variants.ts";

/** Beside the packages, so that Node finds them from there and Vitest leaves the files as they are. */
const PACKAGES = resolve("node_modules");

export interface BuiltVariants {
  /** Where the entry is as that variant has it. */
  urlOf(index: number): string;
  remove(): void;
}

/**
 * Bundles a file once for each variant, with modules of its own as far as they use what the variant changes. All at once
 * it takes two seconds; served by Vitest one module after another it took ten.
 */
export async function buildVariants(entry: string, variants: readonly Variant[]): Promise<BuiltVariants> {
  // Loading it takes most of a second, and most of the files that may ask for it plant nothing in `npm test`.
  const { build } = await import("vite");
  const folder = mkdtempSync(join(PACKAGES, ".variants-"));
  await build({
    configFile: false,
    logLevel: "error",
    plugins: [variantPlugin(variants)],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: "node20",
      rolldownOptions: {
        input: Object.fromEntries(variants.map((_, index) => [String(index), `${entry}?variant=${index}`])),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "shared-[hash].mjs" },
      },
    },
  });
  return {
    urlOf: (index) => pathToFileURL(join(folder, `${index}.mjs`)).href,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
