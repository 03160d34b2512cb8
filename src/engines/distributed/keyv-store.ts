import KeyvRedis, { createClient } from "@keyv/redis";
import type { Redis } from "ioredis";
import type Keyv from "keyv";
import { z } from "zod";
import type { Swap } from "../../core/engine.ts";
import { inBatches } from "../in-batches.ts";
import { type KeyvStore, keyvOver, swapIn } from "../keyv-over.ts";
import { CONNECT_WITHIN_MS, retryAfterMs, SILENT_FOR_MS } from "./connect.ts";
import { PREFIX } from "./keys.ts";
import { CLEAR, DELETE, SET, SWAP } from "./scripts/keyv-scripts.ts";
import { runScript } from "./scripts/run-script.ts";

/** The connection that keyv's own adapter reads by. A read is refused at once while Redis is away. */
export interface Reader {
  readonly values: KeyvRedis<string>;
  close(): void;
}

/** A Redis that does not answer for this long was lost without a word: this asks. */
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

/** Reads by keyv's own adapter, writes by scripts that know every name. */
function keyvStore(redis: Redis, { values }: Reader, namespace: string): KeyvStore {
  const set = runScript(redis, SET);
  const swap = runScript(redis, SWAP);
  const remove = runScript(redis, DELETE);
  const clear = runScript(redis, CLEAR);
  // A namespace is a word; should one hold a colon, its entries are nobody else's still.
  const space = encodeURIComponent(namespace);
  const entry = (key: string) => `${PREFIX}:keyv:${space}:${key}`;

  return {
    opts: { dialect: "redis" },
    namespace,
    get: (key) => values.get<string>(entry(key)),
    getMany: (keys) => values.getMany<string>(keys.map(entry)),
    has: (key) => values.has(entry(key)),
    async set(key, value, ttlMs) {
      await set(space, key, value, ttlMs ?? "");
    },
    swap: async (key, before, value) => (await swap(space, key, value, before ?? "")) === 1,
    delete: async (key) => (await remove(space, key)) === 1,
    async clear() {
      await inBatches(ENTRIES_AT_ONCE, async () => count.parse(await clear(space, ENTRIES_AT_ONCE)));
    },
    async *iterator() {
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

export function openKeyv(redis: Redis, reader: Reader, namespace: string): Keyv {
  return keyvOver(keyvStore(redis, reader, namespace));
}

export function swapInKeyv(
  redis: Redis,
  reader: Reader,
  { namespace, ...entry }: Swap & { readonly namespace: string },
) {
  return swapIn(keyvStore(redis, reader, namespace), entry);
}
