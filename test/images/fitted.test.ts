import { createCipheriv } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { fitted } from "../../src/images/child/fitted.ts";
import { isFull } from "../fakes/how-many.ts";
import { bmp } from "./bmp.ts";
import { heic, p3Heic, turnedHeic } from "./heic.ts";
import { png } from "./pictures.ts";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** A picture with red above and blue below. */
function twoColors(width: number, height: number) {
  const upper = { create: { width, height: height / 2, channels: 3, background: "red" } } as const;
  return sharp({ create: { width, height, channels: 3, background: "blue" } }).composite([
    { input: upper, top: 0, left: 0 },
  ]);
}

async function made(picture: Buffer) {
  const copy = await fitted(picture);
  if (copy.kind !== "fitted") throw new Error(copy.kind);
  const { data, info } = await sharp(copy.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
    return [...data.subarray(from, from + info.channels)];
  };
  return { ...copy, at, meta: await sharp(copy.bytes).metadata() };
}

/** True if no colour differs by more than a codec's error. */
function isNear(color: readonly number[], wanted: readonly number[]): boolean {
  return wanted.every((sample, nth) => Math.abs(sample - (color[nth] ?? -99)) <= 12);
}

const large = twoColors(2304, 36);
const glass = sharp({
  create: { width: 90, height: 60, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
});

/**
 * A picture of noise that is the same in every run. It is not compressed, because that would take longer than the tested
 * conversion.
 */
function noise(channels: 3 | 4, width: number, height: number): Promise<Buffer> {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
  const data = cipher.update(Buffer.alloc(width * height * channels));
  return sharp(data, { raw: { width, height, channels } }).tiff({ compression: "none" }).toBuffer();
}

test.for<readonly [string, () => Promise<Buffer>]>([
  ["a JPEG", () => large.clone().jpeg().toBuffer()],
  ["a progressive JPEG", () => large.clone().jpeg({ progressive: true }).toBuffer()],
  ["a PNG", () => large.clone().png().toBuffer()],
  ["a 16-bit PNG", () => large.clone().toColourspace("rgb16").png().toBuffer()],
  ["an opaque RGBA PNG", () => large.clone().ensureAlpha().png().toBuffer()],
  ["a WebP", () => large.clone().webp().toBuffer()],
  ["a GIF", () => large.clone().gif().toBuffer()],
  ["a TIFF", () => large.clone().tiff({ compression: "lzw" }).toBuffer()],
  ["an AVIF", () => large.clone().avif({ effort: 0 }).toBuffer()],
])("%s of 2304 x 36 pixels is converted to a JPEG of 2048 x 32 pixels with the same colours", async ([, picture]) => {
  const { type, width, height, bytes, at } = await made(await picture());
  expect([type, width, height]).toEqual(["image/jpeg", 2048, 32]);
  expect(bytes.length).toBeLessThan(5_000_000);
  expect([at(0.5, 0.1), at(0.5, 0.9)].map((color, nth) => isNear(color, nth === 0 ? RED : BLUE))).toEqual([true, true]);
});

// Without a profile, the decoder guesses CMYK colours.
test("a CMYK JPEG of 2304 x 36 pixels is converted to a JPEG of 2048 x 32 pixels", async () => {
  const { type, width, height } = await made(await large.clone().toColourspace("cmyk").jpeg().toBuffer());
  expect([type, width, height]).toEqual(["image/jpeg", 2048, 32]);
});

test.for<readonly [string, Buffer]>([
  ["1 bit per pixel", bmp(70, 40, { bits: 1 })],
  ["8 bits per pixel", bmp(70, 40, { bits: 8 })],
  ["16 bits per pixel", bmp(71, 40, { bits: 16 })],
  ["24 bits per pixel", bmp(71, 40, { bits: 24 })],
  ["24 bits per pixel and the top row first", bmp(71, 40, { bits: 24, isTopDown: true })],
  ["32 bits per pixel", bmp(70, 40, { bits: 32 })],
])("converting a BMP with %s gives a JPEG of the same size and colours", async ([, picture]) => {
  const { type, width, height, at } = await made(picture);
  expect([type, width >= 70 && width <= 71, height]).toEqual(["image/jpeg", true, 40]);
  expect([isNear(at(0.5, 0.1), RED), isNear(at(0.5, 0.9), BLUE)]).toEqual([true, true]);
});

describe("converting a HEIC picture", () => {
  test("gives a JPEG of the same size and colours", async () => {
    const { type, width, height, at } = await made(heic);
    expect([type, width, height]).toEqual(["image/jpeg", 64, 48]);
    expect([isNear(at(0.5, 0), RED), isNear(at(0.5, 1), BLUE)]).toEqual([true, true]);
  });

  test("applies the rotation stored in the picture", async () => {
    const { width, height, at } = await made(turnedHeic);
    expect([width, height]).toEqual([48, 64]);
    expect([isNear(at(0, 0.5), RED), isNear(at(1, 0.5), BLUE)]).toEqual([true, true]);
  });

  test("from an iPhone in Display P3 gives sRGB colours", async () => {
    expect(isNear((await made(p3Heic)).at(0.5, 0.5), RED)).toBe(true);
  });
});

test("converting a JPEG in Display P3 gives sRGB colours and removes the colour profile", async () => {
  const { at, meta } = await made(await large.clone().withIccProfile("p3").jpeg().toBuffer());
  expect([isNear(at(0.5, 0.1), RED), meta.icc]).toEqual([true, undefined]);
});

test("converting a picture with an EXIF orientation gives an upright picture without EXIF data", async () => {
  const { width, height, at, meta } = await made(
    await large.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  );
  expect([width, height, meta.exif, meta.orientation]).toEqual([32, 2048, undefined, undefined]);
  expect([isNear(at(0.9, 0.5), RED), isNear(at(0.1, 0.5), BLUE)]).toEqual([true, true]);
});

test.for<readonly [string, () => Promise<Buffer>]>([
  ["PNG", () => glass.clone().png().toBuffer()],
  ["TIFF", () => glass.clone().tiff({ compression: "lzw" }).toBuffer()],
  ["BMP", async () => bmp(64, 48, { bits: 32, isTransparent: true })],
])("converting a %s with transparency gives a WebP with transparency", async ([, picture]) => {
  const { type, meta } = await made(await picture());
  expect([type, meta.hasAlpha]).toEqual(["image/webp", true]);
});

test("converting a small picture does not enlarge it", async () => {
  expect(await made(await twoColors(300, 200).tiff().toBuffer())).toMatchObject({ width: 300, height: 200 });
});

test("converting an animated picture gives the first frame", async () => {
  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 80, height: 60, channels: 3, background } as const })
        .png()
        .toBuffer(),
    ),
  );
  const { width, height, at } = await made(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  expect([width, height, isNear(at(0.5, 0.5), RED)]).toEqual([80, 60, true]);
});

/** The first picture needs a lower quality, the second also a smaller size, and the third neither. */
const noises = [
  ["WebP", { channels: 4, width: 1024 }, 1024],
  ["WebP", { channels: 4, width: 2048 }, 1024],
  ["JPEG", { channels: 3, width: 2048 }, 2048],
] as const;

test.runIf(isFull).for(noises)(
  "converting incompressible noise gives a %s of at most 5 MB",
  async ([kind, { channels, width }, wantedWidth]) => {
    const copy = await fitted(await noise(channels, width, 2048));
    expect(copy).toMatchObject({ kind: "fitted", type: `image/${kind.toLowerCase()}`, width: wantedWidth });
    expect(copy.kind === "fitted" && copy.bytes.length).toBeLessThanOrEqual(5_000_000);
  },
);

const tooMany = { kind: "too_many_pixels", width: 30_000, height: 30_000 };

test.for<readonly [string, Buffer | (() => Promise<Buffer>), object]>([
  ["a PNG that claims 900 megapixels", png(30_000, 30_000), tooMany],
  ["a BMP that claims 900 megapixels", bmpHead(30_000, 30_000), tooMany],
  ["a BMP with a negative width", bmpHead(-3, 4), { kind: "unreadable" }],
  ["a BMP that ends before its pixels", bmpHead(300, 400), { kind: "unreadable" }],
  ["half a JPEG", async () => half(await large.clone().jpeg().toBuffer()), { kind: "unreadable" }],
  ["half a HEIC", half(heic), { kind: "not_a_picture" }],
  ["a HEIC without its last bytes", heic.subarray(0, -20), { kind: "unreadable" }],
  ["a PNG whose pixels are missing", png(300, 400), { kind: "unreadable" }],
  ["an empty file", Buffer.alloc(0), { kind: "unreadable" }],
  ["an HTML page", Buffer.from("<!doctype html><title>cat.png</title>"), { kind: "not_a_picture" }],
  [
    "an SVG drawing",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    { kind: "not_a_picture" },
  ],
  ["a PDF", Buffer.from("%PDF-1.7\n%"), { kind: "not_a_picture" }],
])("%s is not converted", async ([, picture, problem]) => {
  expect(await fitted(typeof picture === "function" ? await picture() : picture)).toEqual(problem);
});

test("a JPEG followed by extra bytes is converted", async () => {
  const jpeg = await large.clone().jpeg().toBuffer();
  // Bytes after the end marker, or before the next one.
  expect(await fitted(Buffer.concat([jpeg, Buffer.from("trailing")]))).toMatchObject({ kind: "fitted" });
});

function half(picture: Buffer): Buffer {
  return picture.subarray(0, picture.length / 2);
}

function bmpHead(width: number, height: number): Buffer {
  const head = bmp(1, 2, { bits: 24 });
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  return head;
}
