import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { imageSize } from "image-size";
import { colourOf, emptyPlanes, type Planes, type Size } from "./planes.ts";

const PIXELS_MAX = 25_000_000;

export async function readPicture(file: Uint8Array, size: Size): Promise<Planes | null> {
  const data = Buffer.from(file.buffer, file.byteOffset, file.length);
  const pixels = await pixelsOf(data).catch(() => null);
  return pixels && fitted(pixels, size);
}

async function pixelsOf(data: Buffer): Promise<Pixels | null> {
  const told = imageSize(data);
  if (told.width * told.height > PIXELS_MAX) return null;
  return told.type === "png" ? pngPixels(data, PIXELS_MAX) : null;
}

const LOOKS_MAX = 3;

function fitted(picture: Pixels, { width, height }: Size): Planes {
  const into = emptyPlanes({ width, height });
  const scale = Math.min(picture.width / width, picture.height / height);
  const left = (picture.width - width * scale) / 2;
  const top = (picture.height - height * scale) / 2;
  const looks = Math.min(LOOKS_MAX, Math.max(1, Math.round(scale)));
  const step = scale / looks;
  const squares = new Float64Array((3 * width) / 2);

  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = meanOf(picture, { x: left + x * scale, y: top + y * scale, step, looks });
      into.luma[y * width + x] = colourOf(red, green, blue)[0] + 0.5;
      const at = (x >> 1) * 3;
      squares[at] = (squares[at] ?? 0) + red / 4;
      squares[at + 1] = (squares[at + 1] ?? 0) + green / 4;
      squares[at + 2] = (squares[at + 2] ?? 0) + blue / 4;
    }
    if (y % 2 === 0) continue;
    const row = ((y - 1) * width) / 4;
    for (let x = 0; x < width / 2; x += 1) {
      const [, blue, red] = colourOf(squares[x * 3] ?? 0, squares[x * 3 + 1] ?? 0, squares[x * 3 + 2] ?? 0);
      into.blue[row + x] = blue + 0.5;
      into.red[row + x] = red + 0.5;
    }
    squares.fill(0);
  }
  return into;
}

function meanOf(
  { rgb, width, height }: Pixels,
  { x, y, step, looks }: { x: number; y: number; step: number; looks: number },
): readonly [red: number, green: number, blue: number] {
  let [red, green, blue] = [0, 0, 0];
  for (let down = 0; down < looks; down += 1)
    for (let right = 0; right < looks; right += 1) {
      const column = Math.min(width - 1, Math.floor(x + (right + 0.5) * step));
      const row = Math.min(height - 1, Math.floor(y + (down + 0.5) * step));
      const at = (row * width + column) * 3;
      red += rgb[at] ?? 0;
      green += rgb[at + 1] ?? 0;
      blue += rgb[at + 2] ?? 0;
    }
  const all = looks * looks;
  return [red / all, green / all, blue / all];
}

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
  readonly bits: number;
  readonly colour: number;
  readonly channels: number;
}

async function pngPixels(file: Buffer, most: number): Promise<Pixels | null> {
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

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The largest picture that is fetched. Source: the video service's interface, section 4.1 (read 2026-11-21). */
const PICTURE_MAX_BYTES = 5_000_000;
const WITHIN_MS = 5_000;
const REDIRECTS_MAX = 3;

/**
 * The picture at an address of this machine's own; null where there is none, or none in time. No other machine is asked,
 * not even for its name, also where a redirect leads there.
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
