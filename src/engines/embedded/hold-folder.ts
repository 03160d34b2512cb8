import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { ok, type Result, refuse } from "../../core/result.ts";
import { type Connection, connect, sqliteCode } from "./connect.ts";
import { createFile } from "./create-file.ts";
import { type OpenRefusal, refusalOf } from "./refusal.ts";

/** Time for a predecessor that is just ending, in milliseconds. The event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 100;

const NOT_A_DATABASE = new Set([11, 26]);

/**
 * Holds the folder for this process alone, by a transaction on `reelay.lock` that never ends; the returned function
 * gives it free, and so does the end of the process, even by a crash. The file holds no data: it is empty. Refuses a
 * folder that is held already.
 */
export async function holdFolder(dir: string): Promise<Result<() => void, OpenRefusal>> {
  const file = join(dir, "reelay.lock");
  let connection: Connection | null = null;
  try {
    if (!createFile(file) && !statSync(file).isFile()) return refuse({ kind: "bad_lock", detail: "it is no file" });
    connection = await connect(file);
    lock(connection, file);
    return ok(free(connection));
  } catch (error) {
    if (connection) free(connection)();
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal.kind === "broken" ? { ...refusal, kind: "bad_lock" } : refusal);
  }
}

function lock(connection: Connection, file: string): void {
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  try {
    begin(connection);
  } catch (error) {
    if (!NOT_A_DATABASE.has(sqliteCode(error) ?? 0)) throw error;
    // SQLite reads the file only once it has a lock on it, so nobody held it. A process that has taken it since has
    // emptied it as well: to empty it again changes nothing, while a new file in its place would have a lock of its own.
    truncateSync(file);
    begin(connection);
  }
}

function begin(connection: Connection): void {
  // No journal beside it: nothing is ever written.
  connection.exec("PRAGMA journal_mode = MEMORY");
  connection.exec("BEGIN EXCLUSIVE");
}

/** Not by closing alone: libsql lets go of a file late. */
function free(connection: Connection): () => void {
  return () => {
    try {
      connection.exec("ROLLBACK");
    } catch {
      // It was never locked.
    }
    connection.close();
  };
}
