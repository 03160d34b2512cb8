import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { blend, type Colour, emptyFrame, type Frame, type Size } from "./draw-scene.ts";

const PIXELS_MAX = 25_000_000;

/** Crops a PNG evenly to the frame's shape. Null if it cannot be read. */
export async function readPicture(file: Uint8Array, size: Size): Promise<Frame | null> {
  const data = Buffer.from(file.buffer, file.byteOffset, file.length);
  const pixels = await pngPixels(data).catch(() => null);
  return pixels && fitted(pixels, size);
}

const SAMPLES_MAX = 3;

function fitted(picture: Pixels, { width, height }: Size): Frame {
  const into = emptyFrame({ width, height });
  const scale = Math.min(picture.width / width, picture.height / height);
  const left = (picture.width - width * scale) / 2;
  const top = (picture.height - height * scale) / 2;
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(scale)));
  const offsets = Array.from({ length: samples }, (_, index) => ((index + 0.5) * scale) / samples);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const sums: [number, number, number] = [0, 0, 0];
      for (const down of offsets)
        for (const right of offsets) {
          const column = Math.min(picture.width - 1, Math.floor(left + x * scale + right));
          const row = Math.min(picture.height - 1, Math.floor(top + y * scale + down));
          const [red, green, blue] = picture.colourAt(column, row);
          sums[0] += red;
          sums[1] += green;
          sums[2] += blue;
        }
      const [red, green, blue] = sums;
      const count = samples * samples;
      blend(into, y * width + x, { colour: [red / count, green / count, blue / count], share: 1 });
    }
  return into;
}

const unpack = promisify(inflate);

/** Numbers per pixel, by PNG's color type; 3 is a palette. Source: the PNG specification, 11.2.1. */
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

interface Pixels {
  readonly width: number;
  readonly height: number;
  colourAt(x: number, y: number): Colour;
}

async function pngPixels(file: Buffer): Promise<Pixels | null> {
  const chunks = [...chunksOf(file)];
  const [head] = chunks;
  if (head?.type !== "IHDR") throw new Error("There is no header.");
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [bits = 0, colour = 0, , , interlace] = head.data.subarray(8);
  const channels = CHANNELS.get(colour);
  if (channels === undefined || interlace !== 0) return null;
  if (width * height > PIXELS_MAX) return null;
  const rowBytes = Math.ceil((width * channels * bits) / 8);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const rows = await unpack(packed, { maxOutputLength: (rowBytes + 1) * height });
  if (rows.length < (rowBytes + 1) * height) throw new Error("Rows are missing.");
  unfilter(rows, { rowBytes, height, step: Math.max(1, (bits * channels) >> 3) });
  const palette = colour === 3 ? chunks.find(({ type }) => type === "PLTE")?.data : undefined;
  const most = 2 ** Math.min(8, bits) - 1;
  const numberAt = (x: number, y: number, index = 0) => {
    const bit = (x * channels + index) * bits;
    const byte = rows[y * (rowBytes + 1) + 1 + (bit >> 3)] ?? 0;
    return bits >= 8 ? byte : (byte >> (8 - bits - (bit & 7))) & most;
  };
  return {
    width,
    height,
    colourAt(x, y) {
      const first = numberAt(x, y);
      const grey = (first * 255) / most;
      if (palette) return [palette[first * 3] ?? 0, palette[first * 3 + 1] ?? 0, palette[first * 3 + 2] ?? 0];
      return channels < 3 ? [grey, grey, grey] : [first, numberAt(x, y, 1), numberAt(x, y, 2)];
    },
  };
}

function* chunksOf(file: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    yield { type: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** Each row begins with how its bytes were predicted. Source: the PNG specification, 9.2. */
function unfilter(rows: Buffer, { rowBytes, height, step }: { rowBytes: number; height: number; step: number }): void {
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1);
    const filter = rows[from];
    for (let index = 1; index <= rowBytes; index += 1) {
      const at = from + index;
      const left = index > step ? (rows[at - step] ?? 0) : 0;
      const up = row > 0 ? (rows[at - rowBytes - 1] ?? 0) : 0;
      const corner = row > 0 && index > step ? (rows[at - rowBytes - 1 - step] ?? 0) : 0;
      rows[at] = (rows[at] ?? 0) + predicted(filter, { left, up, corner });
    }
  }
}

function predicted(filter: number | undefined, { left, up, corner }: { left: number; up: number; corner: number }) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Source: the video service's interface, section 4.1 (read 2026-11-21). */
const PICTURE_MAX_BYTES = 5_000_000;
const WITHIN_MS = 5_000;
const REDIRECTS_MAX = 3;

/**
 * Fetches only from this machine. No other machine is contacted, not even by DNS or after a redirect. Null if there is no
 * picture in time.
 */
export async function fetchPicture(address: string, stopped: AbortSignal): Promise<Uint8Array | null> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(WITHIN_MS)]);
  try {
    let next: string | null = address;
    for (let redirects = 0; next !== null && redirects <= REDIRECTS_MAX; redirects += 1) {
      if (!isLoopback(next)) return null;
      const response: Response = await fetch(next, { redirect: "manual", signal });
      if (response.ok) return await wholeOf(response);
      await response.body?.cancel();
      const location = response.headers.get("location");
      next = location === null ? null : new URL(location, next).href;
    }
  } catch {}
  return null;
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && (hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost");
}

async function wholeOf({ body }: Response): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of body ?? []) {
    sizeBytes += part.length;
    if (sizeBytes > PICTURE_MAX_BYTES) return null;
    parts.push(part);
  }
  return sizeBytes === 0 ? null : new Uint8Array(Buffer.concat(parts));
}
