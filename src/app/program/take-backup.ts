import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { z } from "zod";
import { type EpochMs, machineClock } from "../../core/clock.ts";
import { fileErrorCode } from "../../core/error-code.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { rowsKeyv } from "../../engines/rows-keyv.ts";
import {
  type Connection,
  connectSqlite,
  createFile,
  openRefusalOf,
  sqliteCode,
} from "../../engines/sqlite-connection.ts";
import { damageIn } from "../../engines/sqlite-folder.ts";
import { sqliteRows } from "../../engines/sqlite-rows.ts";
import { unreadableRows } from "../../engines/stores.ts";
import { namedRows, programRefusalText } from "../open-engine.ts";

interface BackupOptions {
  readonly keep: number;
  readonly isKeepGiven: boolean;
  readonly now: EpochMs;
}

/**
 * A `target` that ends in `.db` is the new file. Otherwise it is a folder, where the file gets a dated name and the oldest
 * backups are removed.
 */
export async function backUpStorage(
  { dir, secretKeys }: { readonly dir: string; readonly secretKeys: string | null },
  target: string,
  { keep, isKeepGiven, now }: BackupOptions,
): Promise<Result<string, string>> {
  const path = resolve(target);
  const isFolder = /[/\\]$/.test(target) || extname(path) !== ".db" || isDirectory(path);
  if (!isFolder && isKeepGiven) return refuse("--keep needs a folder of backups. Name a folder, or omit --keep.");
  const problem = problemWith(dir);
  if (problem !== null) return refuse(problem);
  const folder = isFolder ? openFolder(path) : ok(null);
  if (!folder.ok) return folder;
  const file = isFolder ? join(path, datedName(now)) : path;
  const copied = await backUp(dir, file);
  if (!copied.ok) return copied;
  const keys = join(dir, "secret.keys");
  // A backup's own service or timer may run without the bot's settings.
  const keysHint =
    secretKeys === null && statSync(keys, { throwIfNoEntry: false })
      ? `Keep a copy of ${keys} as well, in another place: without that file the API keys in it cannot be read.`
      : "Keep Reelay's SECRET_KEYS as well, in another place: without them the API keys in it cannot be read.";
  const { sizeBytes, unreadable } = copied.value;
  const damage =
    unreadable.length === 0
      ? ""
      : ` ${unreadable.length} records in it cannot be read: ${namedRows(unreadable)}. Keep an older backup too.`;
  // A damaged backup must not replace intact ones.
  const removed = isFolder && unreadable.length === 0 ? removeOldest(path, keep) : "";
  return ok(`The backup is ${file} (${sizeText(sizeBytes)}). ${keysHint}${damage}${removed}`);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Never creates the parent, which may be an unmounted disk. */
function openFolder(path: string): Result<null, string> {
  try {
    if (!isDirectory(path)) mkdirSync(path, { mode: 0o700 });
    return ok(null);
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === null) throw error;
    if (code === "EEXIST")
      return refuse(`${path} is a file, and was not changed. Name a folder, or a new file that ends in .db.`);
    if (code === "ENOENT" || code === "ENOTDIR")
      return refuse(`${dirname(path)} does not exist. Create it, or choose another folder.`);
    return refuse(`The folder ${path} cannot be created (${code}). Choose one that this user may write to.`);
  }
}

/** Dated names sort by date. Windows allows no colons. */
const DATED = /^reelay-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.db(?<part>\.part(-journal)?)?$/;

function datedName(now: EpochMs): string {
  return `reelay-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z.db`;
}

function removeOldest(folder: string, keep: number): string {
  const dated = readdirSync(folder).filter((name) => DATED.test(name));
  const whole = dated.filter((name) => !DATED.exec(name)?.groups?.part).toSorted();
  const oldestKept = whole.slice(-keep)[0] ?? "";
  try {
    for (const name of dated) if (name < oldestKept) rmSync(join(folder, name));
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === null) throw error;
    return ` Older backups could not be removed (${code}): remove them yourself.`;
  }
  const count = whole.length - keep;
  if (count <= 0) return "";
  const which = count === 1 ? "The oldest backup was" : `The ${count} oldest backups were`;
  return ` ${which} removed. The newest ${keep === 1 ? "one stays" : `${keep} stay`}.`;
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * Marks a database as a backup and holds when it was made. The first start on it closes every job that could pay again.
 */
export const STAMP = { namespace: "restore", key: "stamp" } as const;

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Works whether or not a bot is running. VACUUM INTO reads one snapshot and does not sync the file. Source: SQLite docs,
 * lang_vacuum (read 2026-11-21).
 */
export async function backUp(dir: string, file: string) {
  const missing = problemWith(dir);
  if (missing !== null) return refuse(missing);
  // The file gets its final name only when complete, so a killed program's leftover is never mistaken for a backup.
  const part = `${file}.part`;
  try {
    if (statSync(file, { throwIfNoEntry: false })) return refuse(existsSentence(file));
    rmSync(part, { force: true });
    createFile(part);
    const unreadable: string[] = [];
    const problem = (await copy(dir, part)) ?? (await stampAndCheck(dir, part, unreadable));
    if (problem !== null) return refuse(problem);
    syncToDisk(part, "r+");
    if (statSync(file, { throwIfNoEntry: false })) return refuse(existsSentence(file));
    renameSync(part, file);
    // Otherwise a power cut could undo the rename.
    if (process.platform !== "win32") syncToDisk(dirname(file), "r");
    return ok({ sizeBytes: statSync(file).size, unreadable });
  } catch (error) {
    return refuse(targetSentence(dir, file, error));
  } finally {
    for (const name of [part, `${part}-journal`]) rmSync(name, { force: true });
  }
}

/** Opens nothing: SQLite would create a missing file. */
function problemWith(dir: string): string | null {
  try {
    const stats = statSync(join(dir, "reelay.db"), { throwIfNoEntry: false });
    return stats?.isFile() && stats.size > 0 ? null : programRefusalText(dir, noDatabase);
  } catch (error) {
    return sourceSentence(dir, error);
  }
}

function existsSentence(file: string): string {
  return `${file} already exists and was not changed. Choose a new file.`;
}

/** An error before VACUUM INTO is the source's fault. An error in it is the target's, unless the file is damaged. */
function copy(dir: string, file: string): Promise<string | null> {
  return using(join(dir, "reelay.db"), async (connection) => {
    try {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      connection.prepare("PRAGMA schema_version").get();
      // The copy inherits this. Otherwise deletions after a restore could leave traces in the file.
      connection.prepare("PRAGMA secure_delete = ON").get();
    } catch (error) {
      return sourceSentence(dir, error);
    }
    connection.prepare("VACUUM INTO ?").run(file);
    return null;
  });
}

const versionRow = z.object({ user_version: z.number() });

function stampAndCheck(dir: string, file: string, unreadable: string[]): Promise<string | null> {
  return using(file, async (connection) => {
    connection.prepare("PRAGMA secure_delete = ON").get();
    const { user_version: version } = versionRow.parse(connection.prepare("PRAGMA user_version").get());
    // A database that a bot is just creating has no tables yet, and no jobs that could pay.
    if (version !== 0) {
      const rows = sqliteRows(connection);
      await rowsKeyv(rows).keyv(STAMP.namespace).set(STAMP.key, new Date(machineClock.now()).toISOString());
      unreadable.push(...(await unreadableRows(rows)));
    }
    const damage = damageIn(connection);
    return damage === null ? null : programRefusalText(dir, { kind: "broken", detail: damage });
  });
}

async function using<Value>(file: string, act: (connection: Connection) => Promise<Value>): Promise<Value> {
  const connection = await connectSqlite(file);
  try {
    return await act(connection);
  } finally {
    connection.close();
  }
}

function syncToDisk(path: string, flags: "r" | "r+"): void {
  const handle = openSync(path, flags);
  fsyncSync(handle);
  closeSync(handle);
}

function sourceSentence(dir: string, error: unknown): string {
  const refusal = openRefusalOf(error);
  if (refusal === null) throw error;
  return programRefusalText(dir, isMissing(error) ? noDatabase : refusal);
}

const noDatabase = { kind: "no_database", detail: "" } as const;

const FULL = 13;

function targetSentence(dir: string, file: string, error: unknown): string {
  const refusal = openRefusalOf(error);
  if (refusal === null || refusal.kind === "in_use" || refusal.kind === "broken") return sourceSentence(dir, error);
  if (sqliteCode(error) === FULL || fileErrorCode(error) === "ENOSPC")
    return `There is not enough space for ${file}. Free some, or choose a file on another disk.`;
  if (isMissing(error)) return `The folder of ${file} does not exist. Create it, or choose a file elsewhere.`;
  return `${file} cannot be written (${refusal.detail}). Choose a place that this user may write to.`;
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(fileErrorCode(error) ?? "");
}
