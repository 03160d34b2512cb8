import { closeSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { machineClock } from "../../core/clock.ts";
import { fileErrorCode } from "../../core/error-code.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { rowsKeyv } from "../../engines/rows-keyv.ts";
import { type Connection, connect, createFile, refusalOf, sqliteCode } from "../../engines/sqlite-connection.ts";
import { damageIn } from "../../engines/sqlite-folder.ts";
import { sqliteRows } from "../../engines/sqlite-rows.ts";
import { unreadableRows } from "../../engines/stores.ts";
import { besideSentence, namedRows } from "../open-engine.ts";

/**
 * Copies the database of that folder into a new file, whether or not its bot runs. Returns one sentence for the operator
 * either way.
 */
export async function backUpStorage(
  { dir, secretKeys }: { readonly dir: string; readonly secretKeys: string | null },
  name: string,
): Promise<Result<string, string>> {
  const file = resolve(name);
  const copied = await backUp(dir, file);
  if (!copied.ok) return copied;
  const keys = join(dir, "secret.keys");
  const beside = secretKeys
    ? "Keep your SECRET_KEYS as well: without them the API keys in it cannot be read."
    : `Copy ${keys} beside it: without that file the API keys in it cannot be read.`;
  const { sizeBytes, unreadable } = copied.value;
  const damage =
    unreadable.length === 0
      ? ""
      : ` ${unreadable.length} records in it cannot be read: ${namedRows(unreadable)}. Keep an older backup, too.`;
  return ok(`The backup is ${file} (${sizeText(sizeBytes)}). ${beside}${damage}`);
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * The entry that marks a database as a backup and holds when it was made. The first start on it closes every job that
 * could pay again.
 */
export const STAMP = { namespace: "restore", key: "stamp" } as const;

/** A bot that is just starting may take this long, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies the folder's database, as it is at this moment, into a new file for its owner alone, whether or not a bot runs on
 * it. The copy is stamped, checked by SQLite, read row by row and synced to the disk; a refused one is removed. The rows
 * with the keys `unreadable` are those that the doctor names, and are in it as they were. Source:
 * SQLite docs, lang_vacuum (read 2026-11-21): VACUUM INTO reads one snapshot, takes an empty file, and does not sync it.
 */
export async function backUp(dir: string, file: string) {
  try {
    // Without opening it: SQLite would create a missing file.
    const stats = statSync(join(dir, "reelay.db"), { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size === 0) return refuse(besideSentence(dir, noDatabase));
  } catch (error) {
    return refuse(sourceSentence(dir, error));
  }
  let isUnfinished = false;
  try {
    if (!createFile(file)) return refuse(`${file} already exists and was not changed. Choose a new file.`);
    isUnfinished = true;
    const unreadable: string[] = [];
    const problem = (await copy(dir, file)) ?? (await stampAndCheck(dir, file, unreadable));
    if (problem !== null) return refuse(problem);
    sync(file);
    isUnfinished = false;
    return ok({ sizeBytes: statSync(file).size, unreadable });
  } catch (error) {
    return refuse(targetSentence(dir, file, error));
  } finally {
    if (isUnfinished) for (const name of [file, `${file}-journal`]) rmSync(name, { force: true });
  }
}

/**
 * Copies in two steps: an error of the first is the source's fault, an error of the second, other than damage, the
 * target's.
 */
function copy(dir: string, file: string): Promise<string | null> {
  return using(join(dir, "reelay.db"), async (connection) => {
    try {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      connection.prepare("PRAGMA schema_version").get();
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
    const { user_version: version } = versionRow.parse(connection.prepare("PRAGMA user_version").get());
    // A database that a bot is just creating has no tables yet, and nothing to pay for.
    if (version !== 0) {
      const rows = sqliteRows(connection);
      await rowsKeyv(rows).keyv(STAMP.namespace).set(STAMP.key, new Date(machineClock.now()).toISOString());
      unreadable.push(...(await unreadableRows(rows)));
    }
    const damage = damageIn(connection);
    return damage === null ? null : besideSentence(dir, { kind: "broken", detail: damage });
  });
}

async function using<Value>(file: string, act: (connection: Connection) => Promise<Value>): Promise<Value> {
  const connection = await connect(file);
  try {
    return await act(connection);
  } finally {
    connection.close();
  }
}

/** Syncs the file and its folder: only then is a new name on the disk. */
function sync(file: string): void {
  for (const path of process.platform === "win32" ? [file] : [file, dirname(file)]) {
    const handle = openSync(path, path === file ? "r+" : "r");
    fsyncSync(handle);
    closeSync(handle);
  }
}

/** Says what is wrong with the database to back up. Throws an error that is a bug. */
function sourceSentence(dir: string, error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal === null) throw error;
  return besideSentence(dir, isMissing(error) ? noDatabase : refusal);
}

const noDatabase = { kind: "no_database", detail: "" } as const;

const FULL = 13;

/** Says what is wrong with the file to write, or with the database where it is the cause. */
function targetSentence(dir: string, file: string, error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal === null || refusal.kind === "in_use" || refusal.kind === "broken") return sourceSentence(dir, error);
  if (sqliteCode(error) === FULL || fileErrorCode(error) === "ENOSPC")
    return `There is not enough space for ${file}. Free some, or choose a file on another disk.`;
  if (isMissing(error)) return `The folder of ${file} does not exist. Create it, or choose a file elsewhere.`;
  return `${file} cannot be written (${refusal.detail}). Choose a file that this user may write.`;
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(fileErrorCode(error) ?? "");
}
