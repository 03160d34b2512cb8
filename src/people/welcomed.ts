import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import { ownerName } from "../core/job/ids.ts";
import type { Welcomed } from "../core/ports.ts";

const shape = z.object({ v: z.literal(1), at: z.number() });

/** A note for each person who has been welcomed, in a keyv that rejects when it fails. A record of another version counts as one. */
export function welcomedPeople(keyv: Keyv, clock: Clock): Welcomed {
  const inHand = new Set<string>();
  return {
    async note(owner) {
      const name = ownerName(owner);
      // Two tabs that are opened at once are one visit.
      if (inHand.has(name)) return false;
      inHand.add(name);
      try {
        if ((await keyv.get(name)) !== undefined) return false;
        await keyv.set(name, { v: 1, at: clock.now() } satisfies z.input<typeof shape>);
        return true;
      } finally {
        inHand.delete(name);
      }
    },
    async at(owner) {
      const found = shape.safeParse(await keyv.get(ownerName(owner)));
      return found.success ? found.data.at : null;
    },
  };
}
