import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import { type Owner, ownerName } from "../core/job/ids.ts";
import { entriesOf } from "./entries.ts";

const HOUR_MS = 3_600_000;

interface HourStore<Value> {
  keep(owner: Owner, id: string, kept: Value): Promise<void>;
  /** null: there is none of this person's. */
  find(owner: Owner, id: string): Promise<Value | null>;
  /** All that are still good. */
  all(owner: Owner): Promise<readonly Value[]>;
}

/** What a person left behind under an id, good for an hour, in a keyv that rejects when it fails. */
export function hourStore<Value>(keyv: Keyv, clock: Clock, kept: z.ZodType<Value>): HourStore<Value> {
  const shape = z.object({ v: z.literal(1), until: z.number(), kept });
  const keyOf = (owner: Owner, id: string) => `${ownerName(owner)}:${id}`;
  return {
    async keep(owner, id, left) {
      // The store's own time to live only clears away what nobody looks for any more.
      await keyv.set(keyOf(owner, id), { v: 1, until: clock.now() + HOUR_MS, kept: left }, HOUR_MS);
    },
    async find(owner, id) {
      const found = shape.safeParse(await keyv.get(keyOf(owner, id)));
      return found.success && clock.now() < found.data.until ? found.data.kept : null;
    },
    async all(owner) {
      const mine = (await entriesOf(keyv)).filter(([key]) => key.startsWith(keyOf(owner, "")));
      const found = mine.map(([, value]) => shape.safeParse(value));
      return found.flatMap((one) => (one.success && clock.now() < one.data.until ? [one.data.kept] : []));
    },
  };
}
