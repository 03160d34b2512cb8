import { isDeepStrictEqual } from "node:util";
import Keyv from "keyv";
import { styleStore } from "../../../src/people/own-records.ts";

/** Styles in memory, as an engine keeps them: one change at a time. */
export function memoryStyles() {
  const keyv = new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });
  let last: Promise<unknown> = Promise.resolve();
  return styleStore(keyv, ({ key, before, after }) => {
    const swapped = last.then(
      async () => isDeepStrictEqual(await keyv.get(key), before) && (await keyv.set(key, after)),
    );
    last = swapped;
    return swapped;
  });
}
