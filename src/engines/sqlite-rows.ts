import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Facts, IndexEntry, Range, Rows } from "../core/rows.ts";
import { checkFile, checkLog } from "./embedded/check-file.ts";
import { asBytes, bytesText, type Connection, connect, type SqlValue, sqliteCode } from "./embedded/connect.ts";
import { createFile } from "./embedded/create-file.ts";
import { holdFolder } from "./embedded/hold-folder.ts";
import { type OpenRefusal, refusalOf } from "./embedded/refusal.ts";
import type { Reserve } from "./embedded/reserve.ts";
import {
  indexChanges,
  indexesIn,
  onlyNamed,
  type RowText,
  storedRow,
  type TextPut,
  versionAfter,
  WALK_AT_ONCE,
  writesOf,
} from "./stored-row.ts";

/** Rows in one SQLite file, which this process alone writes but for `npm run rotate-keys`. */
export interface SqliteRows extends Rows {
  /** Brings the log into the file and empties it: until then deleted values stand there. False: another program reads the file just now. */
  emptyLog(): boolean;
}

/** The number of this schema; SQLite writes 0 into a new file. */
const SCHEMA_VERSION = 10;
const SCHEMA = `
  CREATE TABLE rows (key TEXT PRIMARY KEY, version INTEGER NOT NULL, indexes TEXT NOT NULL, value TEXT NOT NULL) STRICT;
  CREATE TABLE entries (name TEXT NOT NULL, score REAL NOT NULL, key TEXT NOT NULL, PRIMARY KEY (name, score, key)) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};`;

/**
 * Time for another program on the file, such as a backup that finds the log of a killed process and applies it, in
 * milliseconds. The event loop stands still meanwhile.
 */
const BUSY_TIMEOUT_MS = 1_000;
/** SQLite's result code of a full disk. */
const FULL = 13;
/** At most this many indexes have their size in memory, and this many rows their text. */
const SIZES_MAX = 20_000;
const CACHED_MAX = 1_000;
/** At most this many entries are written by one statement, for each statement costs as much as an entry. */
const ENTRIES_AT_ONCE = 8;

/**
 * Opens `reelay.db` in that folder, and creates both where they are missing (for the owner alone). Refuses a folder that
 * another process holds, a file that is damaged or of another version, and what cannot be written.
 */
export async function openSqliteRows(
  dir: string,
  openReserve: (dir: string) => Reserve | null = () => null,
  connectTo: typeof connect = connect,
): Promise<Result<SqliteRows, OpenRefusal>> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // First of all: until the folder is ours, no handle on the database may be opened or closed.
    const held = await holdFolder(dir);
    if (!held.ok) return held;
    const opened = await openFile(join(dir, "reelay.db"), connectTo);
    if (!opened.ok) {
      held.value();
      return opened;
    }
    return ok(sqliteRows(opened.value, openReserve(dir), held.value));
  } catch (error) {
    return refuseOrThrow(error);
  }
}

async function openFile(file: string, connectTo: typeof connect): Promise<Result<Connection, OpenRefusal>> {
  let connection: Connection | null = null;
  try {
    createFile(file);
    if (checkLog(`${file}-wal`) === "damaged") {
      return refuse({ kind: "broken", detail: "its write-ahead log is damaged before its end" });
    }
    connection = await connectTo(file);
    const problem = await prepareFile(file, connection);
    if (problem === null) return ok(connection);
    release(connection);
    return refuse({ kind: "broken", detail: problem });
  } catch (error) {
    if (connection) release(connection);
    return refuseOrThrow(error);
  }
}

/** Rows of a storage, whether or not a bot runs on it. */
export interface RowsBeside extends Rows {
  /** A bot runs on it, or may. */
  readonly isInUse: boolean;
}

export type BesideRefusal = OpenRefusal | { readonly kind: "no_database" | "other_version"; readonly detail: string };

/** Time for the bot's own writes, in milliseconds. */
const BESIDE_TIMEOUT_MS = 5_000;

/** Opens the rows of that folder for a program beside the bot. Refuses a folder without a database, one of another version, and what is broken. */
export async function openRowsBeside(dir: string): Promise<Result<RowsBeside, BesideRefusal>> {
  const file = join(dir, "reelay.db");
  let freeFolder = () => {};
  let connection: Connection | null = null;
  const refused = (refusal: BesideRefusal) => {
    connection?.close();
    freeFolder();
    return refuse(refusal);
  };
  try {
    // Without opening it: SQLite would make the file that is not there.
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size === 0) return refused({ kind: "no_database", detail: "" });
    const held = await holdFolder(dir);
    if (held.ok) freeFolder = held.value;
    else if (held.refusal.kind !== "in_use") return refused(held.refusal);
    // Beside a running bot the log is its own affair.
    if (held.ok && checkLog(`${file}-wal`) === "damaged")
      return refused({ kind: "broken", detail: "its write-ahead log is damaged before its end" });
    connection = await connect(file);
    connection.exec(`PRAGMA busy_timeout = ${BESIDE_TIMEOUT_MS}`);
    connection.prepare("PRAGMA secure_delete = ON").get();
    const { user_version: version } = versionRow.parse(connection.prepare("PRAGMA user_version").get());
    if (version !== SCHEMA_VERSION) return refused({ kind: "other_version", detail: "" });
    const free = freeFolder;
    // Beside a running bot, emptying the log is its own affair, too.
    const letGo = held.ok ? release : (open: Connection) => open.close();
    return ok({ ...sqliteRows(connection, null, free, letGo), isInUse: !held.ok });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) return refused(refusal);
    connection?.close();
    freeFolder();
    throw error;
  }
}

function refuseOrThrow(error: unknown): Result<never, OpenRefusal> {
  const refusal = refusalOf(error);
  if (refusal === null) throw error;
  return refuse(refusal);
}

const versionRow = z.object({ user_version: z.number() });

/** Checks the file and creates its tables where it is new. Says what is wrong with it, or null. */
async function prepareFile(file: string, connection: Connection): Promise<string | null> {
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  connection.prepare("PRAGMA journal_mode = WAL").get();
  connection.exec("PRAGMA synchronous = FULL");
  // Deleted bytes are overwritten with zeros, not only marked as free.
  connection.prepare("PRAGMA secure_delete = ON").get();
  connection.exec("BEGIN IMMEDIATE");
  const verdict = await checkFile(file, connection);
  if (verdict !== "ok") return verdict.replaceAll("\n", " ");
  const { user_version: version } = versionRow.parse(connection.prepare("PRAGMA user_version").get());
  if (version !== 0 && version !== SCHEMA_VERSION) return "another version of Reelay wrote it";
  if (version === 0) connection.exec(SCHEMA);
  // Written each time: a file that can only be read is refused now, not at the first command.
  else connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  connection.exec("COMMIT");
  return null;
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

/** A row in one text, for each column costs as much as finding the row: version, indexes and value are lines without a line break in them, then comes the key. */
const ROW =
  "CAST(rows.version || char(10) || rows.indexes || char(10) || rows.value || char(10) || rows.key AS BLOB) AS row";
const rowLine = z.object({ row: bytesText });
const placeLine = z.object({ key: bytesText, score: z.number() });
const sizeRow = z.object({ size: z.number() });
const dataVersionRow = z.object({ data_version: z.number() });
const checkpointRow = z.object({ busy: z.number() });

/** The part of an index after a place, in either order. */
const AFTER = "entries.name = ? AND (entries.score, entries.key) > (?, ?) AND entries.score <= ?";
const BEFORE = "entries.name = ? AND (entries.score, entries.key) < (?, ?) AND entries.score >= ?";
/** Greater than every key. */
const AFTER_ALL_KEYS = "\u{10ffff}";

interface Waiting {
  readonly isNew: boolean;
  readonly isSoon: boolean;
  /** Reads, decides and writes; the returned function answers the caller. */
  run(): () => void;
  reject(error: unknown): void;
}

/**
 * All transactions of one turn of the event loop are one transaction of SQLite, in which they decide one after another, so
 * many cost one fsync and none meets a conflict. One that throws rejects alone. Where the disk is full, the reserve is
 * given to what has begun. The tables are there; closing the rows closes the connection.
 */
export function sqliteRows(
  connection: Connection,
  reserve: Reserve | null = null,
  freeFolder: () => void = () => {},
  letGo: (connection: Connection) => void = release,
): SqliteRows {
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const commit = connection.prepare("COMMIT");
  const select = connection.prepare(`SELECT ${ROW} FROM rows WHERE key = ?`);
  const insert = connection.prepare("INSERT INTO rows (key, version, indexes, value) VALUES (?, 1, ?, ?)");
  const update = connection.prepare("UPDATE rows SET version = ?, indexes = ?, value = ? WHERE key = ?");
  const remove = connection.prepare("DELETE FROM rows WHERE key = ?");
  const addEntries = Array.from({ length: ENTRIES_AT_ONCE }, (_, n) =>
    connection.prepare(`INSERT INTO entries (name, score, key) VALUES (?, ?, ?)${", (?, ?, ?)".repeat(n)}`),
  );
  const removeEntry = connection.prepare("DELETE FROM entries WHERE name = ? AND score = ? AND key = ?");
  const countEntries = connection.prepare("SELECT count(*) AS size FROM entries WHERE name = ?");
  const list = connection.prepare(rowsWhere("entries.name = ?", "ASC"));
  const pageOf = {
    oldest: connection.prepare(`${rowsWhere(AFTER, "ASC")} LIMIT ?`),
    newest: connection.prepare(`${rowsWhere(BEFORE, "DESC")} LIMIT ?`),
  };
  const placesOf = {
    oldest: connection.prepare(`${placesWhere(AFTER, "ASC")} LIMIT ?`),
    newest: connection.prepare(`${placesWhere(BEFORE, "DESC")} LIMIT ?`),
  };
  const fromKey = connection.prepare(`SELECT ${ROW} FROM rows WHERE key >= ? ORDER BY rows.key LIMIT ?`);

  const selectDataVersion = connection.prepare("PRAGMA data_version");

  /** Of indexes whose size was asked for. */
  const sizes = new Map<string, number>();
  /** Rows that were read or written last, as they are in the file or in the transaction of this turn. */
  const cached = new LRUCache<string, RowText>({ max: CACHED_MAX });
  /** Another number once another program has written to the file. */
  let dataVersion: unknown;
  let queue: Waiting[] = [];
  let isSynced: boolean | null = null;
  let isOpen = true;

  function forgetCached(): void {
    sizes.clear();
    cached.clear();
  }

  /** Forgets what is in memory where `npm run rotate-keys` has written since. */
  function lookForOthers(): void {
    const { data_version: version } = dataVersionRow.parse(selectDataVersion.get());
    if (version !== dataVersion) forgetCached();
    dataVersion = version;
  }

  function textAt(key: string): RowText | null {
    const row = cached.get(key);
    if (row) return row;
    const found = select.get(key);
    if (found === undefined) return null;
    const read = readRow(found);
    cached.set(key, read);
    return read;
  }

  function sizeOf(index: string): number {
    const known = sizes.get(index);
    if (known !== undefined) return known;
    const { size } = sizeRow.parse(countEntries.get(index));
    if (sizes.size >= SIZES_MAX) sizes.clear();
    sizes.set(index, size);
    return size;
  }

  function resize(index: string, by: number): void {
    const size = sizes.get(index);
    if (size !== undefined) sizes.set(index, size + by);
  }

  function leave(key: string, entries: readonly IndexEntry[]): void {
    for (const { name, score } of entries) {
      removeEntry.run(name, score, key);
      resize(name, -1);
    }
  }

  function put(row: TextPut, before: RowText | null): void {
    const { key, text, indexText } = row;
    const version = versionAfter(before, row);
    if (before) update.run(version, indexText, text, key);
    else insert.run(key, indexText, text);
    const { left, entered } = indexChanges(before?.indexText ?? "[]", row);
    leave(key, left);
    for (let at = 0; at < entered.length; at += ENTRIES_AT_ONCE) {
      const some = entered.slice(at, at + ENTRIES_AT_ONCE);
      addEntries[some.length - 1]?.run(...some.flatMap(({ name, score }) => [name, score, key]));
    }
    for (const { name } of entered) resize(name, 1);
    cached.set(key, { key, text, indexText, version });
  }

  const rowAt = (key: string) => {
    const row = textAt(key);
    return row && storedRow(row);
  };
  const rowsOf = (found: readonly unknown[]) => found.map((each) => storedRow(readRow(each)));
  const facts: Facts = { row: rowAt, list: (index) => rowsOf(list.all(index)), count: sizeOf };

  /** Whether the next commit waits for the disk. One that does takes all before it along. */
  function sync(isWanted: boolean): void {
    if (isWanted === isSynced) return;
    connection.exec(`PRAGMA synchronous = ${isWanted ? "FULL" : "NORMAL"}`);
    isSynced = isWanted;
  }

  function flush(): void {
    const batch = queue;
    queue = [];
    commitAll(batch);
  }

  function commitAll(batch: readonly Waiting[]): void {
    if (batch.length === 0) return;
    let answers: readonly (() => void)[];
    try {
      sync(batch.some(({ isSoon }) => !isSoon));
      begin.run();
      lookForOthers();
      answers = batch.map(({ run }) => run());
      commit.run();
    } catch (error) {
      undo(connection);
      forgetCached();
      const isSaved = sqliteCode(error) === FULL && reserve?.release() === true;
      const again = batch.filter(({ isNew }) => isSaved && !isNew);
      for (const waiting of batch) if (!again.includes(waiting)) waiting.reject(error);
      commitAll(again);
      return;
    }
    for (const answer of answers) answer();
  }

  return {
    transact: (reads, decide, { durability, isNew = false } = {}) =>
      new Promise((resolve, reject) => {
        if (!isOpen) throw new Error("the database is closed");
        if (isNew && reserve?.isThere() === false) throw new Error("the disk is full");
        queue.push({
          isNew,
          isSoon: durability === "soon",
          run() {
            const decided = attempt(() => {
              const decision = decide(onlyNamed(reads, facts));
              return { answer: decision.value, writes: writesOf(decision) };
            });
            if (!decided.ok) return () => reject(decided.error);
            const { answer, writes } = decided.value;
            for (const key of writes.deletes) {
              const before = textAt(key);
              if (!before) continue;
              leave(key, indexesIn(before.indexText));
              remove.run(key);
              cached.delete(key);
            }
            for (const each of writes.puts) put(each, textAt(each.key));
            return () => resolve(answer);
          },
          reject,
        });
        if (queue.length === 1) setImmediate(flush);
      }),
    async get(key) {
      lookForOthers();
      return rowAt(key);
    },
    page: async (index, range) => rowsOf(pageOf[orderOf(range)].all(index, ...boundsOf(range), range.limit)),
    async places(index, range) {
      const found = placesOf[orderOf(range)].all(index, ...boundsOf(range), range.limit);
      return found.map((each) => placeLine.parse(each));
    },
    async count(index) {
      lookForOthers();
      return sizeOf(index);
    },
    async *walk(prefix) {
      for (let last = prefix, isFirst = true; ; isFirst = false) {
        const found = rowsOf(fromKey.all(last, WALK_AT_ONCE)).filter(({ key }) => isFirst || key !== last);
        const wanted = found.filter(({ key }) => key.startsWith(prefix));
        if (wanted.length > 0) yield wanted;
        if (wanted.length < found.length || wanted.length === 0) return;
        last = wanted.at(-1)?.key ?? last;
      }
    },
    emptyLog() {
      // A reader of the file, such as a backup, is not waited for: everybody's commands would wait with it.
      connection.exec("PRAGMA busy_timeout = 0");
      try {
        return checkpointRow.parse(connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).busy === 0;
      } finally {
        connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      flush();
      letGo(connection);
      freeFolder();
    },
  };
}

type Attempt<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown };

function attempt<Value>(act: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: act() };
  } catch (error) {
    return { ok: false, error };
  }
}

function undo(connection: Connection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // No transaction is open: it never began, or SQLite has undone it already.
  }
}

function readRow(found: unknown): RowText {
  const { row } = rowLine.parse(found);
  const [version = "", indexText = "", text = ""] = row.split("\n", 3);
  const key = row.slice(version.length + indexText.length + text.length + 3);
  return { key, version: Number(version), text, indexText };
}

function rowsWhere(condition: string, order: "ASC" | "DESC"): string {
  return `SELECT ${ROW} FROM entries CROSS JOIN rows ON rows.key = entries.key WHERE ${condition} ${inOrder(order)}`;
}

function placesWhere(condition: string, order: "ASC" | "DESC"): string {
  return `SELECT ${asBytes("key")}, score FROM entries WHERE ${condition} ${inOrder(order)}`;
}

function inOrder(order: "ASC" | "DESC"): string {
  return `ORDER BY entries.score ${order}, entries.key ${order}`;
}

function orderOf({ newestFirst = false }: Range): "oldest" | "newest" {
  return newestFirst ? "newest" : "oldest";
}

/** The place after which the range begins, and the score at which it ends. */
function boundsOf({ from = -Number.MAX_VALUE, to = Number.MAX_VALUE, after, newestFirst }: Range): readonly SqlValue[] {
  if (newestFirst) {
    return after && after.score <= to ? [after.score, after.key, from] : [to, AFTER_ALL_KEYS, from];
  }
  return after && after.score >= from ? [after.score, after.key, to] : [from, "", to];
}
