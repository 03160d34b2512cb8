import type Keyv from "keyv";

/** Everything that a keyv holds. */
export async function entriesOf(store: Keyv): Promise<readonly (readonly [string, unknown])[]> {
  const entries: (readonly [string, unknown])[] = [];
  for await (const entry of store.iterator?.({}) ?? []) entries.push(entry);
  return entries;
}

/** Removes what is kept under keys that begin so. */
export async function removeOwned(store: Keyv, prefix: string): Promise<void> {
  for (const [key] of await entriesOf(store)) if (key.startsWith(prefix)) await store.delete(key);
}
