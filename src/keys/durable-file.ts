import { randomBytes } from "node:crypto";
import { open, readdir, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileErrorCode } from "../core/error-code.ts";
import type { Log } from "../core/ports.ts";

/** Returns whether the file is there; rejects if that cannot be known. */
export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Writes a new file for its owner alone, which is on the disk when this resolves. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns where a file is written before it takes its name. */
export function draftOf(file: string): string {
  return `${file}.${randomBytes(4).toString("hex")}`;
}

/** Removes the drafts of that file that a crash left behind, because they may contain keys. Never rejects. */
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

/** Syncs the folder: a new name is on the disk only once its folder is. */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(dir, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
