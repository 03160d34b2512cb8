import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Rows } from "../core/rows.ts";
import type { Reserve } from "./reserve.ts";
import {
  asBytes,
  bytesText,
  type Connection,
  connectSqlite,
  createFile,
  type OpenRefusal,
  openRefusalOf,
  runIgnoringErrors,
} from "./sqlite-connection.ts";
import { BUSY_TIMEOUT_MS, SCHEMA, SCHEMA_VERSION, type SqliteRows, sqliteRows } from "./sqlite-rows.ts";

type Release = () => void;

function releaseAll(opened: readonly Release[]): void {
  for (const release of opened.toReversed()) release();
}

/**
 * Each step registers how to release what it opened. If one refuses or throws, everything is released in reverse order.
 */
async function opening<Value, Refusal>(
  steps: (opened: Release[]) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | OpenRefusal>> {
  const opened: Release[] = [];
  try {
    const result = await steps(opened);
    if (!result.ok) releaseAll(opened);
    return result;
  } catch (error) {
    releaseAll(opened);
    const refusal = openRefusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal);
  }
}

/**
 * Creates what is missing. Refuses a folder held by another process, a damaged file, another schema version, or a file
 * that cannot be written.
 */
export function openSqliteRows(
  dir: string,
  openReserve: (dir: string) => Reserve | null = () => null,
  connectTo: typeof connectSqlite = connectSqlite,
): Promise<Result<SqliteRows, OpenRefusal>> {
  return opening(async (opened) => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // Lock first: before that, no handle on the database may be opened or closed.
    const folder = await holdFolder(dir);
    if (!folder.ok) return folder;
    opened.push(folder.value);
    const file = join(dir, "reelay.db");
    createFile(file);
    const connection = await connectTo(file);
    opened.push(() => endWith(connection, EMPTY_LOG));
    const problem = prepareFile(connection);
    if (problem !== null) return refuse({ kind: "broken", detail: problem });
    return ok(sqliteRows(connection, { reserve: openReserve(dir), release: () => releaseAll(opened) }));
  });
}

export interface ProgramRows extends Rows {
  readonly isInUse: boolean;
}

export type ProgramRefusal = OpenRefusal | { readonly kind: "no_database" | "other_version"; readonly detail: string };

const PROGRAM_TIMEOUT_MS = 5_000;

export function openProgramRows(dir: string): Promise<Result<ProgramRows, ProgramRefusal>> {
  return opening<ProgramRows, ProgramRefusal>(async (opened) => {
    const file = join(dir, "reelay.db");
    // Check without opening: SQLite would create a missing file.
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size === 0) return refuse({ kind: "no_database", detail: "" });
    const folder = await holdFolder(dir);
    if (folder.ok) opened.push(folder.value);
    else if (folder.refusal.kind !== "in_use") return folder;
    const connection = await connectSqlite(file);
    // If a bot is running, emptying the log is its task.
    opened.push(() => (folder.ok ? endWith(connection, EMPTY_LOG) : connection.close()));
    connection.exec(`PRAGMA busy_timeout = ${PROGRAM_TIMEOUT_MS}`);
    connection.prepare("PRAGMA secure_delete = ON").get();
    if (versionOf(connection) !== SCHEMA_VERSION) return refuse({ kind: "other_version", detail: "" });
    return ok({ ...sqliteRows(connection, { reserve: null, release: () => releaseAll(opened) }), isInUse: !folder.ok });
  });
}

/** Waits this long for a predecessor that is shutting down. Blocks the event loop. */
const LOCK_TIMEOUT_MS = 100;

/** An endless transaction on `reelay.lock`, which stays empty. It ends with the process, even after a crash. */
export async function holdFolder(dir: string): Promise<Result<Release, OpenRefusal>> {
  const file = join(dir, "reelay.lock");
  const held = await opening<Release, OpenRefusal>(async (opened) => {
    if (!createFile(file) && !statSync(file).isFile()) return refuse({ kind: "bad_lock", detail: "it is no file" });
    const connection = await connectSqlite(file);
    opened.push(() => endWith(connection, ["ROLLBACK"]));
    connection.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
    // No journal file: nothing is ever written.
    connection.exec("PRAGMA journal_mode = MEMORY");
    connection.exec("BEGIN EXCLUSIVE");
    return ok(() => releaseAll(opened));
  });
  if (held.ok || held.refusal.kind !== "broken") return held;
  return refuse({ ...held.refusal, kind: "bad_lock" });
}

function prepareFile(connection: Connection): string | null {
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  connection.prepare("PRAGMA journal_mode = WAL").get();
  connection.exec("PRAGMA synchronous = FULL");
  // Overwrite deleted bytes with zeros instead of only marking them as free.
  connection.prepare("PRAGMA secure_delete = ON").get();
  // Otherwise libsql holds the whole database in memory during a rewrite.
  connection.exec("PRAGMA temp_store = FILE");
  connection.exec("BEGIN IMMEDIATE");
  const problem = damageIn(connection);
  if (problem !== null) return problem;
  const version = versionOf(connection);
  if (version !== 0 && version !== SCHEMA_VERSION) return "another version of Reelay wrote it";
  if (version === 0) connection.exec(SCHEMA);
  // Write it every time: a read-only file is refused now, not at the first command.
  else connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  connection.exec("COMMIT");
  return null;
}

const versionRow = z.object({ user_version: z.number() });

function versionOf(connection: Connection): number {
  return versionRow.parse(connection.prepare("PRAGMA user_version").get()).user_version;
}

const checkRow = z.object({ quick_check: bytesText });

export function damageIn(connection: Connection): string | null {
  const check = connection.prepare(`SELECT ${asBytes("quick_check")} FROM pragma_quick_check LIMIT 1`);
  const { quick_check: verdict } = checkRow.parse(check.get());
  return verdict === "ok" ? null : verdict.replaceAll("\n", " ");
}

const EMPTY_LOG = ["PRAGMA busy_timeout = 0", "ROLLBACK", "PRAGMA wal_checkpoint(TRUNCATE)"];

/** Runs `statements` before closing: libsql closes the file later, once the last statement was garbage-collected. */
function endWith(connection: Connection, statements: readonly string[]): void {
  // If the file is damaged or being read, SQLite applies its log at the next opening.
  runIgnoringErrors(connection, statements);
  connection.close();
}
