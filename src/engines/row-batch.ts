import type { LRUCache } from "lru-cache";
import type { Facts, IndexEntry, Put, Reads, Row, TransactResult } from "../core/rows.ts";
import { parseJson } from "../core/text/parse-json.ts";

export const WALK_AT_ONCE = 500;

export interface RowText {
  readonly key: string;
  readonly version: number;
  readonly text: string;
  /** `[name, score, name, score, …]` */
  readonly indexText: string;
  readonly indexes?: readonly IndexEntry[];
}

export interface QueuedWrite {
  readonly reads: Reads;
  decide(facts: Facts): TransactResult<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export interface Stored {
  row(key: string): RowText | null;
  count(index: string): number;
}

export interface RowChange {
  readonly key: string;
  readonly before: RowText | null;
  readonly after: RowText | null;
}

export type Decided = ReturnType<typeof decideAll>;
type Present = { readonly text: RowText | null; readonly row: Row | null };

/**
 * Each transaction sees the writes of those before it. The engine stores the changes, adjusts index sizes by `growth`,
 * and then calls `answer`. A transaction that throws is rejected alone and writes nothing.
 */
export function decideAll(waiting: readonly QueuedWrite[], stored: Stored) {
  const changes = new Map<string, RowChange>();
  const present = new Map<string, Present>();
  const growth = new Map<string, number>();

  function setPresent(key: string, text: RowText | null): Present {
    const one = { text, row: text && rowOf(text) };
    present.set(key, one);
    return one;
  }
  const at = (key: string) => present.get(key) ?? setPresent(key, stored.row(key));

  function write(key: string, after: RowText | null): void {
    const { text: before } = at(key);
    const { left, entered } = indexChanges(before, after);
    for (const { name } of left) growth.set(name, (growth.get(name) ?? 0) - 1);
    for (const { name } of entered) growth.set(name, (growth.get(name) ?? 0) + 1);
    const earlier = changes.get(key);
    changes.set(key, { key, before: earlier ? earlier.before : before, after });
    setPresent(key, after);
  }

  function decide({ reads, decide: decideBy }: QueuedWrite): unknown {
    const named = new Set([...(reads.keys ?? []), ...(reads.counts ?? [])]);
    function checkNamed(name: string): void {
      if (!named.has(name)) throw new Error(`a transaction asks for "${name}", which it did not name in its reads`);
    }
    const facts: Facts = {
      row(key) {
        checkNamed(key);
        return at(key).row;
      },
      count(index) {
        checkNamed(index);
        return stored.count(index) + (growth.get(index) ?? 0);
      },
    };
    const { value, puts = [], deletes = [] } = decideBy(facts);
    const keys = [...puts.map(({ key }) => key), ...deletes];
    if (new Set(keys).size < keys.length) throw new Error("a transaction writes one row twice");
    keys.forEach(checkNamed);
    const rows = puts.map((put) => asText(put, at(put.key).text));
    for (const key of deletes) if (at(key).text !== null) write(key, null);
    for (const row of rows) write(row.key, row);
    return value;
  }

  const answers = waiting.map((one) => {
    try {
      const value = decide(one);
      return () => one.resolve(value);
    } catch (error) {
      return () => one.reject(error);
    }
  });
  return {
    changes: [...changes.values()],
    growth,
    answer() {
      for (const answer of answers) answer();
    },
  };
}

export function grow(sizes: LRUCache<string, number>, growth: ReadonlyMap<string, number>): void {
  for (const [index, by] of growth) {
    const size = sizes.get(index);
    if (size !== undefined) sizes.set(index, size + by);
  }
}

/** Throws if the value is not JSON or a score is not a finite number. */
function asText({ key, value, indexes = [], keepsVersion = false }: Put, before: RowText | null): RowText {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new Error(`the value of row "${key}" is no JSON`);
  const flat: (string | number)[] = [];
  for (const { name, score } of indexes) {
    if (!Number.isFinite(score)) throw new Error(`row "${key}" has no score in index "${name}"`);
    flat.push(name, score);
  }
  const indexText = JSON.stringify(flat);
  const version = before && keepsVersion ? before.version : (before?.version ?? 0) + 1;
  return { key, version, text, indexText, indexes };
}

/** Parses lazily. Callers get their own copy, never the store's object. */
export function rowOf({ key, version, text, indexText }: RowText): Row {
  let value: { readonly parsed: unknown } | null = null;
  return {
    key,
    version,
    get value() {
      // `parseJson` also returns null for text that is not JSON.
      value ??= { parsed: text === "null" ? null : (parseJson(text) ?? undefined) };
      return value.parsed;
    },
    get indexes() {
      return indexesIn({ indexText });
    },
  };
}

function indexesIn({ indexes, indexText }: Pick<RowText, "indexes" | "indexText">): readonly IndexEntry[] {
  if (indexes) return indexes;
  const flat: unknown = parseJson(indexText);
  if (!Array.isArray(flat)) return [];
  return Array.from({ length: flat.length / 2 }, (_, n) => ({
    name: String(flat[2 * n]),
    score: Number(flat[2 * n + 1]),
  }));
}

export function indexChanges(before: RowText | null, after: RowText | null) {
  if (before === null && after) return { left: [], entered: indexesIn(after) };
  if (before?.indexText === after?.indexText) return { left: [], entered: [] };
  const [earlier, later] = [before, after].map((row) => (row ? indexesIn(row) : []));
  return { left: without(earlier, later), entered: without(later, earlier) };
}

function without(entries: readonly IndexEntry[] = [], others: readonly IndexEntry[] = []): readonly IndexEntry[] {
  return entries.filter(({ name, score }) => !others.some((one) => one.name === name && one.score === score));
}
