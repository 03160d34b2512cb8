import { closeSync, openSync } from "node:fs";
import { z } from "zod";
import { fileErrorCode } from "../core/error-code.ts";

export type SqlValue = string | number | null;

export interface Statement {
  run(...values: readonly SqlValue[]): number;
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): readonly unknown[];
}

export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** Uses libsql if Node has no `node:sqlite` (before 22.13). Throws SQLite's own errors; `sqliteCode` reads them. */
export async function connectSqlite(file: string): Promise<Connection> {
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

/** Ignores failures, such as a ROLLBACK without an open transaction. */
export function runIgnoringErrors(connection: Connection, statements: readonly string[]): void {
  for (const sql of statements) {
    try {
      connection.exec(sql);
    } catch {}
  }
}

export function asBytes(column: string): string {
  return `CAST(${column} AS BLOB) AS ${column}`;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Invalid UTF-8 becomes U+FFFD. */
export const bytesText = z
  // libsql returns an ArrayBuffer, node:sqlite a Uint8Array.
  .union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)])
  .transform((bytes) => utf8.decode(bytes));

const nodeError = z.object({ errcode: z.number() }).transform(({ errcode }) => errcode);
const libsqlError = z.object({ rawCode: z.number() }).transform(({ rawCode }) => rawCode);
// Before libsql has a connection, an error carries its code only in the text.
const libsqlOpenError = z
  .object({ message: z.string().regex(/^ConnectionFailed\(.*: \d+"\)$/) })
  .transform(({ message }) => Number(/: (\d+)"\)$/.exec(message)?.[1]));

const sqliteError = z.union([nodeError, libsqlError, libsqlOpenError]);

/** The primary result code: 5 is BUSY, 11 CORRUPT, 13 FULL. */
export function sqliteCode(error: unknown): number | null {
  const code = sqliteError.safeParse(error);
  // The upper bytes of an extended code only refine it.
  return code.success ? code.data & 0xff : null;
}

/**
 * Never opens an existing file: closing any handle on a file drops all of this process's locks on it (POSIX). Synchronous:
 * no other code can lock the file before it is closed.
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

/** "bad_lock" is about `reelay.lock` alone. */
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

/** null: neither SQLite's nor the file system's error, so a bug. */
export function openRefusalOf(error: unknown): OpenRefusal | null {
  const code = sqliteCode(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (code === null) return fileErrorCode(error) === null ? null : { kind: "unwritable", detail };
  const [kind] = REFUSED.find(([, ...codes]) => codes.includes(code)) ?? [];
  return kind ? { kind, detail } : null;
}
