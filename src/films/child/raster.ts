import type { Raster } from "./to-rgb.ts";

/** Turned clockwise by 0, 90, 180 or 270 degrees. */
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

/** Half as wide and high: each pixel is the mean of four. */
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
