import { crc32, deflateSync } from "node:zlib";
import type { VideoFrame } from "@napi-rs/webcodecs";

/** One byte each, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
}

export interface FrameColorSpace {
  readonly matrix: string | null;
  readonly isFullRange: boolean | null;
}

/** The weights of red and blue in luma. Source: ITU-T H.273, table 4 (read 2026-11-22). */
const WEIGHTS: ReadonlyMap<string, readonly [kr: number, kb: number]> = new Map([
  ["bt709", [0.2126, 0.0722]],
  ["bt470bg", [0.299, 0.114]],
  ["smpte170m", [0.299, 0.114]],
  ["bt2020-ncl", [0.2627, 0.0593]],
]);

/**
 * FFmpeg assumes these for films without a stated matrix, and for pictures. A film made from this frame then continues in
 * the same colors.
 */
const DEFAULT_WEIGHTS = [0.299, 0.114] as const;

/** A chroma plane has half as many rows and columns as the picture. */
interface Plane {
  readonly offset: number;
  readonly stride: number;
  /** The distance between samples of a row. */
  readonly step: number;
}

/** Returns null unless the frame has 8-bit 4:2:0 samples, as the service's films do. */
export async function toRgb(frame: VideoFrame, colorSpace: FrameColorSpace): Promise<Raster | null> {
  const { codedWidth: width, codedHeight: height } = frame;
  if (!["I420", "NV12"].includes(frame.format ?? "") || width === 0 || height === 0) return null;
  const samples = new Uint8Array(frame.allocationSize());
  const [bright, second, third] = await frame.copyTo(samples);
  if (!bright || !second) return null;
  // NV12 has both colors in one plane.
  const step = third ? 1 : 2;
  const u = { ...second, step };
  const v = { ...(third ?? { ...second, offset: second.offset + 1 }), step };

  const mix = mixOf(colorSpace);
  const rgb = new Uint8ClampedArray(width * height * 3);
  const blues = new Float32Array(width);
  const reds = new Float32Array(width);
  const rows = (height + 1) >> 1;
  for (let y = 0, to = 0; y < height; y += 1) {
    const near = y >> 1;
    const other = Math.min(Math.max(near + (y % 2 === 0 ? -1 : 1), 0), rows - 1);
    spread(samples, u, { near, other }, blues);
    spread(samples, v, { near, other }, reds);
    const from = bright.offset + y * bright.stride;
    for (let x = 0; x < width; x += 1, to += 3) {
      const light = ((samples[from + x] ?? 0) - mix.black) * mix.light;
      const blue = blues[x] ?? 0;
      const red = reds[x] ?? 0;
      rgb[to] = light + mix.redOfRed * red;
      rgb[to + 1] = light - mix.greenOfBlue * blue - mix.greenOfRed * red;
      rgb[to + 2] = light + mix.blueOfBlue * blue;
    }
  }
  return { width, height, rgb };
}

/** A chroma sample lies at the left of its two columns and between its two rows. */
function spread(
  samples: Uint8Array,
  { offset, stride, step }: Plane,
  row: { readonly near: number; readonly other: number },
  into: Float32Array,
): void {
  const near = offset + row.near * stride;
  const other = offset + row.other * stride;
  const columns = (into.length + 1) >> 1;
  const sample = (column: number) =>
    0.75 * (samples[near + column * step] ?? 128) + 0.25 * (samples[other + column * step] ?? 128) - 128;
  for (let x = 0; x < into.length; x += 1) {
    const column = x >> 1;
    const own = sample(column);
    const isBetween = x % 2 === 1 && column + 1 < columns;
    into[x] = isBetween ? (own + sample(column + 1)) / 2 : own;
  }
}

export function enlarged({ width, height, rgb }: Raster, to: Pick<Raster, "width" | "height">): Raster {
  if (to.width === width && to.height === height) return { width, height, rgb };
  const larger = new Uint8ClampedArray(to.width * to.height * 3);
  const columns = Array.from({ length: to.width }, (_, x) => between(x, to.width, width));
  for (let y = 0, at = 0; y < to.height; y += 1) {
    const row = between(y, to.height, height);
    const [above, below] = [row.near * width, row.far * width];
    for (const { near, far, share } of columns) {
      for (let color = 0; color < 3; color += 1, at += 1) {
        const pixel = (start: number) =>
          (1 - share) * (rgb[(start + near) * 3 + color] ?? 0) + share * (rgb[(start + far) * 3 + color] ?? 0);
        larger[at] = (1 - row.share) * pixel(above) + row.share * pixel(below);
      }
    }
  }
  return { ...to, rgb: larger };
}

function between(place: number, longerLength: number, length: number) {
  const middle = Math.min(Math.max(((place + 0.5) * length) / longerLength - 0.5, 0), length - 1);
  const near = Math.floor(middle);
  return { near, far: Math.min(near + 1, length - 1), share: middle - near };
}

function mixOf({ matrix, isFullRange }: FrameColorSpace) {
  const [kr, kb] = WEIGHTS.get(matrix ?? "") ?? DEFAULT_WEIGHTS;
  const kg = 1 - kr - kb;
  const color = isFullRange ? 1 : 255 / 224;
  return {
    black: isFullRange ? 0 : 16,
    light: isFullRange ? 1 : 255 / 219,
    redOfRed: 2 * (1 - kr) * color,
    greenOfRed: ((2 * (1 - kr) * kr) / kg) * color,
    greenOfBlue: ((2 * (1 - kb) * kb) / kg) * color,
    blueOfBlue: 2 * (1 - kb) * color,
  };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Eight bits per sample, RGB, not interlaced. Source: PNG, third edition, 11.2.1 (read 2026-11-22). */
const RGB_8 = [8, 2, 0, 0, 0];

/** Rows are stored as differences from the row above, which suits camera-like pictures. */
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
