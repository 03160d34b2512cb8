/** A row's place in an index, which is ordered by score and then by the bytes of the key. A row is in an index once. */
export interface IndexEntry {
  readonly name: string;
  readonly score: number;
}

/** JSON under a key, found by the key or through its indexes. `version` is 1 at first and increases with each save. */
export interface Row<Value = unknown> {
  readonly key: string;
  readonly version: number;
  readonly value: Value;
  readonly indexes: readonly IndexEntry[];
}

/** Saves a row under its key, whatever was there before. */
export interface Put {
  readonly key: string;
  readonly value: unknown;
  readonly indexes?: readonly IndexEntry[];
  /** Keeps the version of the row, so that others who read it notice no change. */
  readonly keepsVersion?: boolean;
}

/** What a transaction reads before it decides: rows by key, including those it may write, and sizes of indexes. */
export interface Reads {
  readonly keys?: readonly string[];
  readonly counts?: readonly string[];
  /** Keys that probably have no row yet. An engine may decide first and check afterwards. */
  readonly absent?: readonly string[];
}

/** What a transaction has read. Asking for anything its `Reads` did not name throws. */
export interface Facts {
  row(key: string): Row | null;
  count(index: string): number;
}

/** What a transaction returns and writes, all or nothing. Writing a row that its `Reads` did not name throws. */
export interface Decision<Value> {
  readonly value: Value;
  readonly puts?: readonly Put[];
  readonly deletes?: readonly string[];
}

export interface TransactOptions {
  /**
   * Transactions with the same batch key are combined within a process: one read, their decisions in order, one commit.
   * Those without a key share one.
   */
  readonly lane?: string;
  /**
   * "disk" (default): answers when the write survives a power cut and, with REDIS_REPLICAS, the loss of the primary.
   * "soon": when it survives the end of the process.
   */
  readonly durability?: "disk" | "soon";
  /**
   * The transaction starts something new. It is refused while the disk is nearly full, so that running work can still be
   * saved.
   */
  readonly isNew?: boolean;
}

/**
 * A part of an index: scores from `from` to `to` (inclusive, unbounded by default), after an entry, in either order.
 */
export interface Range {
  readonly from?: number;
  readonly to?: number;
  readonly after?: IndexPlace;
  readonly limit: number;
  readonly newestFirst?: boolean;
}

export interface IndexPlace {
  readonly score: number;
  readonly key: string;
}

/** Compares places by score, then by the bytes of the key, as SQLite and Redis do. */
export function comparePlaces(a: IndexPlace, b: IndexPlace): number {
  if (a.score !== b.score) return a.score - b.score;
  return a.key === b.key ? 0 : Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
}

export function isInRange(place: IndexPlace, { from, to, after, newestFirst }: Range): boolean {
  if (from !== undefined && place.score < from) return false;
  if (to !== undefined && place.score > to) return false;
  if (!after) return true;
  const order = comparePlaces(place, after);
  return newestFirst ? order < 0 : order > 0;
}

/**
 * Stores durable rows with indexes. A value that is not JSON is returned as undefined. Every method rejects if it cannot
 * read or write. A rejected transaction wrote nothing, unless its answer was lost.
 */
export interface Rows {
  /** Reads, decides and writes atomically. `decide` is pure and may be called several times. */
  transact<Value>(reads: Reads, decide: (facts: Facts) => Decision<Value>, how?: TransactOptions): Promise<Value>;
  /** Returns one row or null. Cheaper than a transaction. */
  get(key: string): Promise<Row | null>;
  /** Returns the rows of a part of an index. */
  page(index: string, range: Range): Promise<readonly Row[]>;
  /** Like `page`, without the rows' values, which recovery does not need. */
  places(index: string, range: Range): Promise<readonly IndexPlace[]>;
  /** Returns how many rows an index has. */
  count(index: string): Promise<number>;
  /**
   * Returns every row whose key starts with the prefix, in any order. A row that changes meanwhile may be old or new.
   */
  walk(prefix: string): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}
