import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import { ownerName } from "../core/job/ids.ts";
import type { PendingRequest, PendingRequests } from "../core/request/pending-request.ts";

/** A request waits this long for its owner's key, in milliseconds. */
const KEPT_FOR_MS = 3_600_000;

// Past version and event id the request is trusted: we wrote it.
const shape = z.object({
  v: z.literal(1),
  until: z.number(),
  request: z.custom<PendingRequest>((value) => z.object({ eventId: z.string() }).safeParse(value).success),
});

/** One request for each person, kept for an hour in a keyv that rejects when it fails. */
export function pendingRequests(keyv: Keyv, clock: Clock): PendingRequests {
  const requestIn = (found: unknown) => {
    const read = shape.safeParse(found);
    return read.success && clock.now() < read.data.until ? read.data.request : null;
  };
  return {
    async keep(owner, request) {
      const entry: z.input<typeof shape> = { v: 1, until: clock.now() + KEPT_FOR_MS, request };
      // The store's own time to live only clears away what nobody took.
      await keyv.set(ownerName(owner), entry, KEPT_FOR_MS);
    },
    async take(owner) {
      const found: unknown = await keyv.get(ownerName(owner));
      if (found === undefined) return null;
      // Of two who take at once, the one whose delete removed it has it.
      const isOurs = await keyv.delete(ownerName(owner));
      return isOurs ? requestIn(found) : null;
    },
    find: async (owner) => requestIn(await keyv.get(ownerName(owner))),
  };
}
