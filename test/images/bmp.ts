/** Bitmaps made byte by byte: red in the upper half, blue in the lower. */

interface Made {
  readonly bits: 1 | 8 | 16 | 24 | 32;
  readonly isTopDown?: boolean;
  readonly isTransparent?: boolean;
}

const HEADER_BYTES = { plain: 40, withAlpha: 56 } as const;

export function bmp(width: number, height: number, { bits, isTopDown = false, isTransparent = false }: Made): Buffer {
  const headerBytes = isTransparent ? HEADER_BYTES.withAlpha : HEADER_BYTES.plain;
  const colors = bits <= 8 ? Buffer.from([0, 0, 255, 0, 255, 0, 0, 0]) : Buffer.alloc(0);
  const start = 14 + headerBytes + colors.length;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const head = Buffer.alloc(14 + headerBytes);
  head.write("BM", 0, "latin1");
  head.writeUInt32LE(start + stride * height, 2);
  head.writeUInt32LE(start, 10);
  head.writeUInt32LE(headerBytes, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(isTopDown ? -height : height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  if (isTransparent) {
    head.writeUInt32LE(3, 30);
    for (const [nth, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) head.writeUInt32LE(mask, 54 + nth * 4);
  }
  const rows = Array.from({ length: height }, (_, nth) => {
    const y = isTopDown ? nth : height - 1 - nth;
    const row = Buffer.alloc(stride);
    const isRed = y < height / 2;
    for (let x = 0; x < width; x += 1) write(row, x, bits, isRed);
    return row;
  });
  return Buffer.concat([head, colors, ...rows]);
}

function write(row: Buffer, x: number, bits: Made["bits"], isRed: boolean): void {
  if (bits === 1) row[x >> 3] = (row[x >> 3] ?? 0) | (isRed ? 0 : 0x80 >> (x & 7));
  else if (bits === 8) row[x] = isRed ? 0 : 1;
  else if (bits === 16) row.writeUInt16LE(isRed ? 0x7c00 : 0x001f, x * 2);
  else row.set(isRed ? [0, 0, 255] : [255, 0, 0, 255].slice(0, bits / 8), (x * bits) / 8);
}
