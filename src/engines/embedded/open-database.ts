import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ok, type Result, refuse } from "../../core/result.ts";
import { type Connection, connect, type Statement, sqliteCode } from "./connect.ts";
import { groupCommit } from "./group-commit.ts";
import { migrate } from "./schema.ts";

/** One SQLite file that this process alone holds. */
export interface Database {
  /** For reading at any time; what writes is run inside `write`. It never shows what is not on the disk yet. */
  prepare(sql: string): Statement;
  /** Runs `act` in the transaction of this turn; resolves once that is on the disk, rejects where it is not. */
  write<Value>(act: () => Value): Promise<Value>;
  /** Commits what is queued and gives the file free; a second call does nothing. */
  close(): Promise<void>;
}

/** `detail` is the reason in a few words, for the operator. */
export interface OpenRefusal {
  readonly kind: "in_use" | "broken" | "unwritable";
  readonly detail: string;
}

/** Time for a predecessor that is just ending, in milliseconds. The event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 100;

/**
 * Opens `reelay.db` in that folder, and makes both where they are missing (for the owner alone). Refuses a file that
 * another process holds, that is damaged or of a newer version, or that cannot be written.
 */
export async function openDatabase(dir: string): Promise<Result<Database, OpenRefusal>> {
  const file = join(dir, "reelay.db");
  let connection: Connection | null = null;
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await createFile(file);
    connection = await connect(file);
    const problem = prepareFile(connection);
    if (problem === null) return ok(databaseOver(connection));
    release(connection);
    return refuse(problem);
  } catch (error) {
    if (connection) release(connection);
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal);
  }
}

/**
 * "wx" never opens a file that is there: closing any handle on a file drops all locks that this process has on it (POSIX),
 * and with them those of a database that is open already.
 */
async function createFile(file: string): Promise<void> {
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.close();
  } catch (error) {
    if (fileErrorCode(error) !== "EEXIST") throw error;
  }
}

const checkRow = z.object({ quick_check: z.string() });

/** Takes the file's lock, checks the file and brings it up to date. */
function prepareFile(connection: Connection): OpenRefusal | null {
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // Before the first touch of the file: then the lock is held for good, and no shared memory is needed beside it.
  connection.exec("PRAGMA locking_mode = EXCLUSIVE");
  connection.prepare("PRAGMA journal_mode = WAL").get();
  connection.exec("PRAGMA synchronous = FULL");
  connection.exec("BEGIN IMMEDIATE");
  const { quick_check: verdict } = checkRow.parse(connection.prepare("PRAGMA quick_check(1)").get());
  if (verdict !== "ok") return { kind: "broken", detail: verdict.replaceAll("\n", " ") };
  if (migrate(connection) === "newer") return { kind: "broken", detail: "written by a newer version of Reelay" };
  connection.exec("COMMIT");
  return null;
}

function databaseOver(connection: Connection): Database {
  const { write, end } = groupCommit(connection);
  let isOpen = true;
  return {
    prepare: (sql) => connection.prepare(sql),
    write,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      end();
      release(connection);
    },
  };
}

/** libsql lets go of a file only when the last statement was garbage-collected; leaving WAL gives the lock back at once. */
function release(connection: Connection): void {
  const farewell = [
    "PRAGMA busy_timeout = 0",
    "ROLLBACK",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA locking_mode = NORMAL",
    // Only the next touch of the file makes SQLite act on the new mode.
    "SELECT count(*) FROM sqlite_schema",
  ];
  for (const sql of farewell) {
    try {
      connection.exec(sql);
    } catch {
      // No transaction is open, or the file was never ours: nothing to give back.
    }
  }
  connection.close();
}

function refusalOf(error: unknown): OpenRefusal | null {
  const code = sqliteCode(error);
  const detail = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 5: // BUSY
    case 6: // LOCKED
      return { kind: "in_use", detail };
    case 11: // CORRUPT
    case 26: // NOTADB
      return { kind: "broken", detail };
    case 3: // PERM
    case 8: // READONLY
    case 10: // IOERR
    case 13: // FULL
    case 14: // CANTOPEN
      return { kind: "unwritable", detail };
    default:
      return code === null && fileErrorCode(error) !== null ? { kind: "unwritable", detail } : null;
  }
}

const fileError = z.object({ code: z.string(), syscall: z.string() });

function fileErrorCode(error: unknown): string | null {
  const parsed = fileError.safeParse(error);
  return parsed.success ? parsed.data.code : null;
}
