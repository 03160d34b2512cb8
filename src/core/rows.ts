/** A row is in an index once: a list of rows in the order of their scores, then of their keys' bytes. */
export interface IndexEntry {
  readonly name: string;
  readonly score: number;
}

/** A row is JSON under a key, found by its key or through the indexes it names. `version` is 1 when it is first saved and grows by one with each save. */
export interface Row<Value = unknown> {
  readonly key: string;
  readonly version: number;
  readonly value: Value;
  readonly indexes: readonly IndexEntry[];
}

/** A put saves a row under its key, whatever was there before. */
export interface Put {
  readonly key: string;
  readonly value: unknown;
  readonly indexes?: readonly IndexEntry[];
  /** Keeps the version of a row that was read: whoever saves over what they have read notices no change. */
  readonly keepsVersion?: boolean;
}

/** A transaction reads these before it decides: rows by key, also those that it may write, and sizes of indexes. */
export interface Reads {
  readonly keys?: readonly string[];
  readonly counts?: readonly string[];
  /** Some of the keys that probably have no row yet: an engine may decide first and look then. */
  readonly absent?: readonly string[];
}

/** `Facts` is what a transaction has read. Asking for something that its `Reads` did not name throws. */
export interface Facts {
  row(key: string): Row | null;
  count(index: string): number;
}

/** A transaction returns and writes this: all of it, or nothing. Writing a row that its `Reads` did not name throws. */
export interface Decision<Value> {
  readonly value: Value;
  readonly puts?: readonly Put[];
  readonly deletes?: readonly string[];
}

export interface TransactOptions {
  /** Transactions of one lane are batched within a process: one read, their decisions in order, one commit. Absent: they share the lane of all that name none. */
  readonly lane?: string;
  /**
   * "disk" (default): the answer comes when the write survives a power cut and, with REDIS_REPLICAS, the loss of the
   * primary. "soon": when it survives the end of the process.
   */
  readonly durability?: "disk" | "soon";
  /** Something new begins: it is refused while the disk is nearly full, so that work already begun can still be saved. */
  readonly isNew?: boolean;
}

/** A range is part of an index: entries with scores from `from` to `to` (both included, absent: no bound), after an entry, in either order. */
export interface Range {
  readonly from?: number;
  readonly to?: number;
  readonly after?: IndexPlace;
  readonly limit: number;
  readonly newestFirst?: boolean;
}

/** An entry's place in an index. */
export interface IndexPlace {
  readonly score: number;
  readonly key: string;
}

/** Orders the places of an index: by score, then by the bytes of the key, as SQLite and Redis compare texts. */
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
 * Stores durable rows with indexes. A value that cannot be read as JSON comes out as undefined. Every method rejects if the
 * store cannot write or read; a rejected transaction wrote nothing, unless its answer was lost.
 */
export interface Rows {
  /** Reads, decides and writes atomically. `decide` is pure and may be called more than once. */
  transact<Value>(reads: Reads, decide: (facts: Facts) => Decision<Value>, how?: TransactOptions): Promise<Value>;
  /** Returns one row, or null: cheaper than a transaction. */
  get(key: string): Promise<Row | null>;
  /** Returns the rows of part of an index. */
  page(index: string, range: Range): Promise<readonly Row[]>;
  /** Like `page`, without the rows' values: recovery reads no more than this. */
  places(index: string, range: Range): Promise<readonly IndexPlace[]>;
  /** Returns how many rows an index has. */
  count(index: string): Promise<number>;
  /** Returns every row whose key begins with the prefix, in no promised order; a row that changes meanwhile may come before or after its change. */
  walk(prefix: string): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}
