import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";
import { smallFilm } from "./small-film.ts";

function box(type: string, content: Uint8Array, says = content.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(says >>> 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

const ftyp = box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2avc1mp41", "latin1"));

/** A copy of the small film with changed bytes after the first box of that name. */
function changed(name: string, change: (film: Buffer, at: number) => void): Buffer {
  const film = Buffer.from(smallFilm);
  change(film, film.indexOf(name) + 4);
  return film;
}

/** Bits, first to last. A number without a width is encoded as H.264's Exp-Golomb code (9.1). */
function bits(...fields: readonly (number | readonly [value: number, width: number])[]): Buffer {
  let text = "";
  for (const field of fields) {
    if (typeof field === "number") {
      const binary = (field + 1).toString(2);
      text += "0".repeat(binary.length - 1) + binary;
    } else text += field[0].toString(2).padStart(field[1], "0");
  }
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, "0");
  return Buffer.from(
    Array.from({ length: padded.length / 8 }, (_, nth) => Number.parseInt(padded.slice(nth * 8, nth * 8 + 8), 2)),
  );
}

/** The parameter sets for H.264 frames of that size. Source: ITU-T H.264, 7.3.2 (read 2026-11-22). */
function configOf(width: number, height: number): Buffer {
  const size = [width / 16 - 1, height / 16 - 1];
  // Baseline, level 6.2; picture order type 2; one reference; whole frames; the stop bit.
  const sps = Buffer.concat([
    Buffer.from([0x67, 66, 0, 62]),
    bits(0, 0, 2, 1, [0, 1], ...size, [1, 1], [1, 1], [0, 1], [0, 1], [1, 1]),
  ]);
  const pps = Buffer.concat([Buffer.from([0x68]), bits(0, 0, [0, 2], 0, 0, 0, [0, 3], 0, 0, 0, [0, 3], [1, 1])]);
  const sized = (unit: Buffer) => Buffer.concat([Buffer.from([unit.length >> 8, unit.length & 255]), unit]);
  return Buffer.concat([Buffer.from([1, 66, 0, 62, 255, 225]), sized(sps), Buffer.from([1]), sized(pps)]);
}

/** A slice without data: a first frame of grey blocks without an end, or a frame that repeats the previous one. */
function slice(isKey: boolean, frame: number, blocks: number): Buffer {
  const head = isKey
    ? Buffer.concat([Buffer.from([0x65]), bits(0, 7, 0, [0, 4], 0, [0, 2], 0, [255, 8])])
    : Buffer.concat([Buffer.from([0x41]), bits(0, 5, 0, [frame % 16, 4], [0, 1], [0, 1], 0, blocks, [1, 1])]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head]);
}

/**
 * A film of that size in which one frame is repeated. Each repetition takes a few bytes, but a whole frame after decoding.
 */
async function repeating(width: number, height: number, count: number): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const video = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(video);
  await output.start();
  const decoderConfig = {
    codec: "avc1.42003e",
    codedWidth: width,
    codedHeight: height,
    description: configOf(width, height),
  };
  const blocks = (width * height) / 256;
  for (let nth = 0; nth < count; nth += 1) {
    const packet = new EncodedPacket(
      slice(nth === 0, nth, blocks),
      nth === 0 ? "key" : "delta",
      nth / 1_000,
      1 / 1_000,
    );
    await video.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** A film whose container has other dimensions than its stream. */
async function lying(inside: number, outside: number): Promise<Buffer> {
  const film = await repeating(inside, inside, 40);
  const entry = film.indexOf("avc1", film.indexOf("stsd"));
  film.writeUInt16BE(outside, entry + 28);
  film.writeUInt16BE(outside, entry + 30);
  return film;
}

const nested = (depth: number) => {
  let inner: Buffer = Buffer.alloc(0);
  for (let left = depth; left > 0; left -= 1) inner = box("trak", inner);
  return inner;
};

export const HOSTILE: readonly (readonly [about: string, make: () => Buffer | Promise<Buffer>])[] = [
  ["frames of 16k x 16k", () => repeating(16_368, 16_368, 40)],
  ["frames of 16k x 16k that claim to be small", () => lying(16_368, 64)],
  ["frames of 15k x 15k that claim to be small", () => lying(15_360, 64)],
  ["frames of 8k x 8k that claim to be small", () => lying(8_192, 64)],
  ["small frames that claim to be 16k x 16k", () => lying(64, 16_368)],
  ["200,000 frames of 720p in a few bytes each", () => repeating(1_280, 720, 200_000)],
  ["text that claims to be a film", () => Buffer.concat([ftyp, Buffer.from("To be, or not to be. ".repeat(50_000))])],
  [
    "two million empty atoms",
    () => Buffer.concat([ftyp, ...Array<Buffer>(2_000_000).fill(box("free", Buffer.alloc(0)))]),
  ],
  ["atoms nested 5,000 deep", () => Buffer.concat([ftyp, box("moov", nested(5_000))])],
  ["an index of unlimited size", () => Buffer.concat([ftyp, box("moov", Buffer.alloc(64), 0)])],
  ["an atom smaller than its own header", () => Buffer.concat([ftyp, box("moov", Buffer.alloc(64), 2)])],
  ["an index that claims to have 4 GB", () => Buffer.concat([ftyp, box("moov", Buffer.alloc(64), 0xffff_ffff)])],
  ["an index of 90 MB", () => Buffer.concat([ftyp, box("moov", Buffer.alloc(90_000_000))])],
  [
    "4,294,967,295 frames of one size",
    () => changed("stsz", (film, at) => film.writeUInt32BE(0xffff_ffff, film.writeUInt32BE(1, at + 4))),
  ],
  [
    "a frame duration for 4,294,967,295 frames",
    () => changed("stts", (film, at) => void film.writeUInt32BE(0xffff_ffff, at + 8)),
  ],
  ["4,294,967,295 frame durations", () => changed("stts", (film, at) => void film.writeUInt32BE(0xffff_ffff, at + 4))],
  ["4,294,967,295 edits", () => changed("elst", (film, at) => void film.writeUInt32BE(0xffff_ffff, at + 4))],
  ["no frames", () => changed("stsz", (film, at) => void film.writeUInt32BE(0, at + 8))],
  [
    "frame offsets beyond the end of the file",
    () => changed("stco", (film, at) => void film.writeUInt32BE(0xffff_fff0, at + 8)),
  ],
];
