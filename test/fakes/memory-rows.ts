import { comparePlaces, type IndexPlace, isInRange, type Range, type Rows } from "../../src/core/rows.ts";
import {
  decideAll,
  indexChanges,
  type RowChange,
  type RowText,
  rowOf,
  WALK_AT_ONCE,
} from "../../src/engines/row-batch.ts";

/** The simplest engine that fulfils the contract. Keeps rows in memory for tests and simulations. */
export function memoryRows(): Rows {
  const rows = new Map<string, RowText>();
  const indexes = new Map<string, IndexPlace[]>();

  const rowsAt = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const row = rows.get(key);
      return row ? [rowOf(row)] : [];
    });
  const placesOf = (index: string) => indexes.get(index) ?? [];
  const count = (index: string) => placesOf(index).length;

  function store({ key, before, after }: RowChange): void {
    const { left, entered } = indexChanges(before, after);
    for (const { name, score } of left) placesOf(name).splice(positionOf(placesOf(name), { key, score }), 1);
    for (const { name, score } of entered) {
      const places = placesOf(name);
      places.splice(positionOf(places, { key, score }), 0, { key, score });
      indexes.set(name, places);
    }
    if (after) rows.set(key, after);
    else rows.delete(key);
  }

  function placesIn(index: string, range: Range): readonly IndexPlace[] {
    const places = placesOf(index).filter((place) => isInRange(place, range));
    return (range.newestFirst ? places.reverse() : places).slice(0, range.limit);
  }

  return {
    transact: (reads, decide) =>
      new Promise((resolve, reject) => {
        const stored = { row: (key: string) => rows.get(key) ?? null, count };
        const { changes, answer } = decideAll([{ reads, decide, resolve, reject }], stored);
        for (const change of changes) store(change);
        answer();
      }),
    get: async (key) => rowsAt([key])[0] ?? null,
    page: async (index, range) => rowsAt(placesIn(index, range).map(({ key }) => key)),
    places: async (index, range) => placesIn(index, range),
    count: async (index) => count(index),
    async *walk(prefix) {
      const keys = [...rows.keys()].filter((key) => key.startsWith(prefix));
      for (let at = 0; at < keys.length; at += WALK_AT_ONCE) yield rowsAt(keys.slice(at, at + WALK_AT_ONCE));
    },
    close: async () => {},
  };
}

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
