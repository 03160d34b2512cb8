import { closeSync, openSync } from "node:fs";
import { z } from "zod";
import { fileErrorCode } from "../core/error-code.ts";

export type SqlValue = string | number | null;

/** A prepared statement. It returns unvalidated rows, which the caller parses. */
export interface Statement {
  run(...values: readonly SqlValue[]): number;
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): readonly unknown[];
}

/** A synchronous connection to one SQLite file. */
export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/**
 * Opens or creates the file with `node:sqlite` if Node has it built in (22.13 and newer), else with libsql. Throws SQLite's
 * own errors; `sqliteCode` reads them.
 */
export async function connect(file: string): Promise<Connection> {
  const builtIn = process.getBuiltinModule("node:sqlite");
  if (builtIn) {
    const database = new builtIn.DatabaseSync(file);
    return {
      exec: (sql) => database.exec(sql),
      prepare(sql) {
        const statement = database.prepare(sql);
        return {
          run: (...values) => Number(statement.run(...values).changes),
          get: (...values) => statement.get(...values),
          all: (...values) => statement.all(...values),
        };
      },
      close: () => database.close(),
    };
  }

  const { default: Libsql } = await import("libsql");
  const database = new Libsql(file);
  return {
    exec: (sql) => void database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      // Pass one array: libsql mistakes a single null among spread values for an object of named ones.
      return {
        run: (...values) => statement.run(values).changes,
        get: (...values) => statement.get(values),
        all: (...values) => statement.all(values),
      };
    },
    close: () => void database.close(),
  };
}

/** Runs each statement and ignores failures, such as a ROLLBACK without an open transaction. */
export function tryEach(connection: Connection, statements: readonly string[]): void {
  for (const sql of statements) {
    try {
      connection.exec(sql);
    } catch {
      // Run the next one all the same.
    }
  }
}

/**
 * Selects a text column as bytes, for `bytesText`, because SQLite does not check them. A flipped bit can make text that is
 * not UTF-8, on which libsql ends the process; it can also make a number so large that both libraries refuse it.
 */
export function asBytes(column: string): string {
  return `CAST(${column} AS BLOB) AS ${column}`;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads a column selected with `asBytes`; invalid UTF-8 becomes U+FFFD. */
export const bytesText = z
  // libsql returns an ArrayBuffer, node:sqlite a Uint8Array.
  .union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)])
  .transform((bytes) => utf8.decode(bytes));

const nodeError = z.object({ errcode: z.number() }).transform(({ errcode }) => errcode);
const libsqlError = z.object({ rawCode: z.number() }).transform(({ rawCode }) => rawCode);
// An error thrown by libsql before it has a connection carries its code only in the text.
const libsqlOpenError = z
  .object({ message: z.string().regex(/^ConnectionFailed\(.*: \d+"\)$/) })
  .transform(({ message }) => Number(/: (\d+)"\)$/.exec(message)?.[1]));

const sqliteError = z.union([nodeError, libsqlError, libsqlOpenError]);

/** Returns SQLite's primary result code (5 is BUSY, 11 CORRUPT, 13 FULL, …); null for any other error. */
export function sqliteCode(error: unknown): number | null {
  const code = sqliteError.safeParse(error);
  // The upper bytes of an extended code only refine it.
  return code.success ? code.data & 0xff : null;
}

/**
 * Creates the empty file for its owner alone. Returns false if it exists. "wx" never opens an existing file: closing any
 * handle on a file drops all locks that this process holds on it (POSIX). It is synchronous for the same reason: no code in
 * this process can lock the file between creating and closing it.
 */
export function createFile(file: string): boolean {
  try {
    closeSync(openSync(file, "wx", 0o600));
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Why a folder's database cannot be opened; "bad_lock" is about `reelay.lock` alone. `detail` explains it briefly to the
 * operator.
 */
export interface OpenRefusal {
  readonly kind: "in_use" | "broken" | "unwritable" | "bad_lock";
  readonly detail: string;
}

const REFUSED: readonly (readonly [OpenRefusal["kind"], ...number[]])[] = [
  ["in_use", 5, 6], // BUSY, LOCKED
  // ERROR, CORRUPT, NOTADB. The opening statements never change, so an ERROR is the file's fault.
  ["broken", 1, 11, 26],
  ["unwritable", 3, 8, 10, 13, 14], // PERM, READONLY, IOERR, FULL, CANTOPEN
];

/** Turns an error of SQLite or the file system into a refusal; null for a bug. */
export function refusalOf(error: unknown): OpenRefusal | null {
  const code = sqliteCode(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (code === null) return fileErrorCode(error) === null ? null : { kind: "unwritable", detail };
  const [kind] = REFUSED.find(([, ...codes]) => codes.includes(code)) ?? [];
  return kind ? { kind, detail } : null;
}
