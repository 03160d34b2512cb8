import Keyv from "keyv";
import { z } from "zod";
import { machineClock } from "../core/clock.ts";
import type { Engine, Swap } from "../core/engine.ts";
import type { Facts, Row, Rows, TransactResult } from "../core/rows.ts";
import { deleteBelow, deleteWhere } from "./job-rows.ts";

/** Expired entries are deleted when another is set, at most this often. */
const SWEEP_EVERY_MS = 60_000;

const ENDS = "keyv-ends";
export const KEYVS = "keyv/";
export const entryKey = (namespace: string, name: string) => `${KEYVS}${encodeURIComponent(namespace)}/${name}`;

/** Written by keyv. Expiry uses the machine's clock, as in keyv. */
const entryShape = z.looseObject({ value: z.unknown(), expires: z.number().optional() });
type Entry = z.infer<typeof entryShape>;

export function rowsKeyv(rows: Rows): Pick<Engine, "keyv" | "swap"> & { forgetExpired(): Promise<void> } {
  let sweepAt = 0;

  async function forgetExpired(): Promise<void> {
    const now = machineClock.now();
    sweepAt = now + SWEEP_EVERY_MS;
    await deleteBelow(rows, ENDS, now + 1);
  }

  function adapter(namespace: string) {
    const prefix = entryKey(namespace, "");
    const put = (name: string, entry: Entry) => ({
      key: prefix + name,
      value: entry,
      indexes: entry.expires === undefined ? [] : [{ name: ENDS, score: entry.expires }],
    });
    const alive = (row: Row | null) => (row === null ? null : entryIn(row, machineClock.now()));
    const get = async (name: string) => alive(await rows.get(prefix + name)) ?? undefined;
    return {
      // Keyv offers its iterator only for a dialect that it knows.
      opts: { dialect: "sqlite" },
      namespace,
      get,
      // Keyv's own method would turn a failed read into a missing value.
      getMany: (names: readonly string[]) => Promise.all(names.map(get)),
      async set(name: string, entry: Entry) {
        const entries = { value: null, puts: [put(name, entry)] };
        await rows.transact({ keys: [prefix + name] }, () => entries, { isNew: true });
        if (entry.expires !== undefined && machineClock.now() >= sweepAt) await forgetExpired();
      },
      /** If the current value is `before`, sets a value that never expires, or deletes the entry. */
      swap: (name: string, before: unknown, value: unknown) => {
        const decide = (facts: Facts): TransactResult<boolean> => {
          const present = alive(facts.row(prefix + name))?.value;
          const isSame = JSON.stringify(present) === JSON.stringify(before);
          if (!isSame) return { value: false };
          if (value === undefined) return { value: true, deletes: [prefix + name] };
          return { value: true, puts: [put(name, { value })] };
        };
        return rows.transact({ keys: [prefix + name] }, decide, { isNew: true });
      },
      delete: async (name: string) => (await deleteWhere(rows, [prefix + name], () => true)) > 0,
      async clear() {
        for await (const page of rows.walk(prefix)) {
          const keys = page.map(({ key }) => key);
          await deleteWhere(rows, keys, () => true);
        }
      },
      async *iterator() {
        for await (const page of rows.walk(prefix))
          for (const row of page) {
            const entry = alive(row);
            if (entry) yield [row.key.slice(prefix.length), entry] as const;
          }
      },
    };
  }

  return {
    keyv(namespace) {
      const store = adapter(namespace);
      // A failed read must not count as a missing value.
      const keyv = new Keyv({ store, namespace, useKeyPrefix: false, throwOnErrors: true });
      // Rows hold JSON already.
      keyv.serialize = undefined;
      keyv.deserialize = undefined;
      return keyv;
    },
    swap: (namespace, { key, before, after }: Swap) => adapter(namespace).swap(key, before, after),
    forgetExpired,
  };
}

/** Throws if it is not a keyv entry: that must not count as a missing value. */
function entryIn({ key, value }: Row, now: number): Entry | null {
  const read = entryShape.safeParse(value);
  if (!read.success) throw new Error(`the row ${key} cannot be read`);
  const { expires } = read.data;
  return expires !== undefined && expires <= now ? null : read.data;
}

export const canBeEntry = ({ value }: Row): boolean => entryShape.safeParse(value).success;
