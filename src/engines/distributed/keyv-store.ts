import KeyvRedis, { createClient } from "@keyv/redis";
import type { Redis } from "ioredis";
import Keyv from "keyv";
import { z } from "zod";
import { CONNECT_WITHIN_MS, retryAfterMs, SILENT_FOR_MS } from "./connect.ts";
import { PREFIX } from "./keys.ts";
import { CLEAR, DELETE, SET } from "./scripts/keyv-scripts.ts";
import { runScript } from "./scripts/run-script.ts";

/** What keyv's own adapter reads by. What is asked while Redis is away is refused at once. */
export interface Reader {
  readonly values: KeyvRedis<string>;
  close(): void;
}

/** A Redis that does not answer for so long was lost without a word: this asks. */
const PING_EVERY_MS = 2_000;

/** Connects keyv's adapter; rejects where Redis cannot be reached. */
export async function openReader(url: string): Promise<Reader> {
  let isReady = false;
  // The first connection comes at once or not at all; a lost one is made again for as long as it takes.
  const reconnectStrategy = (times: number, cause: Error) => (isReady ? retryAfterMs(times) : cause);
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: { connectTimeout: CONNECT_WITHIN_MS, socketTimeout: SILENT_FOR_MS, reconnectStrategy },
  });
  const values = new KeyvRedis<string>(client, { throwOnErrors: true });
  // The other connection tells that Redis is away.
  values.on("error", () => {});
  await client.connect();
  isReady = true;
  return { values, close: () => client.destroy() };
}

const ENTRIES_AT_ONCE = 500;
const count = z.number();

/** One namespace as a storage adapter of keyv: reads by keyv's own, writes by scripts that know every name. */
function keyvStore(redis: Redis, { values }: Reader, namespace: string) {
  const set = runScript(redis, SET);
  const remove = runScript(redis, DELETE);
  const clear = runScript(redis, CLEAR);
  // A namespace is a word; should one hold a colon, its entries are nobody else's still.
  const space = encodeURIComponent(namespace);
  const entry = (key: string) => `${PREFIX}:keyv:${space}:${key}`;

  return {
    // keyv offers an iterator only over a dialect that it knows.
    opts: { dialect: "redis" },
    namespace,
    get: (key: string): Promise<string | undefined> => values.get<string>(entry(key)),
    getMany: (keys: readonly string[]): Promise<readonly (string | undefined)[]> =>
      values.getMany<string>(keys.map(entry)),
    has: (key: string): Promise<boolean> => values.has(entry(key)),
    async set(key: string, value: string, ttlMs?: number): Promise<void> {
      await set(space, key, value, ttlMs ?? "");
    },
    /** Says whether it was there. */
    delete: async (key: string): Promise<boolean> => (await remove(space, key)) === 1,
    async clear(): Promise<void> {
      while (count.parse(await clear(space, ENTRIES_AT_ONCE)) === ENTRIES_AT_ONCE);
    },
    async *iterator(): AsyncGenerator<readonly [string, string], void> {
      for (let from = "-"; ; ) {
        const names = await redis.zrangebylex(`${PREFIX}:keyv-names:${space}`, from, "+", "LIMIT", 0, ENTRIES_AT_ONCE);
        if (names.length === 0) return;
        const found = await values.getMany<string>(names.map(entry));
        for (const [n, key] of names.entries()) {
          const value = found[n];
          from = `(${key}`;
          if (value !== undefined) yield [key, value];
        }
      }
    },
  };
}

/** A Keyv over one namespace. Its methods reject where Redis fails: a failing read is never "nothing there". */
export function openKeyv(redis: Redis, reader: Reader, namespace: string): Keyv {
  return new Keyv({ store: keyvStore(redis, reader, namespace), namespace, useKeyPrefix: false, throwOnErrors: true });
}
