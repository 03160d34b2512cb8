import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Plugin } from "vitest/config";
import { VARIANTS } from "./variants.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const QUERY = /\?variant=(\d+)$/;

/**
 * Loads `./life.ts?variant=7` as a module graph of its own, in which one source file reads as variant 7 has it. Throws
 * where the text to replace is not there exactly once, so that a variant cannot quietly become the product itself.
 */
export function variantPlugin(): Plugin {
  return {
    name: "simulation-variants",
    enforce: "pre",
    resolveId(source, importer) {
      const variant = QUERY.exec(importer ?? "")?.[1] ?? QUERY.exec(source)?.[1];
      const path = source.replace(QUERY, "");
      if (variant === undefined || importer === undefined || !path.startsWith(".")) return null;
      return `${resolve(dirname(importer), path)}?variant=${variant}`;
    },
    load(id) {
      const variant = QUERY.exec(id)?.[1];
      if (variant === undefined) return null;
      const path = id.replace(QUERY, "");
      const text = readFileSync(path, "utf8");
      const { file, search, replacement } = variantAt(Number(variant));
      return relative(ROOT, path).replaceAll("\\", "/") === file
        ? replaceOnce(text, { file, search, replacement })
        : text;
    },
  };
}

function variantAt(index: number): (typeof VARIANTS)[number] {
  const variant = VARIANTS[index];
  if (!variant) throw new Error(`there is no variant ${index}`);
  return variant;
}

/** The text with that one place replaced; throws where there is none, or more than one. */
export function replaceOnce(
  text: string,
  { file, search, replacement }: { file: string; search: string; replacement: string },
): string {
  const [before, after, ...more] = text.split(search);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} has ${text.split(search).length - 1} places that read “${search}”, not one`);
  return `${before}${replacement}${after}`;
}
