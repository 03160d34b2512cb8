import { crc32, deflateSync } from "node:zlib";

/** Small real pictures, made byte by byte. */

export function png(width: number, height: number, padBytes = 0): Buffer {
  return pngWith(width, height, chunk("tEXt", Buffer.alloc(padBytes, "x")));
}

/** A PNG with an EXIF orientation, after a text of that length. */
export function turnedPng(width: number, height: number, orientation: number, padBytes = 0): Buffer {
  const text = chunk("tEXt", Buffer.alloc(padBytes, "x"));
  return pngWith(width, height, Buffer.concat([text, chunk("eXIf", exif(orientation, "MM"))]));
}

/** A PNG with a description in its text. */
export function describedPng(width: number, height: number, description: string): Buffer {
  return pngWith(width, height, chunk("tEXt", Buffer.from(`Description\0${description}`, "latin1")));
}

function pngWith(width: number, height: number, more: Buffer): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(8));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", size), more, chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** An animated PNG: its animation chunk precedes its pixels. */
export function apng(width: number, height: number): Buffer {
  const still = png(width, height);
  const control = chunk("acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
}

export function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(7);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([Buffer.from("GIF89a"), size, Buffer.from(";")]);
}

/** `orientation` is EXIF's, in which 6 and 8 are rotations by 90°. `profiles` of 60 kB each precede its size. */
export function jpeg(width: number, height: number, orientation = 1, profiles = 0): Buffer {
  const turned = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif(orientation, "II")]);
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const start = Buffer.from([0xff, 0xd8]);
  const padding = Array.from({ length: profiles }, () => segment(0xe2, Buffer.alloc(60_000)));
  return Buffer.concat([start, segment(0xe1, turned), ...padding, segment(0xc0, frame), Buffer.from([0xff, 0xd9])]);
}

export function webp(width: number, height: number): Buffer {
  const body = Buffer.alloc(10);
  body.writeUIntLE(width - 1, 4, 3);
  body.writeUIntLE(height - 1, 7, 3);
  const riff = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0", "latin1"), body]);
  riff.writeUInt32LE(riff.length - 8, 4);
  return riff;
}

/** A WebP with an EXIF orientation, after pixels of that many bytes. */
export function turnedWebp(width: number, height: number, orientation: number, pixelBytes = 11): Buffer {
  const head = webp(width, height);
  head.writeUInt8(0x08, 20);
  const part = (type: string, data: Buffer) => {
    const lead = Buffer.alloc(8);
    lead.write(type, 0, "latin1");
    lead.writeUInt32LE(data.length, 4);
    return Buffer.concat([lead, data, Buffer.alloc(data.length % 2)]);
  };
  const marked = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif(orientation, "II")]);
  const whole = Buffer.concat([head, part("VP8L", Buffer.alloc(pixelBytes)), part("EXIF", marked)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** EXIF data in that byte order: a maker's name, then the orientation. */
function exif(orientation: number, order: "II" | "MM"): Buffer {
  const tiff = Buffer.alloc(38);
  const [put16, put32] =
    order === "II"
      ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
      : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)];
  tiff.write(order, 0, "latin1");
  put16(42, 2);
  put32(8, 4);
  put16(2, 8);
  put16(0x010f, 10);
  put16(2, 12);
  put32(1, 14);
  put16(0x0112, 22);
  put16(3, 24);
  put32(1, 26);
  put16(orientation, 30);
  return tiff;
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(typed.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(typed, 4);
  whole.writeUInt32BE(crc32(typed), typed.length + 4);
  return whole;
}

function segment(marker: number, data: Buffer): Buffer {
  const lead = Buffer.from([0xff, marker, 0, 0]);
  lead.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([lead, data]);
}
