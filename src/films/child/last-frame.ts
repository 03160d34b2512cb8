import type { VideoFrame } from "@napi-rs/webcodecs";
import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from "mediabunny";
import { decodeFrames } from "./decode-frames.ts";
import { editEnd, openFilm } from "./open-film.ts";
import { type Raster, toRgb } from "./raster.ts";

/** The most pixels of a frame: its picture is within `IMAGE_MAX_BYTES` then. The service makes 1280 x 720 at most. */
export const PIXELS_MAX = 1_600_000;

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
  const config = await track.getDecoderConfig();
  const sink = new EncodedPacketSink(track);
  const key = (await sink.getKeyPacket(end - 1e-6, { verifyKeyPackets: true })) ?? (await sink.getFirstKeyPacket());
  if (config === null || key === null) return null;

  const needed = await neededFor(sink, key, end);
  /** The candidates: frames that are shown after the right one are decoded only as far as it needs them. */
  const latest: VideoFrame[] = [];
  let fed = 0;
  async function* neededPackets() {
    for await (const packet of sink.packets(key ?? undefined)) {
      fed += 1;
      yield packet;
      if (fed === needed.packets) break;
    }
  }
  await decodeFrames(config, neededPackets(), (frame) => {
    latest.push(frame);
    if (latest.length > needed.later + 1) latest.shift()?.close();
  });
  // If the file ends before its film does, the last decoded frame is not the last one of the film.
  return fed === needed.packets && latest.length > needed.later ? (latest[0] ?? null) : null;
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
