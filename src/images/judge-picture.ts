import { type AspectRatio, IMAGE_TYPES, type PictureProblem, shapeOf } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";

/** From this value on, a JPEG is shown turned by a quarter. Source: EXIF 2.32, tag Orientation (read 2026-11-21). */
const FIRST_TURNED_ORIENTATION = 5;

type ImageType = (typeof IMAGE_TYPES)[number];

/**
 * Judges a picture by the head of its content: it must be PNG, JPEG, WebP or GIF and nothing else besides. A shape that
 * stands after the head counts as 16:9; if `isWhole`, a picture whose shape cannot be read is refused.
 */
export async function judgePicture(
  head: Uint8Array,
  isWhole: boolean,
): Promise<Result<{ readonly aspectRatio: AspectRatio; readonly type: ImageType }, PictureProblem>> {
  if (head.length === 0) return refuse({ kind: "picture_empty" });
  const kind = await kindOf(head);
  const type = IMAGE_TYPES.find((each) => each === kind);
  if (type === undefined || isPolyglot(head)) return refuse({ kind: "not_a_picture" });
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

/** With these words in a picture, another program opens it as a page or a script. */
const WORDS = /<(?:script|html|iframe|!doctype html)[\s>/]|<\?php\s/i;

/** A file's head in an archive names the required version; with it, no picture has these bytes by chance. */
const ZIP_VERSIONS = [10, 11, 20, 21, 25, 27, 45, 46, 50, 51, 52, 61, 62, 63];

/** With these bytes in a picture, another program opens it as a ZIP, RAR or 7z archive. */
const ARCHIVES = [
  ...ZIP_VERSIONS.map((version) => `PK\x03\x04${String.fromCharCode(version)}\0`),
  ...["PK\x05\x06\0\0\0\0", "Rar!\x1a\x07", "7z\xbc\xaf\x27\x1c"],
];

/** Readers search this far into a file for a PDF's beginning. */
const PDF_WITHIN_BYTES = 1_024;

/**
 * A script continues after the first letters, where a picture has a width or a length; no picture is 8,192 or more
 * wide.
 */
const SCRIPT = /^(?:GIF8[79]a(?:\/\*|=[ -~])|\xff\xd8\xff[\xe0-\xef]\/\*|RIFF\/\*)/;

/** Returns whether the picture is another type of file, too. */
function isPolyglot(picture: Uint8Array): boolean {
  const text = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength).toString("latin1");
  const isDocument = text.slice(0, PDF_WITHIN_BYTES).includes("%PDF-");
  return isDocument || SCRIPT.test(text) || WORDS.test(text) || ARCHIVES.some((bytes) => text.includes(bytes));
}
