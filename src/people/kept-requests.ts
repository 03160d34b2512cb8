import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import type { KeptRequest, KeptRequests } from "../core/request/kept-request.ts";
import { keptForAnHour } from "./kept-for-an-hour.ts";

// Past its version the record is trusted: we wrote it.
const kept = z.custom<KeptRequest>((value) => z.object({ request: z.object({}) }).safeParse(value).success);

/** Requests that wait for their person's word, in a keyv that rejects when it fails. */
export function keptRequests(keyv: Keyv, clock: Clock): KeptRequests {
  return keptForAnHour(keyv, clock, kept);
}
