import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { vi } from "vitest";
import { builtFolder } from "./built-folder.ts";

export const root = resolve(import.meta.dirname, "../../..");

const BUILD_MS = 50_000;

/**
 * Builds once per test run in the folder `name`, and returns the folder when it is complete. `wordsOf` returns a package's
 * program and its arguments.
 */
export async function compileOnce(
  name: string,
  wordsOf: (dir: string) => readonly [string, ...string[]],
): Promise<string> {
  // All workers of a run have the same parent, which removes the folder at the end.
  const dir = join(builtFolder(process.ppid), name);
  const whole = join(dir, "whole");
  if (mkdirSync(dir, { recursive: true }) === undefined) {
    await vi.waitUntil(() => existsSync(whole), { timeout: BUILD_MS });
    return dir;
  }
  const [program, ...words] = wordsOf(dir);
  execFileSync(process.execPath, [join(root, "node_modules", program), ...words], { stdio: "pipe" });
  copyFileSync(join(root, "package.json"), join(dir, "package.json"));
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  writeFileSync(whole, "");
  return dir;
}
