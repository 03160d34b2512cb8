import { open, stat } from "node:fs/promises";
import { z } from "zod";

/** Rejects where that cannot be known. */
export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** A new file for its owner alone, on the disk when this resolves. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name is on the disk only once its folder is. */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(dir, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const fileError = z.object({ code: z.string(), syscall: z.string() });

/** The code of what the file system threw, such as ENOENT; null where it is none of its errors. */
export function fileErrorCode(error: unknown): string | null {
  const parsed = fileError.safeParse(error);
  return parsed.success ? parsed.data.code : null;
}
