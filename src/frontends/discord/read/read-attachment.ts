import type { z } from "zod";
import type { EpochMs } from "../../../core/clock.ts";
import type { Attachment } from "../../../core/request/video-request.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import type { attachment } from "./payload.ts";

/** A file as Discord tells it. */
export function readAttachment(file: z.output<typeof attachment>): Attachment {
  const goneAt = goneAtOf(file.url);
  return {
    url: file.url,
    contentType: file.content_type ?? null,
    sizeBytes: file.size,
    width: file.width ?? null,
    height: file.height ?? null,
    ...(goneAt && { goneAt }),
  };
}

/** Discord signs the address of a file for about a day: `ex` is when that ends, in hexadecimal seconds. Source: Discord docs, reference (read 2026-11-21). */
function goneAtOf(url: string): EpochMs | null {
  const ex = parseUrl(url)?.searchParams.get("ex") ?? "";
  return /^[0-9a-f]{6,10}$/i.test(ex) ? Number.parseInt(ex, 16) * 1_000 : null;
}
