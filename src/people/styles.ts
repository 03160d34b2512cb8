import type Keyv from "keyv";
import { z } from "zod";
import type { Swap } from "../core/engine.ts";
import { ownerName, teamName } from "../core/job/ids.ts";
import { noShelf, type StyleShelf, type StyleStore } from "../core/style.ts";

const shape = z.object({
  v: z.literal(1),
  styles: z.array(z.object({ name: z.string(), text: z.string() })).readonly(),
  always: z.string().nullable(),
});

/** Saves that may come in between before one is given up. */
const TRIES_MAX = 30;

/** What people and teams have saved to put on prompts, in a keyv that rejects when it fails. A record of another version counts as none. */
export function styleStore(keyv: Keyv, swap: (entry: Swap) => Promise<boolean>): StyleStore {
  return {
    async get(whose) {
      return shelfIn(await keyv.get(nameOf(whose)));
    },
    async change(whose, change) {
      const key = nameOf(whose);
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const before = await keyv.get(key);
        const shelf = change(shelfIn(before));
        if (shelf === null) return false;
        const after = { v: 1, ...shelf } satisfies z.input<typeof shape>;
        if (await swap({ key, before, after })) return true;
      }
      throw new Error("styles are changed all the time");
    },
    async forget(whose) {
      await keyv.delete(nameOf(whose));
    },
  };
}

function shelfIn(record: unknown): StyleShelf {
  const found = shape.safeParse(record);
  return found.success ? { styles: found.data.styles, always: found.data.always } : noShelf;
}

/** No person's name begins like a team's. */
function nameOf(whose: Parameters<StyleStore["get"]>[0]): string {
  return "userId" in whose ? ownerName(whose) : `team:${teamName(whose)}`;
}
