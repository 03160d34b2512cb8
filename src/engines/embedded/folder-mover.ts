import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ok, type Result } from "../../core/result.ts";
import type { CopySource, CopyTarget } from "../copied.ts";
import { databaseSource, databaseTarget } from "./copy-database.ts";
import { type Database, openDatabase } from "./open-database.ts";
import type { OpenRefusal } from "./refusal.ts";

const FILE = "reelay.db";
/** A copy grows in a folder of its own, and is moved to its place when it is whole. */
const GROWING = "moving";

/** Whether the folder has a database. */
export function hasDatabase(dir: string): boolean {
  return (statSync(join(dir, FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Whether a copy in there waits to be moved to its place, whole or not. */
export function hasGrown(dir: string): boolean {
  return hasDatabase(join(dir, GROWING));
}

/** The folder's database, which nobody else has open until `close`. */
export async function openFolder(
  dir: string,
): Promise<Result<CopySource & CopyTarget & Pick<Database, "close">, OpenRefusal>> {
  const opened = await openDatabase(dir);
  if (!opened.ok) return opened;
  const database = opened.value;
  return ok({ ...databaseSource(database), ...databaseTarget(database), close: () => database.close() });
}

/** A new database beside the folder's own. */
export async function openGrowing(dir: string): Promise<Result<CopyTarget & Pick<Database, "close">, OpenRefusal>> {
  rmSync(join(dir, GROWING), { recursive: true, force: true });
  return openFolder(join(dir, GROWING));
}

/** Puts the closed copy in the place of the folder's own database, which holds nothing. */
export async function putInPlace(dir: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) rmSync(join(dir, `${FILE}${end}`), { force: true });
  renameSync(join(dir, GROWING, FILE), join(dir, FILE));
  rmSync(join(dir, GROWING), { recursive: true, force: true });
}

/** Sets the closed database aside, so that nobody starts on it by mistake; says its new name. */
export function setAside(dir: string): string {
  const taken = readdirSync(dir).filter((name) => name.startsWith(`${FILE}.moved`)).length;
  const name = taken === 0 ? `${FILE}.moved` : `${FILE}.moved-${taken + 1}`;
  renameSync(join(dir, FILE), join(dir, name));
  for (const end of ["-wal", "-shm"]) if (existsSync(join(dir, `${FILE}${end}`))) rmSync(join(dir, `${FILE}${end}`));
  return name;
}
