/** Indexes are ordered by score, then by the bytes of the key. A row is in an index once. */
export interface IndexEntry {
  readonly name: string;
  readonly score: number;
}

/** `version` is 1 at first and increases with each save. */
export interface Row<Value = unknown> {
  readonly key: string;
  readonly version: number;
  readonly value: Value;
  readonly indexes: readonly IndexEntry[];
}

/** Replaces any row under that key. */
export interface Put {
  readonly key: string;
  readonly value: unknown;
  readonly indexes?: readonly IndexEntry[];
  /** Other readers of the row notice no change. */
  readonly keepsVersion?: boolean;
}

/** What a transaction reads before it decides, including rows that it may write. */
export interface Reads {
  readonly keys?: readonly string[];
  readonly counts?: readonly string[];
  /** Keys that probably have no row yet. An engine may assume so without reading them, and check when it commits. */
  readonly absent?: readonly string[];
}

/** Throws for anything that `Reads` did not name. */
export interface Facts {
  row(key: string): Row | null;
  count(index: string): number;
}

/** All or nothing. Writing a row that `Reads` did not name throws. */
export interface TransactResult<Value> {
  readonly value: Value;
  readonly puts?: readonly Put[];
  readonly deletes?: readonly string[];
}

export interface TransactOptions {
  /**
   * Transactions with the same batch key are combined within a process: one read, their decisions in order, one commit.
   * Those without a key share one.
   */
  readonly batchKey?: string;
  /**
   * "disk" (default): survives a power cut and, with REDIS_REPLICAS, the loss of the primary. "soon": survives the end of
   * the process.
   */
  readonly durability?: "disk" | "soon";
  /** Starts something new. Refused while the disk is nearly full, to leave space for running work. */
  readonly isNew?: boolean;
}

/** `from` and `to` are inclusive and unbounded by default. */
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
 * A value that is not JSON is undefined. Every method rejects if it cannot read or write. A rejected transaction wrote
 * nothing, unless its answer was lost.
 */
export interface Rows {
  /** Atomic. `decide` is pure and may be called several times. */
  transact<Value>(reads: Reads, decide: (facts: Facts) => TransactResult<Value>, how?: TransactOptions): Promise<Value>;
  get(key: string): Promise<Row | null>;
  page(index: string, range: Range): Promise<readonly Row[]>;
  /** Like `page`, without the rows' values. */
  places(index: string, range: Range): Promise<readonly IndexPlace[]>;
  count(index: string): Promise<number>;
  /** Rows whose key has the prefix, in any order. A row that changes during the walk may be old or new. */
  walk(prefix: string): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}
