import Keyv from "keyv";

/** One namespace of an engine as a storage adapter of keyv. Times to live are milliseconds. */
export interface KeyvStore {
  /** keyv offers an iterator only over a dialect that it knows. */
  readonly opts: { readonly dialect: "sqlite" | "redis" };
  readonly namespace: string;
  get(key: string): Promise<string | undefined>;
  /** Without this one, keyv's own turns a failing read into "nothing there". */
  getMany(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  has(key: string): Promise<boolean>;
  set(key: string, value: string, ttlMs?: number): Promise<void>;
  /** Says whether it was there. */
  delete(key: string): Promise<boolean>;
  clear(): Promise<void>;
  iterator(): AsyncGenerator<readonly [key: string, value: string], void>;
}

/** A Keyv over one namespace of an engine. Its methods reject where the store fails: a failing read is never "nothing there". */
export function keyvOver(store: KeyvStore): Keyv {
  return new Keyv({ store, namespace: store.namespace, useKeyPrefix: false, throwOnErrors: true });
}
