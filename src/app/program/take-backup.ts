import { closeSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { machineClock } from "../../core/clock.ts";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import { rowsKeyv } from "../../engines/rows-keyv.ts";
import {
  type Connection,
  connect,
  createFile,
  fileErrorCode,
  refusalOf,
  sqliteCode,
} from "../../engines/sqlite-connection.ts";
import { damageIn } from "../../engines/sqlite-folder.ts";
import { sqliteRows } from "../../engines/sqlite-rows.ts";

/** At most this many unreadable records are named. */
const NAMED_MOST = 10;

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
  if (!copied.ok) return refuse(sentence(dir, file, copied.refusal));
  const keys = join(dir, "secret.keys");
  const beside = secretKeys
    ? "Keep your SECRET_KEYS as well: without them the API keys in it cannot be read."
    : `Copy ${keys} beside it: without that file the API keys in it cannot be read.`;
  const { sizeBytes, unreadable } = copied.value;
  const damage =
    unreadable.length === 0
      ? ""
      : ` ${unreadable.length} records in it cannot be read: ${unreadable.slice(0, NAMED_MOST).join(", ")}. Keep an older backup, too.`;
  return ok(`The backup is ${file} (${sizeText(sizeBytes)}). ${beside}${damage}`);
}

function sentence(dir: string, file: string, { kind, detail }: BackupRefusal): string {
  switch (kind) {
    case "no_database":
      return `There is no database in DATA_DIR ${dir}. Set DATA_DIR to the folder of the bot to back up.`;
    case "broken":
      return `The database in DATA_DIR ${dir} is broken (${detail}) and was not backed up. Keep the backups you have.`;
    case "busy":
      return `The database in DATA_DIR ${dir} is busy (${detail}). Try again in a moment.`;
    case "unreadable":
      return `The database in DATA_DIR ${dir} cannot be read (${detail}). Run this as the user that runs the bot.`;
    case "exists":
      return `${file} already exists and was not changed. Choose a new file.`;
    case "no_folder":
      return `The folder of ${file} does not exist. Create it, or choose a file elsewhere.`;
    case "unwritable":
      return `${file} cannot be written (${detail}). Choose a file that this user may write.`;
    case "full":
      return `There is not enough space for ${file}. Free some, or choose a file on another disk.`;
    default:
      return unreachable(kind);
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A refused backup: `detail` is the reason in a few words, for the operator. */
export interface BackupRefusal {
  readonly kind: "no_database" | "broken" | "busy" | "unreadable" | "exists" | "no_folder" | "unwritable" | "full";
  readonly detail: string;
}

/**
 * The entry that marks a database as a backup and holds when it was made. The first start on it closes every job that
 * could pay again.
 */
export const STAMP = { namespace: "restore", key: "stamp" } as const;

export interface Backup {
  readonly sizeBytes: number;
  /** The keys of rows that are no JSON; they are in the backup as they were. */
  readonly unreadable: readonly string[];
}

/** A bot that is just starting may take this long, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies the folder's database, as it is at this moment, into a new file for its owner alone, whether or not a bot runs on
 * it. The copy is stamped, checked by SQLite, read row by row and synced to the disk; a refused one is removed. Source:
 * SQLite docs, lang_vacuum (read 2026-11-21): VACUUM INTO reads one snapshot, takes an empty file, and does not sync it.
 */
export async function backUp(dir: string, file: string): Promise<Result<Backup, BackupRefusal>> {
  const database = join(dir, "reelay.db");
  const missing = lookFor(database);
  if (missing) return refuse(missing);
  try {
    if (!createFile(file)) return refuse({ kind: "exists", detail: "" });
  } catch (error) {
    return refuse(targetRefusal(error));
  }
  let isWhole = false;
  try {
    const unreadable: string[] = [];
    const problem = (await copy(database, file)) ?? (await stampAndCheck(file, unreadable)) ?? sync(file);
    isWhole = problem === null;
    return problem ? refuse(problem) : ok({ sizeBytes: statSync(file).size, unreadable });
  } finally {
    if (!isWhole) for (const name of [file, `${file}-journal`]) rmSync(name, { force: true });
  }
}

/** Examines the file without opening it: SQLite would create a missing file. */
function lookFor(file: string): BackupRefusal | null {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size > 0 ? null : { kind: "no_database", detail: "" };
  } catch (error) {
    return isMissing(error) ? { kind: "no_database", detail: "" } : sourceRefusal(error);
  }
}

/**
 * Copies in two steps: an error of the first is the source's fault, an error of the second, other than damage, the
 * target's.
 */
async function copy(database: string, file: string): Promise<BackupRefusal | null> {
  return using(database, (connection) => {
    try {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      connection.prepare("PRAGMA schema_version").get();
    } catch (error) {
      return sourceRefusal(error);
    }
    connection.prepare("VACUUM INTO ?").run(file);
    return null;
  });
}

const versionRow = z.object({ user_version: z.number() });

async function stampAndCheck(file: string, unreadable: string[]): Promise<BackupRefusal | null> {
  return using(file, async (connection) => {
    const { user_version: version } = versionRow.parse(connection.prepare("PRAGMA user_version").get());
    // A database that a bot is just creating has no tables yet, and nothing to pay for.
    if (version !== 0) {
      const rows = sqliteRows(connection);
      await rowsKeyv(rows).keyv(STAMP.namespace).set(STAMP.key, new Date(machineClock.now()).toISOString());
      for await (const page of rows.walk(""))
        for (const { key, value } of page) if (value === undefined) unreadable.push(key);
    }
    const damage = damageIn(connection);
    return damage === null ? null : { kind: "broken", detail: damage };
  });
}

async function using(
  file: string,
  act: (connection: Connection) => BackupRefusal | null | Promise<BackupRefusal | null>,
): Promise<BackupRefusal | null> {
  let connection: Connection | null = null;
  try {
    connection = await connect(file);
    return await act(connection);
  } catch (error) {
    return targetRefusal(error);
  } finally {
    connection?.close();
  }
}

/** Syncs the file and its folder: only then is a new name on the disk. */
function sync(file: string): BackupRefusal | null {
  try {
    for (const path of process.platform === "win32" ? [file] : [file, dirname(file)]) {
      const handle = openSync(path, path === file ? "r+" : "r");
      fsyncSync(handle);
      closeSync(handle);
    }
    return null;
  } catch (error) {
    return targetRefusal(error);
  }
}

function sourceRefusal(error: unknown): BackupRefusal {
  const refusal = refusalOf(error);
  if (refusal === null) throw error;
  switch (refusal.kind) {
    case "in_use":
      return { ...refusal, kind: "busy" };
    case "broken":
      return { ...refusal, kind: "broken" };
    case "bad_lock":
    case "unwritable":
      return { ...refusal, kind: "unreadable" };
    default:
      return unreachable(refusal.kind);
  }
}

const FULL = 13;

function targetRefusal(error: unknown): BackupRefusal {
  const refusal = sourceRefusal(error);
  if (refusal.kind !== "unreadable") return refusal;
  if (sqliteCode(error) === FULL || fileErrorCode(error) === "ENOSPC") return { ...refusal, kind: "full" };
  return { ...refusal, kind: isMissing(error) ? "no_folder" : "unwritable" };
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(fileErrorCode(error) ?? "");
}
