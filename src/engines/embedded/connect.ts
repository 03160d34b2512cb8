import { z } from "zod";

export type SqlValue = string | number | null;

/** A prepared statement; rows come out unjudged, and the caller parses them. */
export interface Statement {
  /** Says how many rows it changed. */
  run(...values: readonly SqlValue[]): number;
  /** The first row, or undefined. */
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): readonly unknown[];
}

/** One connection to one SQLite file. Everything in it is synchronous. */
export interface Connection {
  /** One or more statements without values. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/**
 * Opens the file, or makes it, through `node:sqlite` where Node has it built in (22.13 and newer), else through libsql.
 * Throws what SQLite throws; `sqliteCode` reads it.
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

/**
 * A column as text of which SQLite never judged the bytes, read with `bytesText`: libsql ends the whole process where a
 * flipped bit has made a text that is not UTF-8, and both refuse a number that has grown too large.
 */
export function asBytes(column: string): string {
  return `CAST(${column} AS BLOB) AS ${column}`;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** What `asBytes` selects; bytes that are not UTF-8 become U+FFFD. */
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

/** SQLite's primary result code (5 is BUSY, 11 CORRUPT, 13 FULL, …) of what a connection threw; null where it is none of SQLite's. */
export function sqliteCode(error: unknown): number | null {
  const code = sqliteError.safeParse(error);
  // The upper bytes of an extended code only refine it.
  return code.success ? code.data & 0xff : null;
}
