import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/clock.ts";
import type { InspectPicture } from "../core/ports.ts";
import { IMAGE_MAX_BYTES, IMAGE_TYPES, type PictureProblem } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { hasExifBehind } from "./exif.ts";
import { guardedFetch, type Network } from "./guarded-fetch.ts";
import { judgePicture } from "./judge-picture.ts";

/** A person waits for this before the video is submitted. */
const LIMIT_MS = 10_000;

/** This much of a picture is read, in bytes: enough for its kind and, after long metadata, for its size. */
const HEAD_BYTES = 512_000;

/** A picture's first chunk ends within this many bytes; it says whether the orientation stands at the end. */
const FIRST_CHUNK_BYTES = 30;

/** A server that has a picture in several types sends one of these. */
const ACCEPT = IMAGE_TYPES.join(", ");

const UNREACHABLE = { kind: "picture_unreachable" } as const;
const AWAY = { kind: "picture_away" } as const;
/** Request timeout, too early, too many requests: the same address may work later. */
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);

/** Fetches the head of a picture, within 10 s in all, and judges it by its content. Addresses are guarded, see `guardedFetch`. */
export function pictureInspector({
  clock,
  ...guard
}: {
  readonly trustedOrigins: ReadonlySet<string>;
  readonly clock: Clock;
  readonly network?: Network;
}): InspectPicture {
  const fetch = guardedFetch(guard);

  return async (address) => {
    const deadline = new AbortController();
    const cancel = clock.after(LIMIT_MS, () => deadline.abort());
    try {
      const fetched = await fetch(address, { accept: ACCEPT, signal: deadline.signal });
      if (!fetched.ok) {
        const { refusal } = fetched;
        return refuse(refusal.kind === "unreachable" ? (refusal.isAway ? AWAY : UNREACHABLE) : refusal);
      }
      const head = await headOf(fetched.value).catch(() => refuse(AWAY));
      if (!head.ok) return head;
      const judged = await judgePicture(head.value.bytes, head.value.isWhole);
      return judged.ok ? ok({ aspectRatio: judged.value.aspectRatio }) : judged;
    } finally {
      cancel();
      // This ends the connection: only the head was wanted.
      deadline.abort();
    }
  };
}

/**
 * Reads a picture whose length is announced up to the end of its head, and any other to its end, because its bytes are
 * counted then. Returns all of a picture whose orientation stands at its end.
 */
async function headOf(
  answer: IncomingMessage,
): Promise<Result<{ readonly bytes: Uint8Array; readonly isWhole: boolean }, PictureProblem>> {
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300) return refuse(statusCode >= 500 || BUSY.has(statusCode) ? AWAY : UNREACHABLE);
  const length = headers["content-length"];
  if (length !== undefined && Number(length) > IMAGE_MAX_BYTES)
    return refuse({ kind: "picture_too_large", sizeBytes: Number(length) });
  const parts: Uint8Array[] = [];
  let keptBytes = 0;
  let countedBytes = 0;
  let mostBytes: number | null = null;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    countedBytes += chunk.length;
    if (countedBytes > IMAGE_MAX_BYTES) return refuse({ kind: "picture_too_large", sizeBytes: null });
    const part = chunk.subarray(0, (mostBytes ?? HEAD_BYTES) - keptBytes);
    keptBytes += part.length;
    parts.push(part);
    if (mostBytes === null && keptBytes >= FIRST_CHUNK_BYTES)
      mostBytes = hasExifBehind(Buffer.concat(parts)) ? IMAGE_MAX_BYTES : HEAD_BYTES;
    if (length !== undefined && keptBytes === HEAD_BYTES && mostBytes === HEAD_BYTES) break;
  }
  return ok({ bytes: Buffer.concat(parts), isWhole: keptBytes < HEAD_BYTES || mostBytes === IMAGE_MAX_BYTES });
}
