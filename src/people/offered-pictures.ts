import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import type { FoundPicture, OfferedPictures } from "../core/request/found-picture.ts";
import { hourStore } from "./hour-store.ts";

// Past its version the record is trusted: we wrote it.
const pictures = z.custom<readonly FoundPicture[]>((value) => z.array(z.object({})).safeParse(value).success);

/** The pictures that open forms offer, in a keyv that rejects when it fails. */
export function offeredPictures(keyv: Keyv, clock: Clock): OfferedPictures {
  return hourStore(keyv, clock, pictures);
}
