import type Keyv from "keyv";
import { z } from "zod";
import { ownerName, teamName } from "../core/job/ids.ts";
import { type LookStore, noShelf } from "../core/look/look.ts";

const shape = z.object({
  v: z.literal(1),
  looks: z.array(z.object({ name: z.string(), text: z.string() })).readonly(),
  always: z.string().nullable(),
});

/** What people and teams have saved to put on prompts, in a keyv that rejects when it fails. A record of another version counts as none. */
export function lookStore(keyv: Keyv): LookStore {
  return {
    async get(whose) {
      const found = shape.safeParse(await keyv.get(nameOf(whose)));
      return found.success ? { looks: found.data.looks, always: found.data.always } : noShelf;
    },
    async put(whose, shelf) {
      await keyv.set(nameOf(whose), { v: 1, ...shelf } satisfies z.input<typeof shape>);
    },
    async forget(whose) {
      await keyv.delete(nameOf(whose));
    },
  };
}

/** No person's name begins like a team's. */
function nameOf(whose: Parameters<LookStore["get"]>[0]): string {
  return "userId" in whose ? ownerName(whose) : `team:${teamName(whose)}`;
}
