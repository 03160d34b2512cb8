import { crc32, deflateSync } from "node:zlib";
import sharp, { type Metadata, type Sharp } from "sharp";
import { IMAGE_MAX_BYTES, PICTURE_MAX_PIXELS, PICTURE_MAX_SIDE } from "../../core/request/video-request.ts";
import { isBmp, type Pixels, readBmp } from "./bmp.ts";

export type Fitted =
  | {
      readonly kind: "fitted";
      readonly type: "image/jpeg" | "image/webp";
      readonly width: number;
      readonly height: number;
      readonly bytes: Buffer;
    }
  | { readonly kind: "too_many_pixels"; readonly width: number; readonly height: number }
  | { readonly kind: "not_a_picture" | "unreadable" };

/** Sharp's names of the formats. Others, such as SVG and PDF, are not decoded. */
const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "gif", "tiff", "heif"]);
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif"].map((name) => `VipsForeignLoad${name}Buffer`);

// Block every other reader of libvips, whatever a picture claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS });
// The process ends after one picture, so threads and a cache would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

/** Refuse a file that is cut short, but not lesser faults, which cameras make. */
const READING = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: "truncated" } as const;

export async function fitted(picture: Buffer): Promise<Fitted> {
  try {
    return isBmp(picture) ? await fittedBmp(picture) : await fittedBySharp(picture);
  } catch {
    return { kind: "unreadable" };
  }
}

async function fittedBmp(picture: Buffer): Promise<Fitted> {
  const bmp = readBmp(picture);
  if (bmp === null) return { kind: "unreadable" };
  return tooMany(bmp) ?? encoded(rawOf(bmp.pixels()));
}

async function fittedBySharp(picture: Buffer): Promise<Fitted> {
  const header = await sharp(picture, { ...READING, limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (header === null || !FORMATS.has(header.format)) return { kind: "not_a_picture" };
  const refused = tooMany(header);
  if (refused) return refused;
  if (header.compression === "hevc") return fittedHeic(picture, header);
  return encoded(sharp(picture, READING).autoOrient());
}

function tooMany({ width, height }: { readonly width: number; readonly height: number }): Fitted | null {
  return width * height > PICTURE_MAX_PIXELS ? { kind: "too_many_pixels", width, height } : null;
}

/** Sharp's own libheif cannot decode HEVC. This decoder turns the picture upright and leaves its colors unchanged. */
async function fittedHeic(picture: Buffer, { icc }: Metadata): Promise<Fitted> {
  // Loading it takes most of the time that a small picture needs.
  const { default: decode } = await import("heic-decode");
  const { data, width, height } = await decode({ buffer: picture });
  const pixels = rawOf({ data, width, height, channels: 4 });
  if (!icc) return encoded(pixels);
  const small = await inside(pixels, PICTURE_MAX_SIDE).png({ compressionLevel: 0 }).toBuffer();
  return encoded(sharp(withProfile(small, icc), READING));
}

function rawOf({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Tried in turn. The last one is always small enough, whatever the picture shows. */
const TRIES = [
  { side: PICTURE_MAX_SIDE, quality: 90 },
  { side: PICTURE_MAX_SIDE, quality: 75 },
  { side: PICTURE_MAX_SIDE / 2, quality: 75 },
] as const;

async function encoded(picture: Sharp): Promise<Fitted> {
  const { data, info } = await inside(picture, PICTURE_MAX_SIDE)
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 3 && channels !== 4) return { kind: "unreadable" };
  const pixels = { data, width, height, channels };
  const isTransparent = channels === 4 && hasTransparency(data);
  for (const { side, quality } of TRIES) {
    const small = inside(rawOf(pixels), side);
    const written = isTransparent ? small.webp({ quality, effort: 2 }) : small.removeAlpha().jpeg({ quality });
    const { data: bytes, info } = await written.toBuffer({ resolveWithObject: true });
    if (bytes.length <= IMAGE_MAX_BYTES) {
      const type = isTransparent ? "image/webp" : "image/jpeg";
      return { kind: "fitted", type, width: info.width, height: info.height, bytes };
    }
  }
  return { kind: "unreadable" };
}

function inside(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
}

function hasTransparency(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}

/** The first chunk has a fixed length. Source: PNG, third edition, 11.2.1 (read 2026-11-28). */
const FIRST_CHUNK_END = 33;

/** The PNG must have no color profile yet. Source: PNG, third edition, 11.3.2.3 (read 2026-11-28). */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from("iCCPicc\0\0", "latin1"), deflateSync(profile)]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(typed.length - 4, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return Buffer.concat([png.subarray(0, FIRST_CHUNK_END), framed, png.subarray(FIRST_CHUNK_END)]);
}
