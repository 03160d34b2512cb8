import { fstatSync, readSync } from "node:fs";
import {
  type AudioCodec,
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type Rotation,
  type VideoCodec,
  WEBM,
} from "mediabunny";

function partOf(file: number, from: number, to: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(to - from);
  for (let read = 0; read < bytes.length; ) {
    const more = readSync(file, bytes, read, bytes.length - read, from + read);
    if (more === 0) return bytes.subarray(0, read);
    read += more;
  }
  return bytes;
}

const sizeOf = (file: number): number => fstatSync(file).size;

export function openFilm(file: number): Input {
  const source = new CustomSource({ getSize: () => sizeOf(file), read: (from, to) => partOf(file, from, to) });
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
}

/** Begins an MP4 in memory, with its index first; without an `audio` codec it has no sound. */
export async function newFilm(codecs: { readonly video: VideoCodec; readonly audio?: AudioCodec }, rotation: Rotation) {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const video = new EncodedVideoPacketSource(codecs.video);
  output.addVideoTrack(video, { rotation });
  const audio = codecs.audio && new EncodedAudioPacketSource(codecs.audio);
  if (audio) output.addAudioTrack(audio);
  await output.start();
  return {
    video,
    audio,
    async finish(): Promise<Uint8Array> {
      await output.finalize();
      return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
    },
  };
}

/** The longest index of a film that is searched for edits, in bytes: hours of film have less. */
const INDEX_MAX_BYTES = 16_000_000;

/**
 * Returns where a track of an MP4 ends by its edit list, in seconds as mediabunny counts them: from the beginning of
 * the first edit, the empty ones before it included. Mediabunny 1.61.0 reads where an edit begins, but not where it
 * ends. null: the list gives no end. Source: ISO/IEC 14496-12, 8.6.6 (read 2026-11-22).
 */
export function editEnd(file: number, trackId: number): number | null {
  const index = indexOf(file);
  if (index === null) return null;
  const movieScale = scaleIn(child(index, "mvhd"), 12, 20);
  for (const track of boxes(index)) {
    if (track.type !== "trak") continue;
    const head = child(track.body, "tkhd");
    if (head === null || head.getUint32(head.getUint8(0) === 1 ? 20 : 12) !== trackId) continue;
    const list = child(child(track.body, "edts"), "elst");
    const scale = scaleIn(child(child(track.body, "mdia"), "mdhd"), 12, 20);
    return list && movieScale && scale ? endOf(list, movieScale, scale) : null;
  }
  return null;
}

function endOf(list: DataView, movieScale: number, scale: number): number | null {
  const isLong = list.getUint8(0) === 1;
  const step = isLong ? 20 : 12;
  let emptySeconds = 0;
  let begin: number | null = null;
  let end: number | null = null;
  const entries = Math.min(list.getUint32(4), Math.floor((list.byteLength - 8) / step));
  for (let nth = 0; nth < entries; nth += 1) {
    const at = 8 + nth * step;
    const duration = isLong ? Number(list.getBigUint64(at)) : list.getUint32(at);
    const from = isLong ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4);
    if (from === -1) {
      if (begin === null) emptySeconds += duration / movieScale;
      continue;
    }
    begin ??= from / scale;
    // A fragmented film has 0 here: all that there is.
    end = duration === 0 ? null : (from + Math.round((duration * scale) / movieScale)) / scale;
  }
  return begin === null || end === null ? null : emptySeconds + end - begin;
}

interface Box {
  readonly type: string;
  readonly body: DataView;
}

function indexOf(file: number): DataView | null {
  const size = sizeOf(file);
  for (let at = 0; at + 16 <= size; ) {
    const head = viewOf(partOf(file, at, at + 16));
    const { bytes, headBytes, type } = headOf(head, 0, size - at);
    if (bytes < headBytes) return null;
    if (type === "moov") {
      if (bytes > INDEX_MAX_BYTES) return null;
      return viewOf(partOf(file, at + headBytes, Math.min(at + bytes, size)));
    }
    at += bytes;
  }
  return null;
}

function* boxes(within: DataView): Generator<Box> {
  for (let at = 0; at + 8 <= within.byteLength; ) {
    const left = within.byteLength - at;
    const { bytes, headBytes, type } = headOf(within, at, left);
    if (bytes < headBytes || bytes > left) return;
    yield { type, body: new DataView(within.buffer, within.byteOffset + at + headBytes, bytes - headBytes) };
    at += bytes;
  }
}

function child(within: DataView | null, type: string): DataView | null {
  for (const box of within ? boxes(within) : []) if (box.type === type) return box.body;
  return null;
}

/** Returns a box's size: a size of 1 means that a long one follows its name, 0 means all that is left. */
function headOf(view: DataView, at: number, left: number) {
  const shortSize = view.getUint32(at);
  const type = String.fromCharCode(...[4, 5, 6, 7].map((nth) => view.getUint8(at + nth)));
  const isLong = shortSize === 1 && at + 16 <= view.byteLength;
  const bytes = isLong ? Number(view.getBigUint64(at + 8)) : shortSize === 0 ? left : shortSize;
  return { type, bytes, headBytes: isLong ? 16 : 8 };
}

/** Returns the units per second; they stand further back in a box of version 1. */
function scaleIn(box: DataView | null, short: number, long: number): number | null {
  return box && (box.getUint32(box.getUint8(0) === 1 ? long : short) || null);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
