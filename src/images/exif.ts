import type { ImageType } from "../core/request/video-request.ts";

const UPRIGHT = 1;

/**
 * `image-size` reads only a JPEG's orientation. Source: EXIF 2.32, section 4.6.4; PNG, third edition, section 11.3.4;
 * WebP container specification (read 2026-11-28).
 */
export function orientationIn(picture: Uint8Array, type: ImageType): number {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const exif = type === "image/png" ? chunkOf(bytes, png) : type === "image/webp" ? chunkOf(bytes, webp) : null;
  return (exif && orientationOf(exif)) ?? UPRIGHT;
}

const EXIF_FLAG = 0x08;

/** A WebP stores EXIF data after its pixels. */
export function hasExifBehind(head: Uint8Array): boolean {
  const isExtended = Buffer.from(head.subarray(0, 16)).toString("latin1").endsWith("WEBPVP8X");
  return isExtended && ((head[20] ?? 0) & EXIF_FLAG) !== 0;
}

interface Chunks {
  readonly exif: string;
  readonly firstAt: number;
  readonly typeAt: number;
  lengthAt(bytes: Buffer, at: number): number;
  framing(length: number): number;
}

const png: Chunks = {
  exif: "eXIf",
  firstAt: 8,
  typeAt: 4,
  lengthAt: (bytes, at) => bytes.readUInt32BE(at),
  // A checksum follows the data.
  framing: () => 12,
};

const webp: Chunks = {
  exif: "EXIF",
  firstAt: 12,
  typeAt: 0,
  lengthAt: (bytes, at) => bytes.readUInt32LE(at + 4),
  // The next chunk begins at an even address.
  framing: (length) => 8 + (length % 2),
};

function chunkOf(bytes: Buffer, { exif, firstAt, typeAt, lengthAt, framing }: Chunks): Buffer | null {
  for (let at = firstAt; at + 8 <= bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (bytes.toString("latin1", at + typeAt, at + typeAt + 4) === exif) return bytes.subarray(at + 8, at + 8 + length);
    at += length + framing(length);
  }
  return null;
}

const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** EXIF data are a TIFF file. Some programs put JPEG's own mark before it. */
function orientationOf(exif: Buffer): number | null {
  const tiff = exif.toString("latin1", 0, 6) === "Exif\0\0" ? exif.subarray(6) : exif;
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return null;
  const isLittle = order === "II";
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const firstAt = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (firstAt + 2 > tiff.length) return null;
  const entries = read16(firstAt);
  for (let nth = 0; nth < entries; nth += 1) {
    const at = firstAt + 2 + nth * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return null;
    if (read16(at) === ORIENTATION) return read16(at + 2) === SHORT ? read16(at + 8) : null;
  }
  return null;
}
