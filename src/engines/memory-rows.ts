import type { Facts, IndexPlace, Range, Rows } from "../core/rows.ts";
import {
  addPlace,
  indexesIn,
  isInRange,
  onlyNamed,
  type RowText,
  removePlace,
  storedRow,
  type TextPut,
  versionAfter,
  WALK_AT_ONCE,
  writesOf,
} from "./stored-row.ts";

/** Rows in memory, for tests and simulations: the plainest engine that keeps the contract. */
export function memoryRows(): Rows {
  const rows = new Map<string, RowText>();
  /** Each index in its order. */
  const indexes = new Map<string, IndexPlace[]>();

  const row = (key: string) => {
    const stored = rows.get(key);
    return stored ? storedRow(stored) : null;
  };
  const rowsAt = (places: readonly IndexPlace[]) => places.flatMap(({ key }) => row(key) ?? []);
  const facts: Facts = {
    row,
    list: (index) => rowsAt(indexes.get(index) ?? []),
    count: (index) => indexes.get(index)?.length ?? 0,
  };

  function remove(key: string): void {
    for (const { name, score } of indexesIn(rows.get(key)?.indexText ?? "[]")) {
      const places = indexes.get(name) ?? [];
      removePlace(places, { key, score });
      if (places.length === 0) indexes.delete(name);
    }
    rows.delete(key);
  }

  function put(row: TextPut): void {
    const { key, text, indexText, indexes: entries } = row;
    const version = versionAfter(rows.get(key), row);
    remove(key);
    rows.set(key, { key, version, text, indexText });
    for (const { name, score } of entries) {
      const places = indexes.get(name) ?? [];
      addPlace(places, { key, score });
      indexes.set(name, places);
    }
  }

  function placesIn(index: string, range: Range): readonly IndexPlace[] {
    const found = (indexes.get(index) ?? []).filter((place) => isInRange(place, range));
    return (range.newestFirst ? found.reverse() : found).slice(0, range.limit);
  }

  return {
    async transact(reads, decide) {
      const decision = decide(onlyNamed(reads, facts));
      const { puts, deletes } = writesOf(decision);
      for (const key of deletes) remove(key);
      for (const each of puts) put(each);
      return decision.value;
    },
    get: async (key) => row(key),
    page: async (index, range) => rowsAt(placesIn(index, range)),
    places: async (index, range) => placesIn(index, range),
    count: async (index) => facts.count(index),
    async *walk(prefix) {
      const keys = [...rows.keys()].filter((key) => key.startsWith(prefix));
      for (let at = 0; at < keys.length; at += WALK_AT_ONCE) {
        yield keys.slice(at, at + WALK_AT_ONCE).flatMap((key) => row(key) ?? []);
      }
    },
    close: async () => {},
  };
}
