import { crc32, deflateSync } from "node:zlib";
import type { VideoFrame } from "@napi-rs/webcodecs";

/** Turns a picture clockwise by 0, 90, 180 or 270 degrees. */
export function turned(raster: Raster, degrees: number): Raster {
  if (degrees === 0) return raster;
  const { width, height, rgb } = raster;
  const isUpright = degrees === 180;
  const after = {
    width: isUpright ? width : height,
    height: isUpright ? height : width,
    rgb: new Uint8ClampedArray(rgb.length),
  };
  for (let y = 0, to = 0; y < after.height; y += 1) {
    for (let x = 0; x < after.width; x += 1, to += 3) {
      const column = isUpright ? width - 1 - x : degrees === 90 ? y : width - 1 - y;
      const row = isUpright ? height - 1 - y : degrees === 90 ? height - 1 - x : x;
      const from = (row * width + column) * 3;
      after.rgb[to] = rgb[from] ?? 0;
      after.rgb[to + 1] = rgb[from + 1] ?? 0;
      after.rgb[to + 2] = rgb[from + 2] ?? 0;
    }
  }
  return after;
}

/** Halves width and height: each pixel is the mean of four. */
export function halved({ width, height, rgb }: Raster): Raster {
  const after = { width: width >> 1, height: height >> 1 };
  const row = width * 3;
  const small = new Uint8ClampedArray(after.width * after.height * 3);
  for (let y = 0, to = 0; y < after.height; y += 1) {
    for (let x = 0; x < after.width; x += 1) {
      for (let color = 0; color < 3; color += 1, to += 1) {
        const from = y * 2 * row + x * 6 + color;
        const sum = (rgb[from] ?? 0) + (rgb[from + 3] ?? 0) + (rgb[from + row] ?? 0) + (rgb[from + row + 3] ?? 0);
        small[to] = sum / 4;
      }
    }
  }
  return { ...after, rgb: small };
}

/** A picture as red, green and blue, one byte each, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
}

/** The colour space of a film; null: the film does not say. */
export interface ColorSpaceSaid {
  readonly matrix: string | null;
  readonly isFullRange: boolean | null;
}

/** The weights of red and blue in brightness. Source: ITU-T H.273, table 4 (read 2026-11-22). */
const WEIGHTS: ReadonlyMap<string, readonly [kr: number, kb: number]> = new Map([
  ["bt709", [0.2126, 0.0722]],
  ["bt470bg", [0.299, 0.114]],
  ["smpte170m", [0.299, 0.114]],
  ["bt2020-ncl", [0.2627, 0.0593]],
]);

/**
 * The weights for a film that names none. Ffmpeg assumes them for such films, and uses them for pictures by default, so
 * the next film, made from this frame, continues in the same colours, whatever a player assumes for both.
 */
const UNSAID = [0.299, 0.114] as const;

/**
 * Converts a decoded frame to red, green and blue, by the film's own matrix and range; null where its format is not
 * supported.
 */
export async function toRgb(frame: VideoFrame, colorSpace: ColorSpaceSaid): Promise<Raster | null> {
  const { codedWidth: width, codedHeight: height } = frame;
  const format = formatOf(frame.format ?? "");
  if (format === null || width === 0 || height === 0) return null;
  const bytes = new Uint8Array(frame.allocationSize());
  const [first, second, third] = await frame.copyTo(bytes);
  if (!first || !second) return null;
  const { acrossBits, downBits } = format;
  const samples = format.bits === 8 ? bytes : narrowed(bytes, format.bits - 8);
  const scale = format.bits === 8 ? 1 : 2;
  const plane = ({ offset, stride }: { offset: number; stride: number }, at = 0, step = 1): Plane => ({
    samples,
    offset: offset / scale + at,
    stride: stride / scale,
    step,
  });
  const [u, v] = third ? [plane(second), plane(third)] : [plane(second, 0, 2), plane(second, 1, 2)];

  const bright = plane(first);
  const mix = mixOf(colorSpace);
  const rgb = new Uint8ClampedArray(width * height * 3);
  const blues = new Float32Array(width);
  const reds = new Float32Array(width);
  const columns = (width + acrossBits) >> acrossBits;
  const rows = (height + downBits) >> downBits;
  for (let y = 0, to = 0; y < height; y += 1) {
    const near = y >> downBits;
    const other = downBits === 0 ? near : Math.min(Math.max(near + (y % 2 === 0 ? -1 : 1), 0), rows - 1);
    spread(u, { near, other, columns, acrossBits }, blues);
    spread(v, { near, other, columns, acrossBits }, reds);
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

/**
 * Returns by how many bits a column's and a row's number are shifted for colour, and the bits of a sample. NV12 has
 * both colours in one plane.
 */
function formatOf(name: string) {
  if (name === "NV12") return { acrossBits: 1, downBits: 1, bits: 8 };
  const [, sampling, bits = "8"] = /^I4(20|22|44)A?(?:P(10|12))?$/.exec(name) ?? [];
  if (sampling === undefined) return null;
  return { acrossBits: sampling === "44" ? 0 : 1, downBits: sampling === "20" ? 1 : 0, bits: Number(bits) };
}

interface Plane {
  readonly samples: Uint8Array;
  readonly offset: number;
  readonly stride: number;
  readonly step: number;
}

/** Spreads one row of a colour to full width: a sample lies at the left of its columns, and between its rows. */
function spread(
  { samples, offset, stride, step }: Plane,
  at: { readonly near: number; readonly other: number; readonly columns: number; readonly acrossBits: number },
  into: Float32Array,
): void {
  const near = offset + at.near * stride;
  const other = offset + at.other * stride;
  const sample = (column: number) =>
    0.75 * (samples[near + column * step] ?? 128) + 0.25 * (samples[other + column * step] ?? 128) - 128;
  for (let x = 0; x < into.length; x += 1) {
    const column = x >> at.acrossBits;
    const own = sample(column);
    const isBetween = at.acrossBits === 1 && x % 2 === 1 && column + 1 < at.columns;
    into[x] = isBetween ? (own + sample(column + 1)) / 2 : own;
  }
}

function mixOf({ matrix, isFullRange }: ColorSpaceSaid) {
  const [kr, kb] = WEIGHTS.get(matrix ?? "") ?? UNSAID;
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

/** Drops the lowest bits of samples of more than eight bits. */
function narrowed(bytes: Uint8Array, by: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint8Array.from({ length: bytes.byteLength >> 1 }, (_, nth) => view.getUint16(nth * 2, true) >> by);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Eight bits a sample, red, green and blue, not interlaced. Source: PNG, third edition, 11.2.1 (read 2026-11-22). */
const RGB_8 = [8, 2, 0, 0, 0];

/**
 * Writes a picture as a PNG. Its rows are written as differences from the one above, which suits pictures that look
 * like a camera's.
 */
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
