import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Variant } from "./variants.ts";

/** Programs and tests are begun there. */
const ROOT = process.cwd();
const QUERY = /\?variant=(\d+)$/;

/**
 * Reads `lives.ts?variant=7` with modules of its own, as far as they use the one file that reads as that variant has it.
 * Throws where the text to replace is not there exactly once, so that a variant cannot quietly become the product itself.
 */
export function variantPlugin(variants: readonly Variant[]): Plugin {
  // A file that is not there would be replaced nowhere, and the product itself be tried.
  for (const { file } of variants) readFileSync(resolve(ROOT, file));
  const sources = importGraph();

  function variantAt(which: string): Variant {
    const variant = variants[Number(which)];
    if (!variant) throw new Error(`there is no variant ${which}`);
    return variant;
  }

  const pathOf = (which: string) => resolve(ROOT, variantAt(which).file);

  return {
    name: "simulation-variants",
    enforce: "pre",
    resolveId(source, importer) {
      const which = QUERY.exec(importer ?? "")?.[1] ?? QUERY.exec(source)?.[1];
      const relative = source.replace(QUERY, "");
      if (which === undefined || (importer !== undefined && !relative.startsWith("."))) return null;
      const path = importer === undefined ? relative : resolve(dirname(importer), relative);
      return sources.uses(path, pathOf(which)) ? `${path}?variant=${which}` : path;
    },
    load(id) {
      const which = QUERY.exec(id)?.[1];
      if (which === undefined) return null;
      const path = id.replace(QUERY, "");
      const text = readFileSync(path, "utf8");
      return path === pathOf(which) ? replaceOnce(text, variantAt(which)) : text;
    },
  };
}

/** Which file uses which, itself or by way of others. */
function importGraph() {
  const direct = new Map<string, readonly string[]>();
  const reached = new Map<string, ReadonlySet<string>>();

  function importsOf(path: string): readonly string[] {
    const known = direct.get(path);
    if (known) return known;
    const found = [...readFileSync(path, "utf8").matchAll(/(?:from|import) "(\.[^"]+\.ts)"/g)];
    const paths = found.map(([, specifier = ""]) => resolve(dirname(path), specifier));
    direct.set(path, paths);
    return paths;
  }

  /** The file and all that it uses, itself or by way of others. */
  function reachedFrom(path: string): ReadonlySet<string> {
    const known = reached.get(path);
    if (known) return known;
    const seen = new Set([path]);
    for (const each of seen) for (const next of importsOf(each)) seen.add(next);
    reached.set(path, seen);
    return seen;
  }

  return { uses: (path: string, target: string) => reachedFrom(path).has(target) };
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
