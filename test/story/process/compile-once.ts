import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { vi } from "vitest";
import { builtFolder } from "./built-folder.ts";

export const root = resolve(import.meta.dirname, "../../..");
const TSC = join(root, "node_modules/typescript/bin/tsc");

const BUILD_MS = 50_000;

/**
 * Compiles into the folder `name` of this run of the tests, once for all its files, and answers that folder; none sees it
 * half-built. `wordsOf` says what tsc is told besides.
 */
export async function compileOnce(name: string, wordsOf: (dir: string) => readonly string[]): Promise<string> {
  // The workers of one run have one parent, which removes the folder in the end.
  const dir = join(builtFolder(process.ppid), name);
  const whole = join(dir, "whole");
  if (mkdirSync(dir, { recursive: true }) === undefined) {
    await vi.waitUntil(() => existsSync(whole), { timeout: BUILD_MS });
    return dir;
  }
  // Types are checked by `npm run check`.
  execFileSync(process.execPath, [TSC, "--noCheck", ...wordsOf(dir)], { stdio: "pipe" });
  copyFileSync(join(root, "package.json"), join(dir, "package.json"));
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  writeFileSync(whole, "");
  return dir;
}
