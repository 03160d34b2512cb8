import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Nobody else can open this file, and it does not survive a crash. */
export async function namelessFile(): Promise<FileHandle> {
  const dir = await mkdtemp(join(tmpdir(), "reelay-film-"));
  try {
    return await open(join(dir, "film"), "wx+", 0o600);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
