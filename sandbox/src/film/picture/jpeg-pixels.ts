import type { Codecs } from "../codecs.ts";
import type { Pixels } from "./pixels.ts";

/**
 * The pixels of a JPEG whose colours are kept for squares of four pixels, as cameras write them; null for the others, which
 * the package (1.3.1) takes for such.
 */
export async function jpegPixels(codecs: Codecs, file: Buffer): Promise<Pixels | null> {
  if (!keepsSquares(file)) return null;
  const decoder = new codecs.ImageDecoder({ data: file, type: "image/jpeg" });
  const { image } = await decoder.decode();
  const { codedWidth: width, codedHeight: height } = image;
  const planes = new Uint8Array(image.allocationSize());
  const [luma, blue, red] = await image.copyTo(planes);
  image.close();
  decoder.close();
  if (!luma || !blue || !red) return null;

  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const light = planes[luma.offset + y * luma.stride + x] ?? 0;
      const toBlue = (planes[blue.offset + (y >> 1) * blue.stride + (x >> 1)] ?? 128) - 128;
      const toRed = (planes[red.offset + (y >> 1) * red.stride + (x >> 1)] ?? 128) - 128;
      const at = (y * width + x) * 3;
      // Source: the JFIF specification 1.02, conversion to RGB.
      rgb[at] = light + 1.402 * toRed;
      rgb[at + 1] = light - 0.34414 * toBlue - 0.71414 * toRed;
      rgb[at + 2] = light + 1.772 * toBlue;
    }
  return { width, height, rgb: new Uint8Array(rgb.buffer) };
}

/** Whether the head of the frame says three planes, the first of them twice as fine both ways. */
function keepsSquares(file: Buffer): boolean {
  for (let at = 2; at + 18 < file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0;
    // SOF0 to SOF2: baseline, extended, progressive.
    if (marker < 0xc0 || marker > 0xc2) continue;
    return file[at + 9] === 3 && file[at + 11] === 0x22 && file[at + 14] === 0x11 && file[at + 17] === 0x11;
  }
  return false;
}
