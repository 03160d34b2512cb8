import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import type { SqliteRows } from "../../src/engines/sqlite-rows.ts";

/** Runs the claim in a new folder and removes it. */
export async function inFolder(claim: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "reelay-embedded-"));
  try {
    await claim(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Opens the folder's rows. Throws if they are refused. */
export async function opened(dir: string): Promise<SqliteRows> {
  const result = await openSqliteRows(dir);
  if (!result.ok) throw new Error(`${result.refusal.kind}: ${result.refusal.detail}`);
  return result.value;
}
