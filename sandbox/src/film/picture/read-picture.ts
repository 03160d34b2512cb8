import { imageSize } from "image-size";
import type { Codecs } from "../codecs.ts";
import { colourOf, emptyPlanes, type Planes, type Size } from "../planes.ts";
import { jpegPixels } from "./jpeg-pixels.ts";
import type { Pixels } from "./pixels.ts";
import { pngPixels } from "./png-pixels.ts";

/** Larger ones are not decoded. */
const PIXELS_MAX = 25_000_000;

/** The picture as a film's frame that it fills: what is too wide or too high is cut off evenly. Null where it cannot be read. */
export async function readPicture(codecs: Codecs, file: Uint8Array, size: Size): Promise<Planes | null> {
  const data = Buffer.from(file.buffer, file.byteOffset, file.length);
  const pixels = await pixelsOf(codecs, data).catch(() => null);
  return pixels && fitted(pixels, size);
}

async function pixelsOf(codecs: Codecs, data: Buffer): Promise<Pixels | null> {
  const told = imageSize(data);
  if (told.width * told.height > PIXELS_MAX) return null;
  if (told.type === "png") return pngPixels(data, PIXELS_MAX);
  return told.type === "jpg" ? jpegPixels(codecs, data) : null;
}

/** How many pixels of the picture are looked at, across and down, for one of the frame. */
const LOOKS_MAX = 3;

function fitted(picture: Pixels, { width, height }: Size): Planes {
  const into = emptyPlanes({ width, height });
  const scale = Math.min(picture.width / width, picture.height / height);
  const left = (picture.width - width * scale) / 2;
  const top = (picture.height - height * scale) / 2;
  const looks = Math.min(LOOKS_MAX, Math.max(1, Math.round(scale)));
  const step = scale / looks;
  /** Red, green and blue of the squares of four in two rows. */
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

/** The mean colour of some pixels from there on, `step` apart. */
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
