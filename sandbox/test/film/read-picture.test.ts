import { expect, test } from "vitest";
import type { Frame } from "../../src/film/draw-scene.ts";
import { readPicture } from "../../src/film/read-picture.ts";
import { type Written, writtenPng } from "./written-png.ts";

const size = { width: 8, height: 8 };

const read = (file: Buffer): Promise<Frame | null> => readPicture(new Uint8Array(file), size);

/** 8 × 8 pixels of varying samples; all rows differ. */
const rowsOf = (channels: number, most: number) =>
  Array.from({ length: 8 }, (_, y) =>
    Array.from({ length: 8 * channels }, (_, x) => Math.floor((((x * 7 + y * 13) % 29) / 28) * most)),
  );

/** The red, green and blue values that these samples stand for. */
function coloursOf(rows: readonly (readonly number[])[], most: number, channels: number): number[] {
  return rows.flatMap((row) =>
    Array.from({ length: 8 }, (_, x) =>
      [0, 1, 2].map((nth) => ((row[x * channels + (channels < 3 ? 0 : nth)] ?? 0) / most) * 255),
    ).flat(),
  );
}

/** Red, green and blue of each pixel in order. */
const bytesOf = (frame: Frame | null) => [...(frame?.bytes ?? [])].filter((_, at) => at % 4 < 3);

const PNG_COLOURS = { 0: "grey", 2: "RGB", 3: "palette", 4: "grey with alpha", 6: "RGBA" } as const;

const writtenKinds: readonly Written[] = [
  { colour: 2, bits: 8 },
  { colour: 6, bits: 8 },
  { colour: 0, bits: 8 },
  { colour: 4, bits: 8 },
  { colour: 2, bits: 16 },
  { colour: 6, bits: 16 },
  { colour: 0, bits: 4 },
  { colour: 0, bits: 2 },
  { colour: 0, bits: 1 },
];

test.for(writtenKinds.map((kind) => [kind.bits, PNG_COLOURS[kind.colour], kind] as const))(
  "a PNG with %i-bit channels in %s is read in the right colours",
  async ([, , { colour, bits }]) => {
    const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
    const most = 2 ** bits - 1;
    const rows = rowsOf(channels, most);
    const frame = await readPicture(writtenPng(rows, { colour, bits }), size);
    const read = bytesOf(frame);
    const far = coloursOf(rows, most, channels).map((byte, at) => Math.abs(byte - (read[at] ?? 0)));
    expect(Math.max(...far)).toBeLessThan(1.01);
  },
);

test("a PNG with a palette is read in the palette's colours", async () => {
  const palette = [0, 0, 0, 200, 20, 30];
  const frame = await read(writtenPng(Array(8).fill(Array(8).fill(1)), { colour: 3, bits: 4, palette }));
  expect(bytesOf(frame)).toEqual(Array(64).fill([200, 20, 30]).flat());
});

test("a picture wider than the video is cropped equally on both sides", async () => {
  const row = [...Array(8).fill(0), ...Array(8).fill(255), ...Array(8).fill(0)];
  const frame = await read(writtenPng(Array(8).fill(row), { colour: 0, bits: 8 }));
  expect([...new Set(bytesOf(frame))]).toEqual([255]);
});

test("a picture larger than the video is scaled down by averaging neighbouring pixels", async () => {
  const rows = Array.from({ length: 16 }, (_, y) => Array.from({ length: 16 }, (_, x) => ((x + y) % 2) * 200));
  const frame = await read(writtenPng(rows, { colour: 0, bits: 8 }));
  expect([...new Set(bytesOf(frame))]).toEqual([100]);
});

const whole = writtenPng(rowsOf(3, 255), { colour: 2, bits: 8 });
const huge = Buffer.from(whole);
huge.writeUInt32BE(40_000, 16);
huge.writeUInt32BE(40_000, 20);

test.for<[string, Buffer]>([
  ["a text file", Buffer.from("a text, and nothing that could be a picture")],
  ["an empty file", Buffer.alloc(0)],
  ["half a PNG", whole.subarray(0, whole.length / 2)],
  ["a PNG with too many pixels", huge],
  ["an interlaced PNG", writtenPng(rowsOf(3, 255), { colour: 2, bits: 8, interlaced: true })],
])("reading %s as a picture returns null instead of throwing", async ([, file]) => {
  expect(await read(file)).toBeNull();
});
