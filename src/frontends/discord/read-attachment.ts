import type { z } from "zod";
import type { Attachment } from "../../core/video-request.ts";
import type { attachment } from "./payload.ts";

/** A file as Discord tells it. */
export function readAttachment(file: z.output<typeof attachment>): Attachment {
  return {
    url: file.url,
    contentType: file.content_type ?? null,
    sizeBytes: file.size,
    width: file.width ?? null,
    height: file.height ?? null,
  };
}
