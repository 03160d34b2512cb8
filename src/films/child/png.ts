import { crc32, deflateSync } from "node:zlib";
import type { Raster } from "./to-rgb.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Eight bits a sample, red, green and blue, not interlaced. Source: PNG, third edition, 11.2.1 (read 2026-11-22). */
const RGB_8 = [8, 2, 0, 0, 0];

/** A picture as a PNG. Its rows are written as differences from the one above, which suits what a camera might have seen. */
export function png({ width, height, rgb }: Raster): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(RGB_8, 8);
  const row = width * 3;
  const rows = Buffer.alloc((row + 1) * height);
  for (let y = 0, to = 0; y < height; y += 1) {
    rows[to++] = 2;
    for (let from = y * row; from < (y + 1) * row; from += 1, to += 1) {
      rows[to] = (rgb[from] ?? 0) - (y === 0 ? 0 : (rgb[from - row] ?? 0));
    }
  }
  const data = deflateSync(rows, { level: 4 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
