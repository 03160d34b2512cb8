import { crc32, deflateSync } from "node:zlib";

/** Real little pictures, made byte by byte. */

export function png(width: number, height: number, padBytes = 0): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(8));
  const text = chunk("tEXt", Buffer.alloc(padBytes, "x"));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", size), text, chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** A PNG that moves: its animation chunk stands before its pixels. */
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

/** `orientation` is EXIF's: 6 and 8 are turned by a quarter. `profiles` of 60 kB each stand before its size. */
export function jpeg(width: number, height: number, orientation = 1, profiles = 0): Buffer {
  const exif = Buffer.alloc(34);
  exif.write("Exif\0\0II*\0", 0, "latin1");
  exif.writeUInt32LE(8, 10);
  exif.writeUInt16LE(1, 14);
  exif.writeUInt16LE(0x0112, 16);
  exif.writeUInt16LE(3, 18);
  exif.writeUInt32LE(1, 20);
  exif.writeUInt16LE(orientation, 24);
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const start = Buffer.from([0xff, 0xd8]);
  const padding = Array.from({ length: profiles }, () => segment(0xe2, Buffer.alloc(60_000)));
  return Buffer.concat([start, segment(0xe1, exif), ...padding, segment(0xc0, frame), Buffer.from([0xff, 0xd9])]);
}

export function webp(width: number, height: number): Buffer {
  const body = Buffer.alloc(10);
  body.writeUIntLE(width - 1, 4, 3);
  body.writeUIntLE(height - 1, 7, 3);
  const riff = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0", "latin1"), body]);
  riff.writeUInt32LE(riff.length - 8, 4);
  return riff;
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
