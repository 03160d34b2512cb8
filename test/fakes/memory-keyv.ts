import Keyv from "keyv";

/** A keyv over these rows in memory, set up as the engines do it. */
export const memoryKeyv = (store = new Map<string, unknown>()) =>
  new Keyv({ store, useKeyPrefix: false, throwOnErrors: true });

/** A keyv whose store is away: each call rejects. */
export function awayKeyv(): Keyv {
  const away = () => Promise.reject(new Error("the store is away"));
  return new Keyv({ store: { get: away, set: away, delete: away, clear: away }, throwOnErrors: true });
}
