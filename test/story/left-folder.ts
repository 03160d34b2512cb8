import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESERVE_BYTES } from "../../src/engines/reserve.ts";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";

let madeOnce: Promise<Buffer> | null = null;

/** A new DATA_DIR as a bot before this one left it: a story's bot need not make its tables, nor write 8 MB to set room aside. */
export async function leftFolder(): Promise<string> {
  madeOnce ??= emptyDatabase();
  const dir = await folder();
  await writeFile(join(dir, "reelay.db"), await madeOnce, { mode: 0o600 });
  const spare = join(dir, "reelay.spare");
  await writeFile(spare, "", { mode: 0o600 });
  await truncate(spare, RESERVE_BYTES);
  return dir;
}

const folder = () => mkdtemp(join(tmpdir(), "reelay-story-"));

async function emptyDatabase(): Promise<Buffer> {
  const dir = await folder();
  const opened = await openSqliteRows(dir);
  if (!opened.ok) throw new Error(opened.refusal.detail);
  await opened.value.close();
  const bytes = await readFile(join(dir, "reelay.db"));
  await rm(dir, { recursive: true });
  return bytes;
}
