import { isDeepStrictEqual } from "node:util";
import Keyv from "keyv";
import { lookStore } from "../../../src/people/looks.ts";

/** Looks in memory, as an engine keeps them: one change at a time. */
export function memoryLooks() {
  const keyv = new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });
  let last: Promise<unknown> = Promise.resolve();
  return lookStore(keyv, ({ key, before, after }) => {
    const swapped = last.then(
      async () => isDeepStrictEqual(await keyv.get(key), before) && (await keyv.set(key, after)),
    );
    last = swapped;
    return swapped;
  });
}
