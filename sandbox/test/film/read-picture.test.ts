import { expect, test } from "vitest";
import { colourOf, type Planes } from "../../src/film/planes.ts";
import { readPicture } from "../../src/film/read-picture.ts";
import { type Written, writtenPng } from "./written-png.ts";

const size = { width: 8, height: 8 };

const read = (file: Buffer): Promise<Planes | null> => readPicture(new Uint8Array(file), size);

/** Eight pixels to the side, each with its own numbers; none of the rows is like another. */
const rowsOf = (channels: number, most: number) =>
  Array.from({ length: 8 }, (_, y) =>
    Array.from({ length: 8 * channels }, (_, x) => Math.floor((((x * 7 + y * 13) % 29) / 28) * most)),
  );

/** The luma of pixels with these numbers of 0 to 1, as colours of that kind mean them. */
function lumaOf(rows: readonly (readonly number[])[], most: number, channels: number): number[] {
  return rows.flatMap((row) =>
    Array.from({ length: 8 }, (_, x) => {
      const first = ((row[x * channels] ?? 0) / most) * 255;
      const rgb =
        channels < 3 ? [first, first, first] : [0, 1, 2].map((nth) => ((row[x * channels + nth] ?? 0) / most) * 255);
      return colourOf(rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0)[0];
    }),
  );
}

test.for<Written>([
  { colour: 2, bits: 8 },
  { colour: 6, bits: 8 },
  { colour: 0, bits: 8 },
  { colour: 4, bits: 8 },
  { colour: 2, bits: 16 },
  { colour: 6, bits: 16 },
  { colour: 0, bits: 4 },
  { colour: 0, bits: 2 },
  { colour: 0, bits: 1 },
])("a PNG of kind %o is read, whichever way its rows were foretold", async ({ colour, bits }) => {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
  const most = 2 ** bits - 1;
  const rows = rowsOf(channels, most);
  const planes = await read(writtenPng(rows, { colour, bits }));
  const wanted = lumaOf(rows, most, channels);
  const far = wanted.map((luma, at) => Math.abs(luma - (planes?.luma[at] ?? 0)));
  expect(Math.max(...far)).toBeLessThan(1.01);
});

test("a PNG with a palette has the palette's colours", async () => {
  const red = colourOf(200, 20, 30);
  const palette = [0, 0, 0, 200, 20, 30];
  const planes = await read(writtenPng(Array(8).fill(Array(8).fill(1)), { colour: 3, bits: 4, palette }));
  expect(planes?.luma.every((luma) => Math.abs(luma - red[0]) < 1)).toBe(true);
  expect(planes?.blue.every((blue) => Math.abs(blue - red[1]) < 1)).toBe(true);
  expect(planes?.red.every((one) => Math.abs(one - red[2]) < 1)).toBe(true);
});

test("a picture of another shape fills the frame: what is too wide is cut off evenly", async () => {
  const row = [...Array(8).fill(0), ...Array(8).fill(255), ...Array(8).fill(0)];
  const planes = await read(writtenPng(Array(8).fill(row), { colour: 0, bits: 8 }));
  expect([...new Set(planes?.luma)]).toEqual([235]);
});

const whole = writtenPng(rowsOf(3, 255), { colour: 2, bits: 8 });
const huge = Buffer.from(whole);
huge.writeUInt32BE(40_000, 16);
huge.writeUInt32BE(40_000, 20);

test.for<[string, Buffer]>([
  ["no picture", Buffer.from("a text, and nothing that could be a picture")],
  ["nothing", Buffer.alloc(0)],
  ["half a PNG", whole.subarray(0, whole.length / 2)],
  ["a PNG of too many pixels", huge],
  ["an interlaced PNG", writtenPng(rowsOf(3, 255), { colour: 2, bits: 8, interlaced: true })],
])("%s cannot be read, and that is no error", async ([, file]) => {
  expect(await read(file)).toBeNull();
});
