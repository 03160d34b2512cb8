import type { VideoFrame } from "@napi-rs/webcodecs";
import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from "mediabunny";
import { editEnd } from "./edit-end.ts";
import { openFilm } from "./open-film.ts";
import { turned } from "./raster.ts";
import { type Raster, toRgb } from "./to-rgb.ts";

/** Of a frame: 3840 x 2160. The service makes 1280 x 720 at most. */
const PIXELS_MAX = 8_294_400;

/** Packets that the decoder is given ahead of what it has decoded: each frame that waits is held in memory. */
const AHEAD = 8;

/** The frame that a film ends with as it is played, upright; null where there is none, or one that is too large. Throws where it cannot be decoded. */
export async function lastFrame(file: number): Promise<Raster | null> {
  const film = openFilm(file);
  const track = await film.getPrimaryVideoTrack();
  if (track === null || (await track.getCodedWidth()) * (await track.getCodedHeight()) > PIXELS_MAX) return null;
  const end = editEnd(file, track.id) ?? Number.POSITIVE_INFINITY;
  const frame = await decodeLast(track, end);
  if (frame === null || frame.codedWidth * frame.codedHeight > PIXELS_MAX) return null;
  const inside = frame.colorSpace;
  const outside = await track.getColorSpace();
  const raster = await toRgb(frame, {
    matrix: inside.matrix ?? outside.matrix ?? null,
    isFullRange: inside.fullRange ?? outside.fullRange ?? null,
  });
  return raster && turned(raster, await track.getRotation());
}

/** Decodes from the last frame that needs no other, and keeps the one that is shown last before `end`, in seconds. */
async function decodeLast(track: InputVideoTrack, end: number): Promise<VideoFrame | null> {
  const { EncodedVideoChunk, VideoDecoder } = await import("@napi-rs/webcodecs");
  const config = await track.getDecoderConfig();
  const sink = new EncodedPacketSink(track);
  const key = (await sink.getKeyPacket(end - 1e-6, { verifyKeyPackets: true })) ?? (await sink.getFirstKeyPacket());
  if (config === null || key === null) return null;

  let last: VideoFrame | null = null;
  const endMicros = Math.round(end * 1e6);
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  let dequeued = () => {};
  const decoder = new VideoDecoder({
    output(frame) {
      const isLater = frame.timestamp < endMicros && (last === null || frame.timestamp >= last.timestamp);
      if (isLater) last?.close();
      else frame.close();
      if (isLater) last = frame;
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
  for await (const packet of until(sink, key, end)) {
    const { type, timestamp, duration, data } = packet;
    const micros = { timestamp: Math.round(timestamp * 1e6), duration: Math.round(duration * 1e6) };
    decoder.decode(new EncodedVideoChunk({ type, ...micros, data }));
    while (decoder.decodeQueueSize > AHEAD) {
      const room = new Promise<void>((resolve) => {
        dequeued = resolve;
      });
      await Promise.race([room, failed]);
    }
  }
  await Promise.race([decoder.flush(), failed]);
  return last;
}

/** The packets from `key` on, as they are decoded, until none of them can be shown before `end`. */
async function* until(sink: EncodedPacketSink, key: EncodedPacket, end: number): AsyncGenerator<EncodedPacket> {
  let beyond = 0;
  for await (const packet of sink.packets(key)) {
    // Behind the first key packet beyond the end may stand frames that are shown before it; behind the second none.
    if (packet.type === "key" && packet.timestamp >= end) beyond += 1;
    if (beyond === 2) return;
    yield packet;
  }
}

function bytesOf(source: ArrayBufferView | ArrayBufferLike): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
