import {
  type AspectRatio,
  IMAGE_TYPES,
  type ImageType,
  PICTURE_MAX_PIXELS,
  type PictureProblem,
  shapeOf,
} from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { orientationIn } from "./exif.ts";

/**
 * From this value on, a picture is shown rotated by 90 degrees. Source: EXIF 2.32, tag Orientation (read 2026-11-21).
 */
const FIRST_TURNED_ORIENTATION = 5;

/** These can be converted. Only a sequence's first picture is used. */
const OTHER_TYPES: ReadonlySet<string> = new Set([
  ...["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
  ...["image/avif", "image/tiff", "image/bmp"],
]);

/** The ratio is null if the size comes after these bytes. With `isWhole`, such a picture is refused. */
export async function judgePicture(
  bytes: Uint8Array,
  isWhole: boolean,
): Promise<Result<{ readonly aspectRatio: AspectRatio | null; readonly type: ImageType }, PictureProblem>> {
  if (bytes.length === 0) return refuse({ kind: "picture_empty" });
  const kind = await kindOf(bytes);
  const type = IMAGE_TYPES.find((each) => each === kind);
  if (kind !== null && OTHER_TYPES.has(kind)) return refuse({ kind: "picture_of_other_kind" });
  if (type === undefined || isPolyglot(bytes)) return refuse({ kind: "not_a_picture" });
  const size = await sizeOf(bytes, type);
  if (size && size.width * size.height > PICTURE_MAX_PIXELS)
    return refuse({ kind: "picture_too_many_pixels", ...size });
  const aspectRatio = shapeOf(size);
  if (aspectRatio === null && isWhole) return refuse({ kind: "picture_unreadable" });
  return ok({ aspectRatio, type });
}

async function kindOf(bytes: Uint8Array): Promise<string | null> {
  // Imported here, so that a start without pictures is faster.
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const mime = (await fileTypeFromBuffer(bytes))?.mime ?? null;
    // A reader without support for animated PNG reads it as a PNG.
    return mime === "image/apng" ? "image/png" : mime;
  } catch {
    return null;
  }
}

/** The size as people see it, after any rotation that a camera recorded. */
async function sizeOf(bytes: Uint8Array, type: ImageType): Promise<{ width: number; height: number } | null> {
  const { imageSize } = await import("image-size");
  try {
    // Pass a copy: given a slice, the library reads on into bytes of the larger buffer.
    const { width, height, orientation = orientationIn(bytes, type) } = imageSize(Uint8Array.from(bytes));
    return orientation >= FIRST_TURNED_ORIENTATION ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

/** Versions that an archive's file header may require. Checking them avoids matches by chance. */
const ZIP_VERSIONS = [10, 11, 20, 21, 25, 27, 45, 46, 50, 51, 52, 61, 62, 63];

/** With these bytes in a picture, another program opens it as a ZIP, RAR or 7z archive. */
const ARCHIVES = [
  ...ZIP_VERSIONS.map((version) => `PK\x03\x04${String.fromCharCode(version)}\0`),
  ...["PK\x05\x06\0\0\0\0", "Rar!\x1a\x07", "7z\xbc\xaf\x27\x1c"],
];

/** PDF readers search this many bytes for the beginning of a PDF. */
const PDF_WITHIN_BYTES = 1_024;

/** The first line of a PDF object. A description that merely mentions PDF has none. */
const PDF_PART = /\d \d{1,5} obj\b/;

/**
 * A script has text right after the magic bytes, where a picture has its width or a length. Read as a width, the text would
 * exceed 8,192, which no picture has.
 */
const SCRIPT = /^(?:GIF8[79]a(?:\/\*|=[ -~])|\xff\xd8\xff[\xe0-\xef]\/\*|RIFF\/\*)/;

/**
 * Other programs may open such a picture as another type of file. Markup is harmless: the relay serves a picture only
 * as a picture.
 */
function isPolyglot(picture: Uint8Array): boolean {
  const text = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength).toString("latin1");
  const isDocument = text.slice(0, PDF_WITHIN_BYTES).includes("%PDF-") && PDF_PART.test(text);
  return isDocument || SCRIPT.test(text) || ARCHIVES.some((bytes) => text.includes(bytes));
}
