/** A colour as a film keeps it: luma, and two differences of colour. Each is 0 to 255. */
export type Colour = readonly [luma: number, blue: number, red: number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One frame as an encoder takes it (I420): each pixel has a luma, each square of four one pair of colour differences. */
export interface Planes extends Size {
  readonly luma: Uint8Array;
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
  readonly bytes: Uint8Array;
}

export function emptyPlanes({ width, height }: Size): Planes {
  const pixels = width * height;
  const bytes = new Uint8Array((pixels * 3) / 2);
  return {
    width,
    height,
    bytes,
    luma: bytes.subarray(0, pixels),
    blue: bytes.subarray(pixels, (pixels * 5) / 4),
    red: bytes.subarray((pixels * 5) / 4),
  };
}

/** Red, green and blue of 0 to 255, as a film keeps them. Source: ITU-R BT.601, limited range. */
export function colourOf(red: number, green: number, blue: number): Colour {
  return [
    16 + 0.2568 * red + 0.5041 * green + 0.0979 * blue,
    128 - 0.1482 * red - 0.291 * green + 0.4392 * blue,
    128 + 0.4392 * red - 0.3678 * green - 0.0714 * blue,
  ];
}

export function mix(under: number, over: number, share: number): number {
  return under + (over - under) * share;
}

export function dissolve(from: Planes, to: Planes, { share, into }: { share: number; into: Planes }): void {
  const weight = Math.round(share * 256);
  for (let at = 0; at < into.bytes.length; at += 1) {
    const first = from.bytes[at] ?? 0;
    into.bytes[at] = first + ((((to.bytes[at] ?? 0) - first) * weight) >> 8);
  }
}
