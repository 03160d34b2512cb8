import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ok, type Result, refuse } from "../../core/result.ts";
import { checkFile, checkLog } from "./check-file.ts";
import { type Connection, connect, type Statement } from "./connect.ts";
import { createFile } from "./create-file.ts";
import { type GroupCommit, groupCommit, type WriteKind } from "./group-commit.ts";
import { holdFolder } from "./hold-folder.ts";
import { type OpenRefusal, refusalOf } from "./refusal.ts";
import type { Reserve } from "./reserve.ts";
import { migrate } from "./schema/schema.ts";

/** One SQLite file that this process alone writes; others may read it, and `npm run rotate-keys` puts new seals in. */
export interface Database {
  /** For reading at any time; what writes is run inside `write`. It never shows what is not on the disk yet. */
  prepare(sql: string): Statement;
  /** Runs `act` in the transaction of this turn; resolves once that is on the disk, rejects where it is not. Without a kind, "begun". */
  write<Value>(act: () => Value, kind?: WriteKind): Promise<Value>;
  /** Brings the log into the file and empties it: until then deleted words stand there. False: another reads it just now. */
  emptyLog(): boolean;
  /** Commits what is queued and gives the folder free; a second call does nothing. */
  close(): Promise<void>;
}

/**
 * Time for another program on the file, such as a backup that finds the log of a killed process and applies it, in
 * milliseconds. The event loop stands still meanwhile.
 */
const BUSY_TIMEOUT_MS = 1_000;

/**
 * Opens `reelay.db` in that folder, and makes both where they are missing (for the owner alone). Refuses a folder that
 * another process holds, a file that is damaged or of a newer version, and what cannot be written.
 */
export async function openDatabase(
  dir: string,
  openReserve: (dir: string) => Reserve | null = () => null,
): Promise<Result<Database, OpenRefusal>> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // First of all: until the folder is ours, no handle on the database may be opened or closed.
    const held = await holdFolder(dir);
    if (!held.ok) return held;
    const opened = await openFile(join(dir, "reelay.db"));
    if (!opened.ok) {
      held.value();
      return opened;
    }
    return ok(databaseOver(opened.value, groupCommit(opened.value, openReserve(dir)), held.value));
  } catch (error) {
    return refuseOrThrow(error);
  }
}

async function openFile(file: string): Promise<Result<Connection, OpenRefusal>> {
  let connection: Connection | null = null;
  try {
    createFile(file);
    if (checkLog(`${file}-wal`) === "damaged") {
      return refuse({ kind: "broken", detail: "its write-ahead log is damaged before its end" });
    }
    connection = await connect(file);
    const problem = await prepareFile(file, connection);
    if (problem === null) return ok(connection);
    release(connection);
    return refuse(problem);
  } catch (error) {
    if (connection) release(connection);
    return refuseOrThrow(error);
  }
}

function refuseOrThrow(error: unknown): Result<never, OpenRefusal> {
  const refusal = refusalOf(error);
  if (refusal === null) throw error;
  return refuse(refusal);
}

/** Checks the file, with all its indexes, and brings it up to date. */
async function prepareFile(file: string, connection: Connection): Promise<OpenRefusal | null> {
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  connection.prepare("PRAGMA journal_mode = WAL").get();
  connection.exec("PRAGMA synchronous = FULL");
  // Deleted bytes are overwritten with zeros, not only marked as free.
  connection.prepare("PRAGMA secure_delete = ON").get();
  connection.exec("BEGIN IMMEDIATE");
  const verdict = await checkFile(file, connection);
  if (verdict !== "ok") return { kind: "broken", detail: verdict.replaceAll("\n", " ") };
  const migrated = await migrate(connection);
  if (migrated === "newer") return { kind: "broken", detail: "written by a newer version of Reelay" };
  if (migrated === "strange") return { kind: "broken", detail: "its tables are not those of the version it names" };
  connection.exec("COMMIT");
  return null;
}

function databaseOver(connection: Connection, { write, end }: GroupCommit, freeFolder: () => void): Database {
  let isOpen = true;
  return {
    prepare: (sql) => connection.prepare(sql),
    write: (act, kind = "begun") => write(act, kind),
    emptyLog: () => emptied(connection),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      end();
      release(connection);
      freeFolder();
    },
  };
}

const checkpointRow = z.object({ busy: z.number() });

function emptied(connection: Connection): boolean {
  // A reader of the file, such as a backup, is not waited for: everybody's commands would wait with it.
  connection.exec("PRAGMA busy_timeout = 0");
  try {
    return checkpointRow.parse(connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).busy === 0;
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/**
 * libsql lets go of a file only when the last statement was garbage-collected, so what closing does is done here: no
 * transaction is left open, and the log is in the database.
 */
function release(connection: Connection): void {
  for (const sql of ["PRAGMA busy_timeout = 0", "ROLLBACK", "PRAGMA wal_checkpoint(TRUNCATE)"]) {
    try {
      connection.exec(sql);
    } catch {
      // No transaction is open, or the file is read by another or damaged: the next opening applies the log.
    }
  }
  connection.close();
}
