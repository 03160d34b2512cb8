import { frozenJson } from "../world/frozen-json.ts";

/** What was read since the last transaction began, by what was asked. */
export type Remembered = Map<string, Promise<unknown>>;

/**
 * The same store, which reads once what nothing was written after: most of what a life reads is read again, and to read a
 * job costs as much as all else in its step. What it gives is frozen, so that nobody changes what others are given.
 */
export function remembering<Store extends object>(
  store: Store,
  names: readonly (keyof Store & string)[],
  reads: Remembered,
): Store {
  const remembered = names.map((name) => {
    const read: unknown = store[name];
    if (typeof read !== "function") throw new Error(`the store has no ${name}`);
    return [name, (...args: readonly unknown[]) => readOnce(`${name} ${JSON.stringify(args)}`, () => read(...args))];
  });

  function readOnce(key: string, read: () => Promise<unknown>): Promise<unknown> {
    const known = reads.get(key);
    if (known !== undefined) return known;
    const found = read();
    // Frozen before anybody has it: everybody who asks gets the same promise, at the same moment as from the store itself.
    void found.then((value) => typeof value === "object" && value !== null && frozenJson(value));
    reads.set(key, found);
    return found;
  }

  return { ...store, ...Object.fromEntries(remembered) };
}
