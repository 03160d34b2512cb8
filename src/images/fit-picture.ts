import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { limitedRun, type RunChild, slots } from "../core/child-process.ts";
import type { MadePicture } from "../core/film/film.ts";
import type { FitPicture, OpenFile } from "../core/request/pictures.ts";
import { FIT_MAX_BYTES, IMAGE_MAX_BYTES, type Picture, type PictureProblem } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { guardedFetch, type Network } from "./guarded-fetch.ts";
import { AWAY, UNREACHABLE, unavailable } from "./inspect-picture.ts";
import { fileProblem } from "./relay.ts";

/** Includes pictures that wait for a child; each may take `FIT_MAX_BYTES` of memory. */
const FETCHED_AT_ONCE = 4;
const FITTED_AT_ONCE = 2;

/** Prefers types that need no decoder in WebAssembly. */
const ACCEPT = "image/jpeg, image/png, image/webp, image/*;q=0.5, */*;q=0.1";

const fitHead = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("fitted"),
    type: z.enum(["image/jpeg", "image/webp"]),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  z.object({ kind: z.literal("too_many_pixels"), width: z.int().positive(), height: z.int().positive() }),
  z.object({ kind: z.enum(["not_a_picture", "unreadable"]) }),
]);

const NOT_FITTED = { kind: "picture_not_fitted" } as const;

/** A picture may crash its decoder or keep it busy, so a separate process decodes it. */
export function pictureFitter({
  run,
  openFile,
  ...guard
}: {
  readonly run: RunChild;
  readonly openFile: OpenFile;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly network?: Network;
}): FitPicture {
  const fetch = guardedFetch(guard);
  const inTurn = slots(FETCHED_AT_ONCE);
  const fitInTurn = limitedRun(run, FITTED_AT_ONCE);

  async function fetchWhole(
    { url, file }: FromWhere,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array, PictureProblem>> {
    if (file) {
      const opened = await openFile(file, { maxBytes: FIT_MAX_BYTES, signal });
      return opened.ok ? opened : refuse(fileProblem(opened.refusal));
    }
    const fetched = await fetch(url, { accept: ACCEPT, signal });
    if (fetched.ok) return wholeOf(fetched.value).catch(() => refuse(AWAY));
    const { refusal } = fetched;
    return refuse(refusal.kind === "unreachable" ? (refusal.isAway ? AWAY : UNREACHABLE) : refusal);
  }

  async function makeFit(picture: FromWhere, signal: AbortSignal): Promise<Result<MadePicture, PictureProblem>> {
    const fetched = await fetchWhole(picture, signal);
    if (!fetched.ok) return fetched;
    const { value: input } = fetched;
    if (input.length > FIT_MAX_BYTES) return refuse({ kind: "picture_too_large", sizeBytes: null });
    if (input.length === 0) return refuse({ kind: "picture_empty" });
    const answer = await fitInTurn({ task: ["fit"], input, maxBytes: IMAGE_MAX_BYTES, signal });
    if (answer.kind !== "answered") return refuse(NOT_FITTED);
    const head = fitHead.safeParse(answer.head).data;
    switch (head?.kind) {
      case "fitted": {
        const { type, width, height } = head;
        return ok({ bytes: answer.bytes, type, width, height });
      }
      case "too_many_pixels":
        return refuse({ kind: "picture_too_many_pixels", width: head.width, height: head.height });
      case "not_a_picture":
        return refuse({ kind: "not_a_picture" });
      default:
        return refuse(NOT_FITTED);
    }
  }

  return async (picture, signal) => (await inTurn(signal, () => makeFit(picture, signal))) ?? refuse(NOT_FITTED);
}

type FromWhere = Pick<Picture, "url" | "file">;

async function wholeOf(answer: IncomingMessage): Promise<Result<Uint8Array, PictureProblem>> {
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300) {
    answer.destroy();
    return refuse(unavailable(statusCode));
  }
  const sizeBytes = Number(headers["content-length"] ?? 0);
  if (sizeBytes > FIT_MAX_BYTES) {
    answer.destroy();
    return refuse({ kind: "picture_too_large", sizeBytes });
  }
  const parts: Uint8Array[] = [];
  let readBytes = 0;
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    readBytes += part.length;
    if (readBytes > FIT_MAX_BYTES) return refuse({ kind: "picture_too_large", sizeBytes: null });
    parts.push(part);
  }
  return ok(Buffer.concat(parts));
}
