import type { Decision, Facts, IndexEntry, IndexPlace, Put, Range, Reads, Row } from "../core/rows.ts";

/** How many rows an engine reads at once while it walks through all of them. */
export const WALK_AT_ONCE = 500;

/** A row as an engine stores it: its value and the indexes it stands in as JSON. */
export interface RowText {
  readonly key: string;
  readonly version: number;
  readonly text: string;
  /** `[name, score, name, score, …]` */
  readonly indexText: string;
}

/** A row whose texts are parsed only when somebody reads them; nobody gets an object that the store holds. */
export function storedRow({ key, version, text, indexText }: RowText): Row {
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

export function indexesIn(indexText: string): readonly IndexEntry[] {
  if (indexText === "[]") return [];
  const flat: unknown = parse(indexText);
  if (!Array.isArray(flat)) return [];
  return Array.from({ length: flat.length / 2 }, (_, n) => ({
    name: String(flat[2 * n]),
    score: Number(flat[2 * n + 1]),
  }));
}

/** What has to be done to the indexes of a row: the entries it leaves and those it enters; one whose score changes is in both. */
export function indexChanges(
  before: string,
  { indexText, indexes }: Pick<TextPut, "indexText" | "indexes">,
): { readonly left: readonly IndexEntry[]; readonly entered: readonly IndexEntry[] } {
  if (before === indexText) return { left: [], entered: [] };
  const earlier = indexesIn(before);
  const isIn = (entries: readonly IndexEntry[], { name, score }: IndexEntry) =>
    entries.some((entry) => entry.name === name && entry.score === score);
  return {
    left: earlier.filter((entry) => !isIn(indexes, entry)),
    entered: indexes.filter((entry) => !isIn(earlier, entry)),
  };
}

/** The order of an index: by score, then by the bytes of the key, as SQLite and Redis compare texts. */
function comparePlaces(a: IndexPlace, b: IndexPlace): number {
  if (a.score !== b.score) return a.score - b.score;
  return a.key === b.key ? 0 : Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
}

/** Where the place stands in an index, or would stand. */
function positionOf(places: readonly IndexPlace[], wanted: IndexPlace): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const place = places[middle];
    if (place && comparePlaces(place, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts the entry into an ordered index. */
export function addPlace(places: IndexPlace[], place: IndexPlace): void {
  places.splice(positionOf(places, place), 0, place);
}

/** Takes the entry, which is there, out of an ordered index. */
export function removePlace(places: IndexPlace[], place: IndexPlace): void {
  places.splice(positionOf(places, place), 1);
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

export interface TextPut extends Omit<RowText, "version"> {
  readonly indexes: readonly IndexEntry[];
  readonly keepsVersion: boolean;
}

export interface Writes {
  readonly puts: readonly TextPut[];
  readonly deletes: readonly string[];
}

/** The version of a row once it is put over that one. */
export function versionAfter(before: Pick<RowText, "version"> | null | undefined, put: TextPut): number {
  if (!before) return 1;
  return before.version + (put.keepsVersion ? 0 : 1);
}

/** What a decision writes, as texts. Throws before anything is written: for a value that is no JSON, a score that is no number, a row that is written twice. */
export function writesOf({ puts = [], deletes = [] }: Decision<unknown>): Writes {
  if (puts.length + deletes.length > 1) {
    const written = new Set([...puts.map(({ key }) => key), ...deletes]);
    if (written.size < puts.length + deletes.length) throw new Error("a transaction writes one row twice");
  }
  return { puts: puts.map(textPut), deletes };
}

function textPut({ key, value, indexes = [], keepsVersion = false }: Put): TextPut {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new Error(`the value of row "${key}" is no JSON`);
  for (const { name, score } of indexes) {
    if (!Number.isFinite(score)) throw new Error(`row "${key}" has no score in index "${name}"`);
  }
  const indexText = JSON.stringify(indexes.flatMap(({ name, score }) => [name, score]));
  return { key, text, indexText, indexes, keepsVersion };
}
