import type { EncodedVideoChunkMetadata, VideoFrame } from "@napi-rs/webcodecs";
import { EncodedPacket, EncodedPacketSink, type InputVideoTrack } from "mediabunny";
import { type CopyTooLarge, nextCopy } from "../../core/film/copy-plan.ts";
import { decodeFrames } from "./decode-frames.ts";
import { soundOf } from "./join-films.ts";
import { PIXELS_MAX } from "./last-frame.ts";
import { inLimitedRange } from "./limited-range.ts";
import { newFilm, openFilm } from "./open-film.ts";

export type Copying =
  | { readonly kind: "copied"; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" | "unreadable" };

/** A minute of film. The service makes at most 15 s. */
const FRAMES_MAX = 3_600;

/** H.264, high profile, level 4.0. */
const CODEC = "avc1.640028";

/** Players seek to key frames. */
const KEY_EVERY = 48;

/** Each frame waiting for the encoder is held in memory. */
const AHEAD = 4;

const MICROSECONDS = 1_000_000;

/** The sound is copied unchanged. Throws if the film cannot be decoded. */
export async function copied(file: number, maxBytes: number): Promise<Copying> {
  const original = await originalIn(file, maxBytes);
  if (original === null) return { kind: "unreadable" };
  const attempts: CopyTooLarge[] = [];
  for (;;) {
    const bitsPerSecond = nextCopy(original, maxBytes, attempts);
    if (bitsPerSecond === null) return { kind: "too_large" };
    const pictures = await encoded(original, bitsPerSecond, maxBytes - original.soundBytes);
    if (pictures === null) return { kind: "unreadable" };
    if (!("chunks" in pictures)) {
      attempts.push({ bitsPerSecond, bytes: pictures.tooLargeBytes + original.soundBytes });
      continue;
    }
    const bytes = await filmOf(original, pictures);
    if (bytes.length <= maxBytes) return { kind: "copied", bytes };
    attempts.push({ bitsPerSecond, bytes: bytes.length });
  }
}

/** In seconds. */
interface Shown {
  readonly at: number;
  readonly seconds: number;
  readonly isShown: boolean;
}

type Original = NonNullable<Awaited<ReturnType<typeof originalIn>>>;

async function originalIn(file: number, maxBytes: number) {
  const film = openFilm(file);
  const track = await film.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) return null;
  const width = await track.getCodedWidth();
  const height = await track.getCodedHeight();
  if (width * height > PIXELS_MAX) return null;
  const frames = await framesOf(track);
  const last = frames?.findLast(({ isShown }) => isShown);
  if (!frames || !last) return null;

  const sound = await soundOf(await film.getPrimaryAudioTrack());
  const packets: EncodedPacket[] = [];
  let soundBytes = 0;
  for await (const packet of sound ? new EncodedPacketSink(sound.track).packets() : []) {
    soundBytes += packet.byteLength;
    if (soundBytes > maxBytes) return null;
    // Sound before the film's beginning only prepares its decoder.
    if (packet.timestamp >= 0) packets.push(packet);
  }
  const seconds = last.at + last.seconds;
  return { track, config, width, height, frames, seconds, soundBytes, sound: sound && { ...sound, packets } };
}

async function framesOf(track: InputVideoTrack): Promise<readonly Shown[] | null> {
  const frames: Shown[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    if (frames.length === FRAMES_MAX) return null;
    const { timestamp: at, duration: seconds } = packet;
    frames.push({ at, seconds, isShown: at > -0.001 });
  }
  return frames.sort((a, b) => a.at - b.at);
}

interface Chunk {
  readonly packet: EncodedPacket;
  readonly metadata: EncodedVideoChunkMetadata | undefined;
}

interface Pictures {
  readonly chunks: readonly Chunk[];
  /** The frames were converted from full range. */
  readonly isLimited: boolean;
}

/**
 * Stops once the pictures exceed `maxBytes`, and then estimates the whole size. null: the file lacks frames that it
 * declares.
 */
async function encoded(
  original: Original,
  bitrate: number,
  maxBytes: number,
): Promise<Pictures | { readonly tooLargeBytes: number } | null> {
  const { VideoEncoder, VideoFrame: Frame } = await import("@napi-rs/webcodecs");
  const { track, config, width, height, frames } = original;
  const chunks: Chunk[] = [];
  let bytes = 0;
  let failure: unknown = null;
  let isLimited = false;
  let wake = () => {};
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      bytes += data.length;
      const shown = frames[encodedFrames[chunks.length] ?? 0];
      const packet = new EncodedPacket(data, chunk.type, shown?.at ?? 0, shown?.seconds ?? 0);
      chunks.push({ packet, metadata });
    },
    error(error) {
      failure = error;
      wake();
    },
  });
  const framerate = frames.length / original.seconds;
  // "realtime" never reorders frames, so chunks come in frame order.
  const how = { bitrate, bitrateMode: "variable", latencyMode: "realtime", avc: { format: "avc" } } as const;
  encoder.configure({ codec: CODEC, width, height, framerate, hardwareAcceleration: "prefer-software", ...how });

  encoder.ondequeue = () => wake();

  const encodedFrames: number[] = [];
  let decodedFrames = 0;
  const isOver = () => bytes > maxBytes;

  async function take(frame: VideoFrame): Promise<void> {
    const shown = frames[decodedFrames];
    decodedFrames += 1;
    // A film may declare one size and have another.
    if (frame.codedWidth !== width || frame.codedHeight !== height) throw new Error("another size");
    if (!shown?.isShown || isOver()) return frame.close();
    const timing = {
      timestamp: Math.round(shown.at * MICROSECONDS),
      duration: Math.round(shown.seconds * MICROSECONDS),
    };
    const limited = await inLimitedRange(frame, timing);
    isLimited ||= limited !== null;
    const next = limited ?? new Frame(frame, timing);
    frame.close();
    encoder.encode(next, { keyFrame: encodedFrames.length % KEY_EVERY === 0 });
    encodedFrames.push(decodedFrames - 1);
    next.close();
    while (encoder.encodeQueueSize > AHEAD && failure === null) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (failure !== null) throw failure;
  }

  async function* packets() {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (isOver()) return;
      yield packet;
    }
  }

  await decodeFrames(config, packets(), take);
  await encoder.flush();
  if (failure !== null) throw failure;
  if (isOver()) return { tooLargeBytes: (bytes * frames.length) / Math.max(chunks.length, 1) };
  return decodedFrames === frames.length && chunks.length === encodedFrames.length ? { chunks, isLimited } : null;
}

async function filmOf({ track, config, sound }: Original, { chunks, isLimited }: Pictures): Promise<Uint8Array> {
  const codecs = { video: "avc", ...(sound && { audio: sound.codec }) } as const;
  const { video, audio, finish } = await newFilm(codecs, await track.getRotation());
  // The encoder specifies neither color space nor pixel aspect ratio.
  const { colorSpace, displayAspectWidth, displayAspectHeight } = config;
  const overrides = {
    ...(colorSpace && { colorSpace: { ...colorSpace, ...(isLimited && { fullRange: false }) } }),
    ...(displayAspectWidth && displayAspectHeight && { displayAspectWidth, displayAspectHeight }),
  };
  for (const { packet, metadata } of chunks) {
    const { decoderConfig } = metadata ?? {};
    await video.add(
      packet,
      decoderConfig && { decoderConfig: { ...decoderConfig, ...overrides } as VideoDecoderConfig },
    );
  }
  for (const packet of sound?.packets ?? []) await audio?.add(packet, { decoderConfig: sound?.config });
  return finish();
}
