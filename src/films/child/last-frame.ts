import type { VideoFrame } from "@napi-rs/webcodecs";
import { EncodedPacketSink, type InputVideoTrack } from "mediabunny";
import { decodeFrames } from "./decode-frames.ts";
import { openFilm } from "./open-film.ts";
import { enlarged, type Raster, toRgb } from "./raster.ts";

/** Keeps the picture within `IMAGE_MAX_BYTES`. The service makes at most 1280 x 720. */
export const PIXELS_MAX = 1_600_000;

export async function lastFrame(file: number): Promise<Raster | null> {
  const film = openFilm(file);
  const track = await film.getPrimaryVideoTrack();
  if (track === null || (await track.getRotation()) !== 0) return null;
  if ((await track.getCodedWidth()) * (await track.getCodedHeight()) > PIXELS_MAX) return null;
  const frame = await decodeLast(track);
  if (frame === null || frame.codedWidth * frame.codedHeight > PIXELS_MAX) return null;
  const { num, den } = await track.getPixelAspectRatio();
  // A picture has square pixels.
  const size = {
    width: Math.round(frame.codedWidth * Math.max(1, num / den)),
    height: Math.round(frame.codedHeight * Math.max(1, den / num)),
  };
  if (size.width * size.height > PIXELS_MAX) return null;
  const inside = frame.colorSpace;
  const outside = await track.getColorSpace();
  const raster = await toRgb(frame, {
    matrix: inside.matrix ?? outside.matrix ?? null,
    isFullRange: inside.fullRange ?? outside.fullRange ?? null,
  });
  return raster && enlarged(raster, size);
}

async function decodeLast(track: InputVideoTrack): Promise<VideoFrame | null> {
  const config = await track.getDecoderConfig();
  const sink = new EncodedPacketSink(track);
  const lastKey = await sink.getKeyPacket(Number.POSITIVE_INFINITY, { verifyKeyPackets: true });
  const key = lastKey ?? (await sink.getFirstKeyPacket());
  if (config === null || key === null) return null;
  let named = 0;
  for await (const _ of sink.packets(key, undefined, { metadataOnly: true })) named += 1;
  let last: VideoFrame[] = [];
  const fed = await decodeFrames(config, sink.packets(key), (frame) => {
    for (const earlier of last) earlier.close();
    last = [frame];
  });
  // If the file is cut short, the last decoded frame is not the film's last one.
  return fed === named ? (last[0] ?? null) : null;
}
