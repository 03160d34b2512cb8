import type Keyv from "keyv";
import { z } from "zod";
import type { Swap } from "../../core/engine.ts";
import { type KeyvStore, keyvOver, swapIn } from "../keyv-over.ts";
import { asBytes, bytesText } from "./connect.ts";
import type { Database } from "./open-database.ts";

const valueRow = z.object({ value: bytesText });
const entryRow = z.object({ key: bytesText, value: bytesText });

const ENTRIES_AT_ONCE = 500;

/** SQLite's clock, in milliseconds: keyv judges expiry by the machine's own clock as well, not by one that is passed in. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const IS_ALIVE = `(expires_at IS NULL OR expires_at > ${NOW})`;

function keyvStore(database: Database, namespace: string): KeyvStore {
  const get = database.prepare(`SELECT ${asBytes("value")} FROM keyv WHERE namespace = ? AND key = ? AND ${IS_ALIVE}`);
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
    const row = get.get(namespace, key);
    return row === undefined ? undefined : valueRow.parse(row).value;
  };

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
      await database.write(() => {
        if (ttlMs !== undefined) sweep.run();
        set.run(namespace, key, value, ttlMs ?? null);
      }, "new");
    },
    swap: (key, before, value) =>
      database.write(
        () => (before === undefined ? add.run(namespace, key, value) : change.run(value, namespace, key, before)) === 1,
        "new",
      ),
    async delete(key) {
      return (await database.write(() => remove.run(namespace, key))) === 1;
    },
    async clear() {
      await database.write(() => clear.run(namespace));
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
