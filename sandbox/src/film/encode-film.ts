import type { EncodedVideoChunk } from "@napi-rs/webcodecs";
import type { Codecs } from "./codecs.ts";
import { emptyPlanes, type Planes, type Size } from "./planes.ts";

/** H.264, Constrained Baseline, level 3.1: what every browser plays, each frame shown in the order in which it was drawn. */
const CODEC = "avc1.42E01F";

/** Frames that wait for the encoder at most. */
const QUEUE = 8;

/** A point to begin at, every so many seconds. */
const KEY_EVERY_SECONDS = 2;

export interface FilmToEncode {
  readonly size: Size;
  readonly framesPerSecond: number;
  readonly frames: number;
  /** In bits a second. */
  readonly bitrate: number;
  draw(nth: number, into: Planes): void;
}

/** The film as an MP4 that can be played before all of it has come. Between two frames everything else has its turn. */
export async function encodeFilm(codecs: Codecs, film: FilmToEncode, signal: AbortSignal): Promise<Uint8Array> {
  const { size, framesPerSecond, frames, bitrate } = film;
  const { width, height } = size;
  const chunks: EncodedVideoChunk[] = [];
  let description: Uint8Array | undefined;
  let failed: Error | null = null;
  const encoder = new codecs.VideoEncoder({
    output(chunk, metadata) {
      chunks.push(chunk);
      description ??= metadata?.decoderConfig?.description;
    },
    error: (error) => {
      failed = error;
    },
  });
  try {
    encoder.configure({
      codec: CODEC,
      width,
      height,
      bitrate,
      framerate: framesPerSecond,
      latencyMode: "quality",
      avc: { format: "avc" },
    });
    const planes = emptyPlanes(size);
    const microseconds = 1_000_000 / framesPerSecond;
    for (let nth = 0; nth < frames; nth += 1) {
      film.draw(nth, planes);
      const frame = new codecs.VideoFrame(planes.bytes, {
        format: "I420",
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round(nth * microseconds),
        duration: Math.round(microseconds),
      });
      encoder.encode(frame, { keyFrame: nth % (framesPerSecond * KEY_EVERY_SECONDS) === 0 });
      frame.close();
      do await new Promise<void>((resolve) => setImmediate(resolve));
      while (encoder.encodeQueueSize > QUEUE);
      signal.throwIfAborted();
      if (failed) throw failed;
    }
    await encoder.flush();
  } finally {
    encoder.close();
  }

  const muxer = new codecs.Mp4Muxer({ fastStart: true });
  muxer.addVideoTrack({ codec: CODEC, width, height, framerate: framesPerSecond, ...(description && { description }) });
  for (const chunk of chunks) muxer.addVideoChunk(chunk);
  muxer.flush();
  const bytes = muxer.finalize();
  muxer.close();
  return bytes;
}
