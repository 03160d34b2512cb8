import { closeSync, openSync } from "node:fs";
import { z } from "zod";
import { fileErrorCode } from "../core/error-code.ts";

export type SqlValue = string | number | null;

/** A prepared statement. It returns rows unvalidated, and the caller parses them. */
export interface Statement {
  run(...values: readonly SqlValue[]): number;
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): readonly unknown[];
}

/** One connection to one SQLite file. Everything in it is synchronous. */
export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/**
 * Opens the file, or creates it, through `node:sqlite` where Node has it built in (22.13 and newer), else through libsql.
 * Throws SQLite's own errors; `sqliteCode` reads them.
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
      // One array: libsql takes a single null among spread values for an object of named ones.
      return {
        run: (...values) => statement.run(values).changes,
        get: (...values) => statement.get(values),
        all: (...values) => statement.all(values),
      };
    },
    close: () => void database.close(),
  };
}

/** Runs each of these statements that does not fail, such as a ROLLBACK where no transaction is open. */
export function tryEach(connection: Connection, statements: readonly string[]): void {
  for (const sql of statements) {
    try {
      connection.exec(sql);
    } catch {
      // The next one runs all the same.
    }
  }
}

/**
 * Selects a column as text whose bytes SQLite never checked, to be read with `bytesText`: libsql ends the whole process
 * where a flipped bit has made a text that is not UTF-8, and both refuse a number that has grown too large.
 */
export function asBytes(column: string): string {
  return `CAST(${column} AS BLOB) AS ${column}`;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads a column selected with `asBytes`; bytes that are not UTF-8 become U+FFFD. */
export const bytesText = z
  // libsql gives an ArrayBuffer, node:sqlite a Uint8Array.
  .union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)])
  .transform((bytes) => utf8.decode(bytes));

const nodeError = z.object({ errcode: z.number() }).transform(({ errcode }) => errcode);
const libsqlError = z.object({ rawCode: z.number() }).transform(({ rawCode }) => rawCode);
// An error that libsql throws before there is a connection carries its code only in the text.
const libsqlOpenError = z
  .object({ message: z.string().regex(/^ConnectionFailed\(.*: \d+"\)$/) })
  .transform(({ message }) => Number(/: (\d+)"\)$/.exec(message)?.[1]));

const sqliteError = z.union([nodeError, libsqlError, libsqlOpenError]);

/**
 * Returns SQLite's primary result code (5 is BUSY, 11 CORRUPT, 13 FULL, …) of a connection's error; null for any other
 * error.
 */
export function sqliteCode(error: unknown): number | null {
  const code = sqliteError.safeParse(error);
  // The upper bytes of an extended code only refine it.
  return code.success ? code.data & 0xff : null;
}

/**
 * Creates the empty file for its owner alone. Returns false where it exists. "wx" never opens an existing file: closing
 * any handle on a file drops all locks that this process has on it (POSIX). It is synchronous for the same reason: between
 * creating and closing the file nobody in this process can have locked it.
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
 * The reason that a folder's database cannot be opened; "bad_lock" is about `reelay.lock` alone. `detail` says it in a few
 * words for the operator.
 */
export interface OpenRefusal {
  readonly kind: "in_use" | "broken" | "unwritable" | "bad_lock";
  readonly detail: string;
}

const REFUSED: readonly (readonly [OpenRefusal["kind"], ...number[]])[] = [
  ["in_use", 5, 6], // BUSY, LOCKED
  // ERROR, CORRUPT, NOTADB; the statements at the opening are always the same, so an ERROR is the file's
  ["broken", 1, 11, 26],
  ["unwritable", 3, 8, 10, 13, 14], // PERM, READONLY, IOERR, FULL, CANTOPEN
];

/** Turns an error of SQLite or the file system into a refusal; null where it is a bug. */
export function refusalOf(error: unknown): OpenRefusal | null {
  const code = sqliteCode(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (code === null) return fileErrorCode(error) === null ? null : { kind: "unwritable", detail };
  const [kind] = REFUSED.find(([, ...codes]) => codes.includes(code)) ?? [];
  return kind ? { kind, detail } : null;
}
