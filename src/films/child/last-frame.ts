import type { VideoFrame } from "@napi-rs/webcodecs";
import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from "mediabunny";
import { editEnd, openFilm } from "./open-film.ts";
import { type Raster, toRgb } from "./raster.ts";

/** The most pixels of a frame: its picture is within `IMAGE_MAX_BYTES` then. The service makes 1280 x 720 at most. */
const PIXELS_MAX = 1_600_000;

/** The decoder is given at most this many packets ahead of its output: each waiting frame is held in memory. */
const AHEAD = 8;

/**
 * Memory is cleared after this many frames: 1.3.1 frees a frame's memory when its object is collected, and not when it
 * is closed.
 */
const CLEARED_EVERY = 16;

/**
 * Returns the frame that a film ends with as it is played; null where there is none, one that is too large, or one that
 * is shown turned. Throws where it cannot be decoded.
 */
export async function lastFrame(file: number): Promise<Raster | null> {
  const film = openFilm(file);
  const track = await film.getPrimaryVideoTrack();
  if (track === null || (await track.getRotation()) !== 0) return null;
  if ((await track.getCodedWidth()) * (await track.getCodedHeight()) > PIXELS_MAX) return null;
  const end = editEnd(file, track.id) ?? Number.POSITIVE_INFINITY;
  const frame = await decodeLast(track, end);
  if (frame === null || frame.codedWidth * frame.codedHeight > PIXELS_MAX) return null;
  const inside = frame.colorSpace;
  const outside = await track.getColorSpace();
  return toRgb(frame, {
    matrix: inside.matrix ?? outside.matrix ?? null,
    isFullRange: inside.fullRange ?? outside.fullRange ?? null,
  });
}

/** Decodes from the last key frame, up to the frame that is shown last before `end`, in seconds. */
async function decodeLast(track: InputVideoTrack, end: number): Promise<VideoFrame | null> {
  const { EncodedVideoChunk, VideoDecoder } = await import("@napi-rs/webcodecs");
  const config = await track.getDecoderConfig();
  const sink = new EncodedPacketSink(track);
  const key = (await sink.getKeyPacket(end - 1e-6, { verifyKeyPackets: true })) ?? (await sink.getFirstKeyPacket());
  if (config === null || key === null) return null;

  const needed = await neededFor(sink, key, end);
  /** The candidates: frames that are shown after the right one are decoded only as far as it needs them. */
  const latest: VideoFrame[] = [];
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  let dequeued = () => {};
  const decoder = new VideoDecoder({
    // Frames come in the order in which they are shown. Their timestamps are useless: 1.3.1 gives them in the order of
    // decoding.
    output(frame) {
      latest.push(frame);
      if (latest.length > needed.later + 1) latest.shift()?.close();
    },
    error: (error) => fail(error),
  });
  decoder.ondequeue = () => dequeued();
  decoder.configure({
    codec: config.codec,
    ...(config.description ? { description: bytesOf(config.description) } : {}),
    codedWidth: config.codedWidth ?? 0,
    codedHeight: config.codedHeight ?? 0,
    hardwareAcceleration: "prefer-software",
  });
  let fed = 0;
  for await (const { type, data } of sink.packets(key)) {
    decoder.decode(new EncodedVideoChunk({ type, timestamp: fed, data }));
    fed += 1;
    if (fed === needed.packets) break;
    if (fed % CLEARED_EVERY === 0) globalThis.gc?.();
    while (decoder.decodeQueueSize > AHEAD) {
      const room = new Promise<void>((resolve) => {
        dequeued = resolve;
      });
      await Promise.race([room, failed]);
    }
  }
  // The file ends before its film does: the last decoded frame is not the last one of the film.
  if (fed < needed.packets) return null;
  await Promise.race([decoder.flush(), failed]);
  return latest.length > needed.later ? (latest[0] ?? null) : null;
}

/**
 * Returns how many packets from `key` on must be decoded for the frame that is shown before `end`, and how many of them
 * are shown later.
 */
async function neededFor(sink: EncodedPacketSink, key: EncodedPacket, end: number) {
  let packets = 0;
  let later = 0;
  let seen = 0;
  let seenLater = 0;
  let keysBeyond = 0;
  for await (const { type, timestamp } of sink.packets(key, undefined, { metadataOnly: true })) {
    seen += 1;
    if (timestamp >= end) seenLater += 1;
    else {
      packets = seen;
      later = seenLater;
    }
    // After the first key packet beyond the end there may be frames that are shown before it; after the second there
    // are none.
    if (type === "key" && timestamp >= end) keysBeyond += 1;
    if (keysBeyond === 2) break;
  }
  return { packets, later };
}

function bytesOf(source: ArrayBufferView | ArrayBufferLike): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
