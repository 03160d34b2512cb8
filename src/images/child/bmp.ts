/**
 * Reads Windows bitmaps, which sharp cannot. Run-length encoded ones are not read. Source: Microsoft, "Bitmap Storage",
 * BITMAPINFOHEADER and BITMAPV5HEADER (read 2026-11-28).
 */

/** Eight bits per sample, row by row: red, green, blue and perhaps alpha. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

interface Bmp {
  readonly width: number;
  readonly height: number;
  pixels(): Pixels;
}

const FILE_HEADER_BYTES = 14;
/** The size of BITMAPINFOHEADER, with which later headers begin. */
const INFO_BYTES = 40;
/** From this length on, the header itself has the masks. */
const MASKS_WITHIN_BYTES = 52;
const ALPHA_WITHIN_BYTES = 56;

const RGB = 0;
const BITFIELDS = 3;

const USUAL_MASKS: ReadonlyMap<number, readonly [number, number, number]> = new Map([
  [16, [0x7c00, 0x03e0, 0x001f]],
  [24, [0xff0000, 0x00ff00, 0x0000ff]],
  [32, [0xff0000, 0x00ff00, 0x0000ff]],
]);

export function isBmp(file: Buffer): boolean {
  return file.toString("latin1", 0, 2) === "BM";
}

export function readBmp(file: Buffer): Bmp | null {
  if (file.length < FILE_HEADER_BYTES + INFO_BYTES) return null;
  const at = (offset: number) => FILE_HEADER_BYTES + offset;
  const headerBytes = file.readUInt32LE(at(0));
  const width = file.readInt32LE(at(4));
  const signedHeight = file.readInt32LE(at(8));
  const bits = file.readUInt16LE(at(14));
  const compression = file.readUInt32LE(at(16));
  const height = Math.abs(signedHeight);
  if (headerBytes < INFO_BYTES || headerBytes > file.length || width <= 0 || height === 0) return null;
  const hasMasks = compression === BITFIELDS && (bits === 16 || bits === 32);
  if (compression !== RGB && !hasMasks) return null;
  const usual = USUAL_MASKS.get(bits);
  if (!usual && bits !== 1 && bits !== 4 && bits !== 8) return null;

  const layout = {
    width,
    height,
    bits,
    startsAt: file.readUInt32LE(10),
    // Rows are padded to four bytes. The lowest row comes first, unless the height is negative.
    stride: Math.ceil((width * bits) / 32) * 4,
    isTopDown: signedHeight < 0,
  };
  if (!usual) {
    const colors = file.subarray(at(headerBytes), at(headerBytes) + 4 * 2 ** bits);
    return { width, height, pixels: () => indexed(file, layout, colors) };
  }
  const masks = hasMasks ? [0, 4, 8].map((nth) => file.readUInt32LE(at(INFO_BYTES + nth))) : usual;
  const hasAlpha = hasMasks && headerBytes >= ALPHA_WITHIN_BYTES;
  const alpha = hasAlpha ? file.readUInt32LE(at(MASKS_WITHIN_BYTES)) : 0;
  return { width, height, pixels: () => masked(file, layout, alpha === 0 ? masks : [...masks, alpha]) };
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly startsAt: number;
  readonly stride: number;
  readonly isTopDown: boolean;
}

function rowAt({ height, startsAt, stride, isTopDown }: Layout, y: number): number {
  return startsAt + (isTopDown ? y : height - 1 - y) * stride;
}

/** Each pixel is an index into a table of colors: blue, green, red and an unused byte. */
function indexed(file: Buffer, layout: Layout, colors: Buffer): Pixels {
  const { width, height, bits } = layout;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = rowAt(layout, y);
    for (let x = 0; x < width; x += 1, to += 3) {
      const bit = x * bits;
      const byte = file.readUInt8(row + (bit >> 3));
      const color = ((byte >> (8 - bits - (bit & 7))) & (2 ** bits - 1)) * 4;
      data[to] = colors[color + 2] ?? 0;
      data[to + 1] = colors[color + 1] ?? 0;
      data[to + 2] = colors[color] ?? 0;
    }
  }
  return { data, width, height, channels: 3 };
}

function masked(file: Buffer, layout: Layout, masks: readonly number[]): Pixels {
  const { width, height, bits } = layout;
  const samples = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, most: mask >>> shift || 1 };
  });
  const channels = masks.length === 4 ? 4 : 3;
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = rowAt(layout, y);
    for (let x = 0; x < width; x += 1) {
      const pixel = file.readUIntLE(row + (x * bits) / 8, bits / 8);
      for (const { mask, shift, most } of samples) {
        data[to++] = (((pixel & mask) >>> shift) * 255) / most;
      }
    }
  }
  return { data, width, height, channels };
}
