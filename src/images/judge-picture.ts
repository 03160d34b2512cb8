import { imageSize } from "image-size";
import { type AspectRatio, IMAGE_TYPES, type PictureProblem, shapeOf } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { polyglotIn } from "./polyglot.ts";

/** From here on a JPEG is shown turned by a quarter. Source: EXIF 2.32, tag Orientation (read 2026-11-21). */
const FIRST_TURNED_ORIENTATION = 5;

type ImageType = (typeof IMAGE_TYPES)[number];

/**
 * Judges a picture by the head of its content: PNG, JPEG, WebP or GIF and nothing else besides, else refused. A shape that
 * stands behind the head is 16:9; one that cannot be read although the content `isWhole` is refused.
 */
export async function judgePicture(
  head: Uint8Array,
  isWhole: boolean,
): Promise<Result<{ readonly aspectRatio: AspectRatio; readonly type: ImageType }, PictureProblem>> {
  if (head.length === 0) return refuse({ kind: "picture_empty" });
  const found = await kindOf(head);
  const type = IMAGE_TYPES.find((known) => known === found);
  if (type === undefined) return refuse({ kind: "not_a_picture", found });
  const other = polyglotIn(head);
  if (other !== null) return refuse({ kind: "not_a_picture", found: other });
  const aspectRatio = shapeOf(sizeOf(head));
  if (aspectRatio === null && isWhole) return refuse({ kind: "picture_unreadable" });
  return ok({ aspectRatio: aspectRatio ?? "16:9", type });
}

async function kindOf(head: Uint8Array): Promise<string | null> {
  // Loaded with the first picture: a start that needs none is sooner ready.
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const mime = (await fileTypeFromBuffer(head))?.mime ?? null;
    // A reader that does not know animated PNG reads a PNG.
    return mime === "image/apng" ? "image/png" : mime;
  } catch {
    return null;
  }
}

function sizeOf(head: Uint8Array): { width: number; height: number } | null {
  try {
    // The library reads on behind a slice of a larger buffer, into bytes that are none of the picture's.
    const { width, height, orientation = 1 } = imageSize(Uint8Array.from(head));
    return orientation >= FIRST_TURNED_ORIENTATION ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}
