import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import { type JobId, type Owner, ownerName } from "../core/job.ts";
import type { KeptRequest, KeptRequests } from "../core/kept-request.ts";

/** A question about a price is good for so long, in milliseconds. */
const KEPT_FOR_MS = 3_600_000;

// Past version and request the record is trusted: we wrote it.
const shape = z.object({
  v: z.literal(1),
  until: z.number(),
  kept: z.custom<KeptRequest>((value) => z.object({ request: z.object({}) }).safeParse(value).success),
});

/** Requests that wait for their person's word, in a keyv that rejects when it fails. */
export function keptRequests(keyv: Keyv, clock: Clock): KeptRequests {
  const keyOf = (owner: Owner, id: JobId) => `${ownerName(owner)}:${id}`;
  return {
    async keep(owner, id, kept) {
      const record: z.input<typeof shape> = { v: 1, until: clock.now() + KEPT_FOR_MS, kept };
      await keyv.set(keyOf(owner, id), record, KEPT_FOR_MS);
    },
    async find(owner, id) {
      const found = shape.safeParse(await keyv.get(keyOf(owner, id)));
      return found.success && clock.now() < found.data.until ? found.data.kept : null;
    },
  };
}
