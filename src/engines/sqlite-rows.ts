import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../core/at-most.ts";
import type { Range, Rows } from "../core/rows.ts";
import type { Reserve } from "./reserve.ts";
import {
  decideAll,
  grow,
  indexChanges,
  type QueuedWrite,
  type RowChange,
  type RowText,
  rowOf,
  WALK_AT_ONCE,
} from "./row-batch.ts";
import {
  asBytes,
  bytesText,
  type Connection,
  runIgnoringErrors,
  type SqlValue,
  sqliteCode,
} from "./sqlite-connection.ts";

/** Only this process and `npx reelay rotate-keys` write to the file. */
export interface SqliteRows extends Rows {
  /** The log still holds deleted values. Returns false while another program uses the file. */
  emptyLog(): boolean;
  /**
   * Removes the copies that `secure_delete` leaves when SQLite moves rows. Blocks the event loop, about 15 ms per MB
   * (2026-11-28). Returns false while another program uses the file.
   */
  rewrite(): boolean;
}

export const SCHEMA_VERSION = 10;
export const SCHEMA = `
  CREATE TABLE rows (key TEXT PRIMARY KEY, version INTEGER NOT NULL, indexes TEXT NOT NULL, value TEXT NOT NULL) STRICT;
  CREATE TABLE entries (name TEXT NOT NULL, score REAL NOT NULL, key TEXT NOT NULL, PRIMARY KEY (name, score, key)) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};`;

/** Waits this long for another program, such as a backup that applies a killed process's log. Blocks the event loop. */
export const BUSY_TIMEOUT_MS = 1_000;
const BUSY = 5;
const FULL = 13;
const INSERTED_AT_ONCE = 50;
/** At 1,000 pages SQLite moves the log within a commit, before the answers. */
const LOGGED_PAGES_MAX = 600;
const CACHED_MAX = 1_000;
/** Sizes of indexes. A person with open jobs has three or four. */
const SIZES_CACHED_MAX = 10_000;
const ROW = `CAST(rows.key AS BLOB) AS key, ${["version", "indexes", "value"].map(asBytes).join(", ")}`;
const rowLine = z
  .object({ key: bytesText, version: bytesText, indexes: bytesText, value: bytesText })
  .transform(({ key, version, indexes, value }): RowText => {
    return { key, version: Number(version), indexText: indexes, text: value };
  });
const maybeRowLine = rowLine.optional();
const placeLine = z.object({ key: bytesText, score: z.number() });
const dataVersionRow = z.object({ data_version: z.number() });
const sizeRow = z.object({ size: z.number() });
const checkpointRow = z.object({ busy: z.number() });

const ROWS_OF = `SELECT ${ROW} FROM entries CROSS JOIN rows ON rows.key = entries.key WHERE entries.name = ?`;
const PLACES_OF = `SELECT ${asBytes("key")}, score FROM entries WHERE entries.name = ?`;
const UP =
  "AND (entries.score, entries.key) > (?, ?) AND entries.score <= ? ORDER BY entries.score, entries.key LIMIT ?";
const DOWN =
  "AND (entries.score, entries.key) < (?, ?) AND entries.score >= ? ORDER BY entries.score DESC, entries.key DESC LIMIT ?";
const AFTER_ALL_KEYS = "\u{10ffff}";

interface WaitingHere extends QueuedWrite {
  readonly isNew: boolean;
  readonly isSoon: boolean;
}

/**
 * Transactions of one turn of the event loop share one SQLite transaction, so they share one fsync and never conflict.
 * On a full disk, jobs that have begun use the reserve.
 */
export function sqliteRows(
  connection: Connection,
  { reserve, release = () => connection.close() }: { reserve: Reserve | null; release?: () => void } = {
    reserve: null,
  },
): SqliteRows {
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const commit = connection.prepare("COMMIT");
  const select = connection.prepare(`SELECT ${ROW} FROM rows WHERE key = ?`);
  const insertRows = inserts(connection, "rows (key, version, indexes, value)", 4);
  const update = connection.prepare("UPDATE rows SET version = ?, indexes = ?, value = ? WHERE key = ?");
  const remove = connection.prepare("DELETE FROM rows WHERE key = ?");
  const insertEntries = inserts(connection, "entries (name, score, key)", 3);
  const removeEntry = connection.prepare("DELETE FROM entries WHERE name = ? AND score = ? AND key = ?");
  const countEntries = connection.prepare("SELECT count(*) AS size FROM entries WHERE name = ?");
  const [rowsOf, placesOf] = [ranges(connection, ROWS_OF), ranges(connection, PLACES_OF)];
  const fromKey = connection.prepare(`SELECT ${ROW} FROM rows WHERE key >= ? AND key < ? ORDER BY rows.key LIMIT ?`);
  const selectDataVersion = connection.prepare("PRAGMA data_version");

  const cached = new LRUCache<string, RowText>(atMost(CACHED_MAX));
  const sizes = new LRUCache<string, number>({
    ...atMost(SIZES_CACHED_MAX),
    memoMethod: (index) => sizeRow.parse(countEntries.get(index)).size,
  });
  /** Changes when another program has written to the file. */
  let dataVersion: unknown;
  let queue: WaitingHere[] = [];
  let isSynced: boolean | null = null;
  let loggedPages = 0;
  let isOpen = true;

  function dropStaleCache(): void {
    const { data_version: version } = dataVersionRow.parse(selectDataVersion.get());
    if (version !== dataVersion) {
      cached.clear();
      sizes.clear();
    }
    dataVersion = version;
  }

  function textAt(key: string): RowText | null {
    const row = cached.get(key) ?? maybeRowLine.parse(select.get(key)) ?? null;
    if (row) cached.set(key, row);
    return row;
  }

  function store(changes: readonly RowChange[]): void {
    const rows: SqlValue[][] = [];
    const entries: SqlValue[][] = [];
    for (const { key, before, after } of changes) {
      const { left, entered } = indexChanges(before, after);
      for (const { name, score } of left) removeEntry.run(name, score, key);
      if (after === null) remove.run(key);
      else if (before) update.run(after.version, after.indexText, after.text, key);
      else rows.push([key, after.version, after.indexText, after.text]);
      for (const { name, score } of entered) entries.push([name, score, key]);
      if (after) cached.set(key, after);
      else cached.delete(key);
    }
    insertRows(rows);
    insertEntries(entries);
  }

  /** A commit that waits for the disk also covers all earlier ones. */
  function sync(isWanted: boolean): void {
    if (isWanted === isSynced) return;
    connection.exec(`PRAGMA synchronous = ${isWanted ? "FULL" : "NORMAL"}`);
    isSynced = isWanted;
  }

  /**
   * Moves a long log into the file after the answers are sent. A commit takes about 2 pages and a new row 3
   * (2026-11-27).
   */
  function countPages(changes: readonly RowChange[]): void {
    loggedPages += 2 + 3 * changes.filter(({ before }) => before === null).length;
    if (loggedPages < LOGGED_PAGES_MAX) return;
    loggedPages = 0;
    setImmediate(() => isOpen && runIgnoringErrors(connection, ["PRAGMA wal_checkpoint(PASSIVE)"]));
  }

  function emptyLog(): boolean {
    return checkpointRow.parse(connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).busy === 0;
  }

  /** Otherwise all commands would wait for another program, such as a backup. */
  function withoutWaiting(act: () => boolean): boolean {
    connection.exec("PRAGMA busy_timeout = 0");
    try {
      return act();
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  function flush(): void {
    const all = queue;
    queue = [];
    commitAll(all);
  }

  function commitAll(all: readonly WaitingHere[]): void {
    if (all.length === 0) return;
    try {
      sync(all.some(({ isSoon }) => !isSoon));
      begin.run();
      dropStaleCache();
      const { changes, growth, answer } = decideAll(all, { row: textAt, count: (index) => sizes.memo(index) });
      store(changes);
      commit.run();
      grow(sizes, growth);
      answer();
      countPages(changes);
    } catch (error) {
      runIgnoringErrors(connection, ["ROLLBACK"]);
      // The caches still hold what was rolled back.
      dataVersion = undefined;
      const isSaved = sqliteCode(error) === FULL && reserve?.release() === true;
      const again = all.filter(({ isNew }) => isSaved && !isNew);
      for (const waiting of all) if (!again.includes(waiting)) waiting.reject(error);
      commitAll(again);
    }
  }

  return {
    transact: (reads, decide, { durability, isNew = false } = {}) =>
      new Promise((resolve, reject) => {
        if (!isOpen) throw new Error("the database is closed");
        if (isNew && reserve?.isThere() === false) throw new Error("the disk is full");
        queue.push({ reads, decide, resolve, reject, isNew, isSoon: durability === "soon" });
        if (queue.length === 1) setImmediate(flush);
      }),
    async get(key) {
      dropStaleCache();
      const row = textAt(key);
      return row && rowOf(row);
    },
    page: async (index, range) => rowsOf(index, range).map((line) => rowOf(rowLine.parse(line))),
    places: async (index, range) => placesOf(index, range).map((line) => placeLine.parse(line)),
    async count(index) {
      dropStaleCache();
      return sizes.memo(index);
    },
    async *walk(prefix) {
      for (let from = prefix; ; ) {
        const rows = fromKey.all(from, `${prefix}${AFTER_ALL_KEYS}`, WALK_AT_ONCE).map((line) => rowLine.parse(line));
        if (rows.length > 0) yield rows.map(rowOf);
        const last = rows.at(-1);
        if (last === undefined || rows.length < WALK_AT_ONCE) return;
        // No key contains this character.
        from = `${last.key}\u0001`;
      }
    },
    emptyLog: () => withoutWaiting(emptyLog),
    rewrite: () =>
      withoutWaiting(() => {
        if (!emptyLog()) return false;
        try {
          connection.exec("VACUUM");
        } catch (error) {
          // Even after a failure, such as a full disk, the log contains what was written.
          emptyLog();
          if (sqliteCode(error) === BUSY) return false;
          throw error;
        }
        return emptyLog();
      }),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      flush();
      release();
    },
  };
}

/** One statement for many rows takes half the time. */
function inserts(connection: Connection, into: string, columns: number) {
  const row = `(${new Array(columns).fill("?")})`;
  // OR ROLLBACK undoes the whole transaction, so SQLite keeps no log for undoing the statement alone.
  const statements = new LRUCache({
    max: INSERTED_AT_ONCE,
    memoMethod: (rows: number) =>
      connection.prepare(`INSERT OR ROLLBACK INTO ${into} VALUES ${new Array(rows).fill(row)}`),
  });
  return (rows: readonly (readonly SqlValue[])[]): void => {
    for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
      const some = rows.slice(from, from + INSERTED_AT_ONCE);
      statements.memo(some.length).run(...some.flat());
    }
  };
}

function ranges(connection: Connection, select: string) {
  const [up, down] = [UP, DOWN].map((part) => connection.prepare(`${select} ${part}`));
  return (index: string, range: Range) =>
    (range.newestFirst ? down : up)?.all(index, ...boundsOf(range), range.limit) ?? [];
}

function boundsOf({ from = -Number.MAX_VALUE, to = Number.MAX_VALUE, after, newestFirst }: Range): readonly SqlValue[] {
  if (newestFirst) {
    return after && after.score <= to ? [after.score, after.key, from] : [to, AFTER_ALL_KEYS, from];
  }
  return after && after.score >= from ? [after.score, after.key, to] : [from, "", to];
}
