import { crc32, deflateSync } from "node:zlib";

/** A PNG's format: its colour type, and the bits per channel. */
export interface Written {
  readonly colour: 0 | 2 | 3 | 4 | 6;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  readonly interlaced?: boolean;
  /** Red, green and blue of each palette entry. */
  readonly palette?: readonly number[];
}

/** A PNG of these samples, one list per row. The rows use PNG's five filters in turn. */
export function writtenPng(
  rows: readonly (readonly number[])[],
  { colour, bits, interlaced, palette }: Written,
): Buffer {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
  const size = Buffer.alloc(13);
  size.writeUInt32BE((rows[0]?.length ?? 0) / channels, 0);
  size.writeUInt32BE(rows.length, 4);
  size.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8);
  const step = Math.max(1, (bits * channels) >> 3);
  let above: Buffer = Buffer.alloc(0);
  const filtered = rows.map((row, nth) => {
    const bytes = packed(row, bits);
    const written = Buffer.concat([Buffer.of(nth % 5), predicted(bytes, { above, step, filter: nth % 5 })]);
    above = bytes;
    return written;
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", size),
    ...(palette ? [chunk("PLTE", Buffer.from(palette))] : []),
    chunk("IDAT", deflateSync(Buffer.concat(filtered))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function packed(row: readonly number[], bits: number): Buffer {
  const digits = row.map((number) => number.toString(2).padStart(bits, "0")).join("");
  const bytes = digits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

function predicted(
  bytes: Buffer,
  { above, step, filter }: { readonly above: Buffer; readonly step: number; readonly filter: number },
): Buffer {
  return Buffer.from(
    bytes.map((byte, at) => {
      const [left, up, corner] = [bytes[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0];
      const distances = [left, up, corner].map((one) => Math.abs(left + up - corner - one));
      const nearest = [left, up, corner][distances.indexOf(Math.min(...distances))] ?? 0;
      return byte - ([0, left, up, (left + up) >> 1, nearest][filter] ?? 0);
    }),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(typed.length + 8);
  whole.writeUInt32BE(data.length, 0);
  typed.copy(whole, 4);
  whole.writeUInt32BE(crc32(typed), typed.length + 4);
  return whole;
}
