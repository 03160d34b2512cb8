import { isDeepStrictEqual } from "node:util";
import Keyv from "keyv";
import type { Swap } from "../../src/core/engine.ts";

/** A keyv over this map, configured as in the engines. */
export const memoryKeyv = (store = new Map<string, unknown>()) =>
  new Keyv({ store, useKeyPrefix: false, throwOnErrors: true });

/** Swaps an entry of this keyv like an engine's `swap`. */
export const swapIn =
  (keyv: Keyv) =>
  async ({ key, before, after }: Swap): Promise<boolean> => {
    if (!isDeepStrictEqual(await keyv.get(key), before)) return false;
    await (after === undefined ? keyv.delete(key) : keyv.set(key, after));
    return true;
  };

/** A keyv whose store rejects every call. */
export function awayKeyv(): Keyv {
  const away = () => Promise.reject(new Error("the store is away"));
  return new Keyv({ store: { get: away, set: away, delete: away, clear: away }, throwOnErrors: true });
}
