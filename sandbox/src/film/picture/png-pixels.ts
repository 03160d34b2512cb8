import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type { Pixels } from "./pixels.ts";

const unpack = promisify(inflate);

/** How many numbers a pixel has, by PNG's type of colour; 3 is a palette. Source: the PNG specification, 11.2.1. */
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

interface Header {
  readonly width: number;
  readonly height: number;
  /** Of one number. */
  readonly bits: number;
  readonly colour: number;
  readonly channels: number;
}

/**
 * The pixels of a PNG; how opaque they are is left out. Throws where it is damaged or has more pixels than `most`, null where
 * it is interlaced.
 */
export async function pngPixels(file: Buffer, most: number): Promise<Pixels | null> {
  const chunks = [...chunksOf(file)];
  const [head] = chunks;
  if (head?.type !== "IHDR") throw new Error("There is no header.");
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [bits = 0, colour = 0, , , interlace] = head.data.subarray(8);
  const channels = CHANNELS.get(colour);
  if (channels === undefined || interlace !== 0) return null;
  if (width * height > most) throw new RangeError(`${width} × ${height} are too many pixels.`);
  const header: Header = { width, height, bits, colour, channels };
  const rowBytes = Math.ceil((width * channels * bits) / 8);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const rows = await unpack(packed, { maxOutputLength: (rowBytes + 1) * height });
  if (rows.length < (rowBytes + 1) * height) throw new Error("Rows are missing.");
  unfilter(rows, { rowBytes, height, step: Math.max(1, (bits * channels) >> 3) });
  const palette = chunks.find(({ type }) => type === "PLTE")?.data;
  return { width, height, rgb: coloured(rows, { header, rowBytes, palette }) };
}

function* chunksOf(file: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    yield { type: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** Each row begins with how its bytes were foretold: from the one to the left, above, both. Source: the PNG specification, 9.2. */
function unfilter(rows: Buffer, { rowBytes, height, step }: { rowBytes: number; height: number; step: number }): void {
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1);
    const filter = rows[from];
    for (let nth = 1; nth <= rowBytes; nth += 1) {
      const at = from + nth;
      const left = nth > step ? (rows[at - step] ?? 0) : 0;
      const up = row > 0 ? (rows[at - rowBytes - 1] ?? 0) : 0;
      const corner = row > 0 && nth > step ? (rows[at - rowBytes - 1 - step] ?? 0) : 0;
      rows[at] = (rows[at] ?? 0) + foretold(filter, { left, up, corner });
    }
  }
}

function foretold(filter: number | undefined, { left, up, corner }: { left: number; up: number; corner: number }) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function coloured(
  rows: Buffer,
  { header, rowBytes, palette }: { header: Header; rowBytes: number; palette: Buffer | undefined },
): Uint8Array {
  const { width, height, bits, colour, channels } = header;
  const rgb = new Uint8Array(width * height * 3);
  const most = 2 ** Math.min(8, bits) - 1;
  /** Of 16 bits the first 8. */
  const numberAt = (row: number, nth: number) => {
    const bit = nth * bits;
    const byte = rows[row * (rowBytes + 1) + 1 + (bit >> 3)] ?? 0;
    return bits >= 8 ? byte : (byte >> (8 - bits - (bit & 7))) & most;
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const first = numberAt(y, x * channels);
      for (let nth = 0; nth < 3; nth += 1) {
        if (colour === 3) rgb[at + nth] = palette?.[first * 3 + nth] ?? 0;
        else rgb[at + nth] = channels < 3 ? (first * 255) / most : numberAt(y, x * channels + nth);
      }
    }
  return rgb;
}
