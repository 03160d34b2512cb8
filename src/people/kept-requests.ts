import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import { type Owner, ownerName } from "../core/job/ids.ts";
import type {
  HourStore,
  OfferedPictures,
  PendingRequest,
  PendingRequests,
  UnconfirmedRequest,
  UnconfirmedRequests,
} from "../core/request/kept-request.ts";
import { pricesNow } from "../core/request/price.ts";
import type { FoundPicture } from "../core/request/video-request.ts";

const HOUR_MS = 3_600_000;

/** The keyv rejects if it fails, as in all stores here. */
function hourStore<Value>(keyv: Keyv, clock: Clock, value: z.ZodType<Value>): HourStore<Value> {
  const shape = z.object({ v: z.literal(1), until: z.number(), value });
  return {
    async keep(owner, id, left) {
      // The store's own expiry only cleans up entries that nobody requests anymore.
      await keyv.set(keyOf(owner, id), { v: 1, until: clock.now() + HOUR_MS, value: left }, HOUR_MS);
    },
    async find(owner, id) {
      const entry = shape.safeParse(await keyv.get(keyOf(owner, id)));
      return entry.success && clock.now() < entry.data.until ? entry.data.value : null;
    },
    async all(owner) {
      const mine = (await entriesOf(keyv)).filter(([key]) => key.startsWith(keyOf(owner, "")));
      const entries = mine.map(([, value]) => shape.safeParse(value));
      return entries.flatMap((one) => (one.success && clock.now() < one.data.until ? [one.data.value] : []));
    },
  };
}

function keyOf(owner: Owner, id: string): string {
  return `${ownerName(owner)}:${id}`;
}

/** Throws if the store cannot be listed: deleting a person's data depends on it. */
export async function entriesOf(store: Keyv): Promise<readonly (readonly [string, unknown])[]> {
  if (!store.iterator) throw new Error("this keyv's store has no iterator");
  const entries: (readonly [string, unknown])[] = [];
  for await (const entry of store.iterator({})) entries.push(entry);
  return entries;
}

export async function removeOwned(store: Keyv, prefix: string): Promise<void> {
  for (const [key] of await entriesOf(store)) if (key.startsWith(prefix)) await store.delete(key);
}

// Validates only the event id, because we wrote the rest ourselves.
const pending = z.custom<PendingRequest>((value) => z.object({ eventId: z.string() }).safeParse(value).success);

export function pendingRequests(keyv: Keyv, clock: Clock): PendingRequests {
  const { keep, find } = hourStore(keyv, clock, pending);
  return {
    keep: (owner, request) => keep(owner, ONLY, request),
    find: (owner) => find(owner, ONLY),
    async take(owner) {
      const request = await find(owner, ONLY);
      // If two callers take it at once, the one whose delete succeeds gets it.
      return (await keyv.delete(keyOf(owner, ONLY))) ? request : null;
    },
  };
}

const ONLY = "";

type AskedRequest = UnconfirmedRequest & { readonly prices: string };

const unconfirmed = z.custom<AskedRequest>(
  (value) => z.object({ each: z.array(z.object({})), prices: z.string() }).safeParse(value).success,
);

/** After a price change a request is no longer found, because the person was shown another price. */
export function unconfirmedRequests(keyv: Keyv, clock: Clock): UnconfirmedRequests {
  const { keep, find, all } = hourStore(keyv, clock, unconfirmed);
  return {
    keep: (owner, id, request) => keep(owner, id, { ...request, prices: pricesNow() }),
    async find(owner, id) {
      const { prices, ...request } = (await find(owner, id)) ?? { prices: null };
      return "each" in request && prices === pricesNow() ? request : null;
    },
    all: async (owner) => (await all(owner)).map(({ prices: _, ...request }) => request),
  };
}

const pictures = z.custom<readonly FoundPicture[]>((value) => z.array(z.object({})).safeParse(value).success);

export function offeredPictures(keyv: Keyv, clock: Clock): OfferedPictures {
  return hourStore(keyv, clock, pictures);
}
