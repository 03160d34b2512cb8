import type { VideoFrame } from "@napi-rs/webcodecs";

/** Red, green and blue, one byte each, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
}

/** How a film's numbers become colours; null: it does not say. */
export interface ColorSpaceSaid {
  readonly matrix: string | null;
  readonly isFullRange: boolean | null;
}

/** The parts of red and blue in brightness. Source: ITU-T H.273, table 4 (read 2026-11-22). */
const WEIGHTS: ReadonlyMap<string, readonly [kr: number, kb: number]> = new Map([
  ["bt709", [0.2126, 0.0722]],
  ["bt470bg", [0.299, 0.114]],
  ["smpte170m", [0.299, 0.114]],
  ["bt2020-ncl", [0.2627, 0.0593]],
]);

/**
 * Of a film that does not say: what ffmpeg takes, and makes of pictures where nobody says otherwise. So the next film, made
 * of this frame, goes on in the same colours, whatever a player takes both for.
 */
const UNSAID = [0.299, 0.114] as const;

/** A decoded frame as red, green and blue, by the film's own matrix and range; null where its format is none of ours. */
export async function toRgb(frame: VideoFrame, said: ColorSpaceSaid): Promise<Raster | null> {
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
  const mix = mixOf(said);
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

/** How many bits of a column's and row's number are left out for colour, and the bits of a sample. NV12 has both colours in one plane. */
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

/** One row of a colour at full width: a sample stands at the left of its columns, and between its rows. */
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

/** Samples of more than eight bits without the lowest. */
function narrowed(bytes: Uint8Array, by: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint8Array.from({ length: bytes.byteLength >> 1 }, (_, nth) => view.getUint16(nth * 2, true) >> by);
}
