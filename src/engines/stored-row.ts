import type { Decision, Facts, IndexEntry, IndexPlace, Put, Range, Reads, Row } from "../core/rows.ts";

/** How many rows an engine reads at once while it walks through all of them. */
export const WALK_AT_ONCE = 500;

/** A row whose text is parsed only when somebody reads its value; nobody gets an object that the store holds. */
export function storedRow(key: string, version: number, text: string, indexes: readonly IndexEntry[]): Row {
  let parsed: { readonly value: unknown } | null = null;
  return {
    key,
    version,
    indexes,
    get value() {
      parsed ??= { value: parse(text) };
      return parsed.value;
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

/** The order of an index: by score, then by the bytes of the key, as SQLite and Redis compare texts. */
export function comparePlaces(a: IndexPlace, b: IndexPlace): number {
  if (a.score !== b.score) return a.score - b.score;
  return a.key === b.key ? 0 : Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
}

/** Whether an entry is in that part of an index. */
export function isInRange(place: IndexPlace, { from, to, after, newestFirst }: Range): boolean {
  if (from !== undefined && place.score < from) return false;
  if (to !== undefined && place.score > to) return false;
  if (!after) return true;
  const order = comparePlaces(place, after);
  return newestFirst ? order < 0 : order > 0;
}

/** Lets a transaction ask only for what it named, in every engine alike. */
export function onlyNamed({ keys = [], lists = [], counts = [] }: Reads, facts: Facts): Facts {
  const check = (named: readonly string[], name: string) => {
    if (!named.includes(name)) throw new Error(`a transaction asks for "${name}", which it did not name in its reads`);
  };
  return {
    row(key) {
      check(keys, key);
      return facts.row(key);
    },
    list(index) {
      check(lists, index);
      return facts.list(index);
    },
    count(index) {
      check(counts, index);
      return facts.count(index);
    },
  };
}

/** A row as an engine stores it. */
export interface TextPut {
  readonly key: string;
  readonly text: string;
  readonly indexes: readonly IndexEntry[];
}

export interface Writes {
  readonly puts: readonly TextPut[];
  readonly deletes: readonly string[];
}

/** What a decision writes, as texts. Throws before anything is written: for a value that is no JSON, a score that is no number, a row that is written twice. */
export function writesOf({ puts = [], deletes = [] }: Decision<unknown>): Writes {
  if (puts.length + deletes.length > 1) {
    const written = new Set([...puts.map(({ key }) => key), ...deletes]);
    if (written.size < puts.length + deletes.length) throw new Error("a transaction writes one row twice");
  }
  return { puts: puts.map(textPut), deletes };
}

function textPut({ key, value, indexes = [] }: Put): TextPut {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new Error(`the value of row "${key}" is no JSON`);
  for (const { name, score } of indexes) {
    if (!Number.isFinite(score)) throw new Error(`row "${key}" has no score in index "${name}"`);
  }
  return { key, text, indexes };
}
