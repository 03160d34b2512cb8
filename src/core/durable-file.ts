import { randomBytes } from "node:crypto";
import { open, readdir, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileErrorCode } from "./error-code.ts";
import type { Log } from "./text/log-fields.ts";

export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

export async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function draftOf(file: string): string {
  return `${file}.${randomBytes(4).toString("hex")}`;
}

/** Drafts left by a crash may contain keys. Never rejects. */
export async function removeDrafts(file: string, log: Log): Promise<void> {
  try {
    const target = await realpath(file).catch(() => file);
    const beginning = `${basename(target)}.`;
    for (const name of await readdir(dirname(target))) {
      if (!name.startsWith(beginning) || !/^[0-9a-f]{8}$/.test(name.slice(beginning.length))) continue;
      await rm(join(dirname(target), name));
      log.warn("a half-made file with keys was removed", { name });
    }
  } catch (error) {
    log.warn("half-made files with keys were not looked for", { error: String(error) });
  }
}

/** A new file name is on disk only after its folder is synced. */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(dir, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
