import Keyv from "keyv";
import { z } from "zod";
import type { Swap } from "../core/engine.ts";

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
  /** Sets it for good, in one step, where it is `before` (undefined: nothing); else false. */
  swap(key: string, before: string | undefined, value: string): Promise<boolean>;
  /** Says whether it was there. */
  delete(key: string): Promise<boolean>;
  clear(): Promise<void>;
  iterator(): AsyncGenerator<readonly [key: string, value: string], void>;
}

/** A Keyv over one namespace of an engine. Its methods reject where the store fails: a failing read is never "nothing there". */
export function keyvOver(store: KeyvStore): Keyv {
  return new Keyv({ store, namespace: store.namespace, useKeyPrefix: false, throwOnErrors: true });
}

/** Compare-and-set of what that Keyv holds; both are written as it writes them. */
export async function swapIn(store: KeyvStore, { key, before, after }: Swap): Promise<boolean> {
  const keyv = keyvOver(store);
  const written = async (value: unknown) => z.string().parse(await keyv.serializeData({ value }));
  return store.swap(key, before === undefined ? undefined : await written(before), await written(after));
}
