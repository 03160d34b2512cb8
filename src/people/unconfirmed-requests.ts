import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import type { UnconfirmedRequest, UnconfirmedRequests } from "../core/request/unconfirmed-request.ts";
import { hourStore } from "./hour-store.ts";

// Past its version the record is trusted: we wrote it.
const unconfirmed = z.custom<UnconfirmedRequest>(
  (value) => z.object({ request: z.object({}) }).safeParse(value).success,
);

/** Requests that wait for their person's word, in a keyv that rejects when it fails. */
export function unconfirmedRequests(keyv: Keyv, clock: Clock): UnconfirmedRequests {
  return hourStore(keyv, clock, unconfirmed);
}
