import type Keyv from "keyv";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Swap } from "../../core/engine.ts";
import { type KeyvStore, keyvOver, swapIn } from "../keyv-over.ts";
import { SEALED_NAMESPACES } from "../sealed-texts.ts";
import { asBytes, bytesText } from "./connect.ts";
import type { Database } from "./open-database.ts";

const valueRow = z.object({ value: bytesText, expires_at: z.number().nullable() });
const entryRow = z.object({ key: bytesText, value: bytesText });

const ENTRIES_AT_ONCE = 500;

/** SQLite's clock, in milliseconds: keyv judges expiry by the machine's own clock as well, not by one that is passed in. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const IS_ALIVE = `(expires_at IS NULL OR expires_at > ${NOW})`;

/**
 * What was read stays at hand, so that a command asks the file once for each thing: at most this many characters of a namespace, each
 * entry counted as 200 more. A bound of entries would take the room for all of them at once, at each start.
 */
const HELD_MAX = { maxSize: 4_000_000, sizeCalculation: ({ value = "" }: Held) => 200 + value.length };

/** What the file says: nothing, or what does not expire. */
interface Held {
  readonly value: string | undefined;
}

/** `npm run rotate-keys` may write these beside a running bot. No other process writes anything else. */
const NOT_HELD: readonly string[] = SEALED_NAMESPACES;

/** Of each open database, by namespace. */
const heldOf = new WeakMap<Database, Map<string, LRUCache<string, Held>>>();

const nothing = { value: undefined, expires_at: null };

function heldIn(database: Database, namespace: string): LRUCache<string, Held> {
  const all = heldOf.get(database) ?? new Map<string, LRUCache<string, Held>>();
  heldOf.set(database, all);
  const held = all.get(namespace) ?? new LRUCache<string, Held>(HELD_MAX);
  all.set(namespace, held);
  return held;
}

function keyvStore(database: Database, namespace: string): KeyvStore {
  const held = heldIn(database, namespace);
  const get = database.prepare(
    `SELECT ${asBytes("value")}, expires_at FROM keyv WHERE namespace = ? AND key = ? AND ${IS_ALIVE}`,
  );
  const set = database.prepare(
    `INSERT INTO keyv (namespace, key, value, expires_at) VALUES (?, ?, ?, ${NOW} + ?)
     ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
  );
  const add = database.prepare(
    `INSERT INTO keyv (namespace, key, value, expires_at) VALUES (?, ?, ?, NULL)
     ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, expires_at = NULL WHERE expires_at <= ${NOW}`,
  );
  const change = database.prepare(
    `UPDATE keyv SET value = ?, expires_at = NULL WHERE namespace = ? AND key = ? AND value = ? AND ${IS_ALIVE}`,
  );
  const remove = database.prepare("DELETE FROM keyv WHERE namespace = ? AND key = ?");
  const clear = database.prepare("DELETE FROM keyv WHERE namespace = ?");
  const sweep = database.prepare(`DELETE FROM keyv WHERE expires_at <= ${NOW}`);
  const entries = database.prepare(
    `SELECT ${asBytes("key")}, ${asBytes("value")} FROM keyv WHERE namespace = ? AND key > ? AND ${IS_ALIVE} ORDER BY keyv.key LIMIT ${ENTRIES_AT_ONCE}`,
  );

  const read = (key: string): string | undefined => {
    const known = held.get(key);
    if (known) return known.value;
    const row = get.get(namespace, key);
    const { value, expires_at: expiresAt } = row === undefined ? nothing : valueRow.parse(row);
    if (expiresAt === null && !NOT_HELD.includes(namespace)) held.set(key, { value });
    return value;
  };
  /** What is held goes in the very transaction that changes it, in which nobody reads. */
  const write = <Value>(key: string, act: () => Value, kind?: "new") =>
    database.write(() => {
      held.delete(key);
      return act();
    }, kind);

  return {
    opts: { dialect: "sqlite" },
    namespace,
    async get(key) {
      return read(key);
    },
    async getMany(keys) {
      return keys.map(read);
    },
    async has(key) {
      return read(key) !== undefined;
    },
    async set(key, value, ttlMs) {
      const put = () => {
        if (ttlMs !== undefined) sweep.run();
        set.run(namespace, key, value, ttlMs ?? null);
      };
      await write(key, put, "new");
    },
    swap: (key, before, value) =>
      write(
        key,
        () => (before === undefined ? add.run(namespace, key, value) : change.run(value, namespace, key, before)) === 1,
        "new",
      ),
    async delete(key) {
      return (await write(key, () => remove.run(namespace, key))) === 1;
    },
    async clear() {
      await database.write(() => {
        held.clear();
        clear.run(namespace);
      });
    },
    async *iterator() {
      let last = "";
      for (;;) {
        const rows = entries.all(namespace, last).map((row) => entryRow.parse(row));
        for (const { key, value } of rows) {
          last = key;
          yield [key, value];
        }
        if (rows.length < ENTRIES_AT_ONCE) return;
      }
    },
  };
}

/** Deletes what has outlived its time in every namespace. */
export async function forgetExpired(database: Database): Promise<void> {
  const sweep = database.prepare(`DELETE FROM keyv WHERE expires_at <= ${NOW}`);
  await database.write(() => sweep.run());
}

export function openKeyv(database: Database, namespace: string): Keyv {
  return keyvOver(keyvStore(database, namespace));
}

export function swapInKeyv(database: Database, namespace: string, entry: Swap): Promise<boolean> {
  return swapIn(keyvStore(database, namespace), entry);
}
