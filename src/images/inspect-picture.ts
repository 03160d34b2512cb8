import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/clock.ts";
import type { InspectPicture } from "../core/request/pictures.ts";
import { IMAGE_MAX_BYTES, IMAGE_TYPES, type PictureProblem } from "../core/request/video-request.ts";
import { ok, refuse } from "../core/result.ts";
import { hasExifBehind } from "./exif.ts";
import { guardedFetch, type Network } from "./guarded-fetch.ts";
import { judgePicture } from "./judge-picture.ts";

/** A person waits for this before the video is submitted. */
const LIMIT_MS = 10_000;

/** Enough for the type and, after long metadata, for the size. */
const HEAD_BYTES = 512_000;

const ACCEPT = IMAGE_TYPES.join(", ");

export const UNREACHABLE = { kind: "picture_unreachable" } as const;
export const AWAY = { kind: "picture_away" } as const;
/** Request timeout, too early, too many requests: the same address may work later. */
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);

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
      const judged = await judgeBody(fetched.value).catch(() => refuse(AWAY));
      return judged.ok ? ok({ aspectRatio: judged.value.aspectRatio }) : judged;
    } finally {
      cancel();
      deadline.abort();
    }
  };
}

/** Reads to the end if the length is not announced, or if the size or orientation comes after the head. */
async function judgeBody(answer: IncomingMessage): ReturnType<typeof judgePicture> {
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300) return refuse(unavailable(statusCode));
  const length = headers["content-length"];
  if (length !== undefined && Number(length) > IMAGE_MAX_BYTES)
    return refuse({ kind: "picture_too_large", sizeBytes: Number(length) });
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  let isHead = true;
  let judged: Awaited<ReturnType<typeof judgePicture>> | null = null;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > IMAGE_MAX_BYTES) return refuse({ kind: "picture_too_large", sizeBytes: null });
    if (judged === null) parts.push(chunk);
    if (!isHead || sizeBytes < HEAD_BYTES) continue;
    isHead = false;
    const head = Buffer.concat(parts);
    const early = hasExifBehind(head) ? null : await judgePicture(head, false);
    if (early?.ok && early.value.aspectRatio === null) continue;
    judged = early;
    if (judged !== null && length !== undefined) break;
  }
  return judged ?? judgePicture(Buffer.concat(parts), true);
}

export function unavailable(status: number): PictureProblem {
  return status >= 500 || BUSY.has(status) ? AWAY : UNREACHABLE;
}
