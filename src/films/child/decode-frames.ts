import type { VideoFrame } from "@napi-rs/webcodecs";
import type { EncodedPacket } from "mediabunny";

/** Each frame waiting for the decoder is held in memory. */
const AHEAD = 8;

/** @napi-rs/webcodecs 1.3.1 frees a frame's memory when its object is garbage-collected, not when it is closed. */
const CLEARED_EVERY = 16;

/**
 * H.264 profiles with more chroma than 4:2:0. In full range, webcodecs 1.3.1 reports such frames as I420 and returns
 * wrong colors.
 */
const MORE_COLORS = /^avc1\.(?:7a|f4)/i;

/**
 * Passes on frames in display order. The receiver closes each frame and must ignore its timestamp: webcodecs 1.3.1 gives
 * timestamps in decoding order. Returns the number of packets.
 */
export async function decodeFrames(
  config: VideoDecoderConfig,
  packets: AsyncIterable<EncodedPacket>,
  take: (frame: VideoFrame) => Promise<void> | void,
): Promise<number> {
  const { EncodedVideoChunk, VideoDecoder } = await import("@napi-rs/webcodecs");
  const decodedFrames: VideoFrame[] = [];
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  let dequeued = () => {};
  const decoder = new VideoDecoder({
    output: (frame) => void decodedFrames.push(frame),
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
  const takeDecoded = async () => {
    for (let frame = decodedFrames.shift(); frame; frame = decodedFrames.shift()) {
      if (frame.colorSpace.fullRange && MORE_COLORS.test(config.codec)) throw new Error("its colours are misread");
      await take(frame);
    }
  };
  let fed = 0;
  for await (const { type, data } of packets) {
    decoder.decode(new EncodedVideoChunk({ type, timestamp: fed, data }));
    fed += 1;
    if (fed % CLEARED_EVERY === 0) globalThis.gc?.();
    while (decoder.decodeQueueSize > AHEAD) {
      const queueShrank = new Promise<void>((resolve) => {
        dequeued = resolve;
      });
      await Promise.race([queueShrank, failed]);
    }
    await takeDecoded();
  }
  await Promise.race([decoder.flush(), failed]);
  await takeDecoded();
  return fed;
}

function bytesOf(source: ArrayBufferView | ArrayBufferLike): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
