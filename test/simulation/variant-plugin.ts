import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vitest/config";
import { PLANTED } from "../fuzz/planted.ts";
import { VARIANTS, type Variant } from "./variants.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const QUERY = /\?((?:variant|planted)=\d+)$/;

/**
 * Loads `./life.ts?variant=7`, or `./kinds.ts?planted=7`, with modules of its own, as far as they use the one file that
 * reads as that variant has it.
 * Throws where the text to replace is not there exactly once, so that a variant cannot quietly become the product itself.
 */
export function variantPlugin(): Plugin {
  const sources = importGraph();
  return {
    name: "simulation-variants",
    enforce: "pre",
    resolveId(source, importer) {
      const which = QUERY.exec(importer ?? "")?.[1] ?? QUERY.exec(source)?.[1];
      const relative = source.replace(QUERY, "");
      if (which === undefined || importer === undefined || !relative.startsWith(".")) return null;
      const path = resolve(dirname(importer), relative);
      return sources.uses(path, pathOf(which)) ? `${path}?${which}` : path;
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

  function importsOf(path: string): readonly string[] {
    const known = direct.get(path);
    if (known) return known;
    const found = [...readFileSync(path, "utf8").matchAll(/(?:from|import) "(\.[^"]+\.ts)"/g)];
    const paths = found.map(([, specifier = ""]) => resolve(dirname(path), specifier));
    direct.set(path, paths);
    return paths;
  }

  return {
    uses(path: string, target: string): boolean {
      const open = [path];
      const seen = new Set(open);
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (next === target) return true;
        for (const each of importsOf(next)) if (!seen.has(each)) open.push(each);
        for (const each of open) seen.add(each);
      }
      return false;
    },
  };
}

function pathOf(which: string): string {
  return resolve(ROOT, variantAt(which).file);
}

/** `variant=7` of the simulation, or `planted=7` of the fuzzing. */
function variantAt(which: string): Variant {
  const [list, index] = which.split("=");
  const variant = (list === "planted" ? PLANTED : VARIANTS)[Number(index)];
  if (!variant) throw new Error(`there is no ${which}`);
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
