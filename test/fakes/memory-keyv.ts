import Keyv from "keyv";

/** A keyv over these rows in memory, set up as the engines do it. */
export const memoryKeyv = (store = new Map<string, unknown>()) =>
  new Keyv({ store, useKeyPrefix: false, throwOnErrors: true });
