import type { Decision, Facts, IndexEntry, IndexPlace, Range, Reads, Row } from "../core/rows.ts";

/** An engine reads this many rows at once while it walks through all of them. */
export const WALK_AT_ONCE = 500;

/** A row as an engine stores it: its value and its index entries as JSON. */
export interface RowText {
  readonly key: string;
  readonly version: number;
  readonly text: string;
  /** `[name, score, name, score, …]` */
  readonly indexText: string;
}

/** The rows that an engine had stored before a batch. A row that was not read is undefined: it may exist or not. */
export interface Stored {
  row(key: string): RowText | null | undefined;
  count(index: string): number;
  last(index: string): IndexPlace | null;
}

/** The change that a batch makes to one row. */
export interface Change {
  readonly key: string;
  /** The row as it was stored: undefined where it was not read. */
  readonly before: RowText | null | undefined;
  /** The row from now on; null: it is deleted. */
  readonly after: RowText | null;
  /** How many versions later it is than `before`, or than the deletion where it `isReplaced`. */
  readonly saves: number;
  /** True where it was deleted and put again. */
  readonly isReplaced: boolean;
}

/** Transactions that decide one after another and are stored together: each sees the writes of those before it. */
export interface Batch {
  /** Decides and remembers the writes. Where `decide` throws, nothing of it is written. */
  run<Value>(reads: Reads, decide: (facts: Facts) => Decision<Value>): Value;
  /** Returns true where an index that these read is no longer known: the batch so far must be stored before they decide. */
  isUncertainFor(reads: Reads): boolean;
  changes(): readonly Change[];
}

/**
 * Runs a transaction in a batch. The returned function answers its caller once the batch is stored. A transaction that
 * throws rejects alone.
 */
export function deciding<Value>(
  reads: Reads,
  decide: (facts: Facts) => Decision<Value>,
  { resolve, reject }: { resolve(value: Value): void; reject(error: unknown): void },
): (batch: Batch) => () => void {
  return (batch) => {
    try {
      const value = batch.run(reads, decide);
      return () => resolve(value);
    } catch (error) {
      return () => reject(error);
    }
  };
}

interface Written {
  readonly before: RowText | null | undefined;
  now: RowText | null;
  saves: number;
  isReplaced: boolean;
}

export function batchOver(stored: Stored): Batch {
  const written = new Map<string, Written>();
  /** Holds each row parsed once, however many transactions of the batch read it. */
  const parsed = new Map<string, Row | null>();
  /** Counts by how much indexes have grown. */
  const growth = new Map<string, number>();
  const lasts = new Map<string, IndexPlace | null>();
  let hasUnread = false;
  let hasLostLast = false;

  const textAt = (key: string) => {
    const row = written.get(key);
    return row ? row.now : stored.row(key);
  };

  const facts: Facts = {
    row(key) {
      const cachedRow = parsed.get(key);
      if (cachedRow !== undefined) return cachedRow;
      const text = textAt(key);
      const row = text ? rowOf(text) : null;
      parsed.set(key, row);
      return row;
    },
    count: (index) => stored.count(index) + (growth.get(index) ?? 0),
    last(index) {
      const cachedLast = lasts.get(index);
      if (cachedLast !== undefined) return cachedLast;
      const place = stored.last(index);
      lasts.set(index, place);
      return place;
    },
  };

  function leave(key: string, { name, score }: IndexEntry): void {
    growth.set(name, (growth.get(name) ?? 0) - 1);
    const last = lasts.get(name);
    if (last?.key === key && last.score === score) hasLostLast = true;
  }

  function enter(key: string, { name, score }: IndexEntry): void {
    growth.set(name, (growth.get(name) ?? 0) + 1);
    const last = lasts.get(name);
    const place = { key, score };
    if (last !== undefined && (last === null || comparePlaces(last, place) < 0)) lasts.set(name, place);
  }

  function write(key: string, put: TextPut | null): void {
    const before = textAt(key);
    const earlier = written.get(key);
    if (before === undefined) hasUnread = true;
    const { left, entered } = indexChanges(before?.indexText ?? "[]", put?.indexText ?? "[]");
    for (const entry of left) leave(key, entry);
    for (const entry of entered) enter(key, entry);
    parsed.delete(key);
    const isAnew = put !== null && earlier?.now === null;
    const saves = put ? (put.keepsVersion && before ? 0 : 1) : 0;
    written.set(key, {
      before: earlier ? earlier.before : before,
      now: put && { key, text: put.text, indexText: put.indexText, version: (before?.version ?? 0) + saves },
      saves: (isAnew ? 0 : (earlier?.saves ?? 0)) + saves,
      isReplaced: isAnew || (earlier?.isReplaced ?? false),
    });
  }

  return {
    run(reads, decide) {
      const decision = decide(onlyNamed(reads, facts));
      const { puts, deletes } = textsOf(decision);
      for (const key of deletes) if (textAt(key) !== null) write(key, null);
      for (const put of puts) write(put.key, put);
      return decision.value;
    },
    isUncertainFor: ({ counts = [], lasts = [] }) =>
      (hasUnread && counts.length + lasts.length > 0) || (hasLostLast && lasts.length > 0),
    changes: () => [...written].map(([key, { now, ...change }]) => ({ key, after: now, ...change })),
  };
}

/** Returns a row whose texts are parsed when they are read; nobody gets an object that the store holds. */
export function rowOf({ key, version, text, indexText }: RowText): Row {
  let value: { readonly parsed: unknown } | null = null;
  let indexes: readonly IndexEntry[] | null = null;
  return {
    key,
    version,
    get value() {
      value ??= { parsed: parse(text) };
      return value.parsed;
    },
    get indexes() {
      indexes ??= indexesIn(indexText);
      return indexes;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function indexesIn(indexText: string): readonly IndexEntry[] {
  if (indexText === "[]") return [];
  const flat: unknown = parse(indexText);
  if (!Array.isArray(flat)) return [];
  return Array.from({ length: flat.length / 2 }, (_, n) => ({
    name: String(flat[2 * n]),
    score: Number(flat[2 * n + 1]),
  }));
}

/** Returns the entries that a row leaves and those it enters, by its index texts; one whose score changes is in both. */
export function indexChanges(before: string, after: string) {
  if (before === after) return { left: [], entered: [] };
  const [earlier, later] = [indexesIn(before), indexesIn(after)];
  const isIn = (entries: readonly IndexEntry[], { name, score }: IndexEntry) =>
    entries.some((entry) => entry.name === name && entry.score === score);
  return {
    left: earlier.filter((entry) => !isIn(later, entry)),
    entered: later.filter((entry) => !isIn(earlier, entry)),
  };
}

/** Orders the places of an index: by score, then by the bytes of the key, as SQLite and Redis compare texts. */
export function comparePlaces(a: IndexPlace, b: IndexPlace): number {
  if (a.score !== b.score) return a.score - b.score;
  return a.key === b.key ? 0 : Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
}

/** Returns true where an entry is in that part of an index. */
export function isInRange(place: IndexPlace, { from, to, after, newestFirst }: Range): boolean {
  if (from !== undefined && place.score < from) return false;
  if (to !== undefined && place.score > to) return false;
  if (!after) return true;
  const order = comparePlaces(place, after);
  return newestFirst ? order < 0 : order > 0;
}

/** Lets a transaction ask only for what it named, in every engine alike. */
function onlyNamed({ keys = [], counts = [], lasts = [] }: Reads, facts: Facts): Facts {
  const named = new Set([...keys, ...counts, ...lasts]);
  const check = (name: string) => {
    if (!named.has(name)) throw new Error(`a transaction asks for "${name}", which it did not name in its reads`);
    return name;
  };
  return {
    row: (key) => facts.row(check(key)),
    count: (index) => facts.count(check(index)),
    last: (index) => facts.last(check(index)),
  };
}

interface TextPut extends Omit<RowText, "version"> {
  readonly keepsVersion: boolean;
}

/**
 * Returns the writes of a decision as texts. Throws for a value that is no JSON, a score that is no number, a row that is
 * written twice.
 */
function textsOf({ puts = [], deletes = [] }: Decision<unknown>) {
  if (puts.length + deletes.length > 1) {
    const keys = new Set([...puts.map(({ key }) => key), ...deletes]);
    if (keys.size < puts.length + deletes.length) throw new Error("a transaction writes one row twice");
  }
  const texts = puts.map(({ key, value, indexes = [], keepsVersion = false }): TextPut => {
    const text: string | undefined = JSON.stringify(value);
    if (text === undefined) throw new Error(`the value of row "${key}" is no JSON`);
    for (const { name, score } of indexes)
      if (!Number.isFinite(score)) throw new Error(`row "${key}" has no score in index "${name}"`);
    const indexText = JSON.stringify(indexes.flatMap(({ name, score }) => [name, score]));
    return { key, text, indexText, keepsVersion };
  });
  return { puts: texts, deletes };
}
