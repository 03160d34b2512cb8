import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { test } from "vitest";

/** A mistake to plant into the product: a text in a source file and its replacement. */
export interface Mistake {
  readonly name: string;
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly search: string;
  readonly replacement: string;
}

/** A mistake and the entry file that is bundled with it. */
interface Bundle {
  readonly mistake: Mistake;
  readonly entry: string;
}

export interface PlantedBundles {
  /** Returns the URL of the bundle with that index. */
  urlOf(index: number): string;
  remove(): void;
}

/** The repository root: programs and tests start there. */
const ROOT = process.cwd();
/** The bundles are in node_modules so that Node resolves packages from there and Vitest does not transform them. */
const PACKAGES = resolve("node_modules");
const QUERY = /\?planted=(\d+)$/;

/** Bundles each entry with its mistake. Bundles share the modules that do not import the changed file. */
export async function bundlePlanted(bundles: readonly Bundle[]): Promise<PlantedBundles> {
  const folder = mkdtempSync(join(PACKAGES, ".planted-"));
  if (bundles.length > 0) await build(bundles, folder);
  return {
    urlOf: (index) => pathToFileURL(join(folder, `${index}.mjs`)).href,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function build(bundles: readonly Bundle[], folder: string): Promise<void> {
  // Loading Vite takes almost a second, and most processes plant nothing.
  const vite = await import("vite");
  await vite.build({
    configFile: false,
    logLevel: "error",
    plugins: [plantingPlugin(bundles.map(({ mistake }) => mistake))],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: "node20",
      rolldownOptions: {
        input: Object.fromEntries(bundles.map(({ entry }, index) => [String(index), `${entry}?planted=${index}`])),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "shared-[hash].mjs" },
      },
    },
  });
}

/**
 * Defines tests that each mistake's `search` text is in the source. Running the mistakes takes seconds, so only TESTS=full
 * does that.
 */
export function standInTheSource(mistakes: readonly Mistake[]): void {
  test.for(mistakes.map((mistake) => [mistake.name, mistake] as const))(
    "the planted mistake “%s” can still be inserted into the source",
    ([, mistake]) => void planted(mistake),
  );
}

/** Loads `life.ts?planted=7` with its own copies of the modules that import the file changed by mistake 7. */
function plantingPlugin(mistakes: readonly Mistake[]): Plugin {
  const uses = importGraph();

  function mistakeAt(which: string): Mistake {
    const mistake = mistakes[Number(which)];
    if (!mistake) throw new Error(`no planted mistake ${which}`);
    return mistake;
  }

  const pathOf = (which: string) => resolve(ROOT, mistakeAt(which).file);

  return {
    name: "planted-mistakes",
    enforce: "pre",
    resolveId(source, importer) {
      const which = QUERY.exec(importer ?? "")?.[1] ?? QUERY.exec(source)?.[1];
      const relative = source.replace(QUERY, "");
      if (which === undefined || (importer !== undefined && !relative.startsWith("."))) return null;
      const path = importer === undefined ? relative : resolve(dirname(importer), relative);
      return uses(path, pathOf(which)) ? `${path}?planted=${which}` : path;
    },
    load(id) {
      const which = QUERY.exec(id)?.[1];
      if (which === undefined) return null;
      const path = id.replace(QUERY, "");
      return path === pathOf(which) ? planted(mistakeAt(which)) : readFileSync(path, "utf8");
    },
  };
}

/** Returns a function that tells whether a file imports another file, directly or indirectly. */
function importGraph(): (path: string, target: string) => boolean {
  const imports = new Map<string, readonly string[]>();
  const reached = new Map<string, ReadonlySet<string>>();

  function importsOf(path: string): readonly string[] {
    const cached = imports.get(path);
    if (cached) return cached;
    const specifiers = [...readFileSync(path, "utf8").matchAll(/(?:from|import) "(\.[^"]+\.ts)"/g)];
    const paths = specifiers.map(([, specifier = ""]) => resolve(dirname(path), specifier));
    imports.set(path, paths);
    return paths;
  }

  return (path, target) => {
    const files = reached.get(path) ?? new Set([path]);
    if (!reached.has(path))
      for (const each of files) for (const next of importsOf(each)) (files as Set<string>).add(next);
    reached.set(path, files);
    return files.has(target);
  };
}

/** Returns the file's text with the mistake. Throws if `search` does not occur exactly once. */
function planted({ file, search, replacement }: Mistake): string {
  const parts = readFileSync(resolve(ROOT, file), "utf8").split(search);
  const [before, after] = parts;
  if (before === undefined || after === undefined || parts.length > 2)
    throw new Error(`${file} contains “${search}” ${parts.length - 1} times instead of once`);
  return `${before}${replacement}${after}`;
}
