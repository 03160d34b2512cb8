import { type AspectRatio, IMAGE_TYPES, type PictureProblem, shapeOf } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";

/** From this value on, a JPEG is shown turned by a quarter. Source: EXIF 2.32, tag Orientation (read 2026-11-21). */
const FIRST_TURNED_ORIENTATION = 5;

type ImageType = (typeof IMAGE_TYPES)[number];

/**
 * Judges a picture by the head of its content: it must be PNG, JPEG, WebP or GIF. Whatever else its bytes also
 * are, nobody runs them: see the headers of the relay. A shape that
 * stands after the head counts as 16:9; if `isWhole`, a picture whose shape cannot be read is refused.
 */
export async function judgePicture(
  head: Uint8Array,
  isWhole: boolean,
): Promise<Result<{ readonly aspectRatio: AspectRatio; readonly type: ImageType }, PictureProblem>> {
  if (head.length === 0) return refuse({ kind: "picture_empty" });
  const kind = await kindOf(head);
  const type = IMAGE_TYPES.find((each) => each === kind);
  if (type === undefined) return refuse({ kind: "not_a_picture", contentType: kind });
  const aspectRatio = shapeOf(await sizeOf(head));
  if (aspectRatio === null && isWhole) return refuse({ kind: "picture_unreadable" });
  return ok({ aspectRatio: aspectRatio ?? "16:9", type });
}

async function kindOf(head: Uint8Array): Promise<string | null> {
  // Loaded with the first picture: a start that needs none is ready sooner.
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const mime = (await fileTypeFromBuffer(head))?.mime ?? null;
    // A reader that does not know animated PNG reads it as a PNG.
    return mime === "image/apng" ? "image/png" : mime;
  } catch {
    return null;
  }
}

async function sizeOf(head: Uint8Array): Promise<{ width: number; height: number } | null> {
  const { imageSize } = await import("image-size");
  try {
    // The library reads past a slice of a larger buffer, into bytes that do not belong to the picture.
    const { width, height, orientation = 1 } = imageSize(Uint8Array.from(head));
    return orientation >= FIRST_TURNED_ORIENTATION ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}
