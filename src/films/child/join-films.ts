import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  type Rotation,
  type VideoCodec,
} from "mediabunny";
import { editEnd, openFilm } from "./open-film.ts";

/** What came of joining. `nth`: of which film, from 0. */
export type Joining =
  | { readonly kind: "joined"; readonly durationMs: number; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  | { readonly kind: "unreadable" | "unequal"; readonly nth: number };

/**
 * Makes one MP4 of the films in those open files, each after the other, and copies what is in them as it stands: one size
 * and one way of coding is all that such a film can have.
 */
export async function joined(files: readonly number[], maxBytes: number): Promise<Joining> {
  const parts: Part[] = [];
  for (const [nth, file] of files.entries()) {
    const part = await partIn(file).catch(() => null);
    if (part === null) return { kind: "unreadable", nth };
    if (unequalTo(parts, part)) return { kind: "unequal", nth };
    parts.push(part);
  }
  const [first] = parts;
  if (!first) throw new Error("no films to join");

  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const video = new EncodedVideoPacketSource(first.video.codec);
  output.addVideoTrack(video, { rotation: first.video.rotation });
  const sound = parts.find((part) => part.audio)?.audio;
  const audio = sound && new EncodedAudioPacketSource(sound.codec);
  if (audio) output.addAudioTrack(audio);
  await output.start();

  let base = 0;
  let sizeBytes = 0;
  const isTooLarge = ({ byteLength }: EncodedPacket) => {
    sizeBytes += byteLength;
    return sizeBytes > maxBytes;
  };
  for (const [nth, part] of parts.entries()) {
    let shownTo = Number.NEGATIVE_INFINITY;
    for await (const packet of packetsOf(part.video.track)) {
      shownTo = Math.max(shownTo, packet.timestamp);
      if (isTooLarge(packet)) return { kind: "too_large" };
      const at = { timestamp: base + packet.timestamp };
      await video.add(packet.clone(at), { decoderConfig: part.video.config });
    }
    // The file ends before its film does.
    if (shownTo < part.lastAt) return { kind: "unreadable", nth };
    for await (const packet of part.audio ? packetsOf(part.audio.track) : []) {
      if (isTooLarge(packet)) return { kind: "too_large" };
      // Sound before the film's beginning only readies its decoder; sound behind its end would be the next film's.
      if (packet.timestamp < 0 || packet.timestamp + packet.duration / 2 >= part.seconds) continue;
      const at = { timestamp: base + packet.timestamp };
      if (part.audio) await audio?.add(packet.clone(at), { decoderConfig: part.audio.config });
    }
    base += part.seconds;
  }
  await output.finalize();
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  if (bytes.length > maxBytes) return { kind: "too_large" };
  return { kind: "joined", durationMs: Math.round(base * 1_000), bytes };
}

const packetsOf = (track: InputTrack) => new EncodedPacketSink(track).packets();

/** One film of several that become one. */
export interface Part {
  /** Of what is seen: with it the next film begins. */
  readonly seconds: number;
  /** When its last frame begins. */
  readonly lastAt: number;
  readonly video: Copied<VideoCodec, VideoDecoderConfig> & { readonly rotation: Rotation };
  readonly audio: Copied<AudioCodec, AudioDecoderConfig> | null;
  /** Whether all that is in it is also shown. */
  readonly isWhole: boolean;
}

interface Copied<Codec, Config> {
  readonly track: InputTrack;
  readonly codec: Codec;
  readonly config: Config;
}

/** How far a film's first frame may stand before its beginning, and its last one behind its end, in seconds. */
const SLACK_SECONDS = 0.001;

/** The film in that open file; null where it has no moving pictures. Throws where it cannot be read. */
async function partIn(file: number): Promise<Part | null> {
  const film = openFilm(file);
  const track = await film.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  if (!track || !codec || !config) return null;
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket({ metadataOnly: true });
  const last = await sink.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true });
  if (!first || !last) return null;
  const end = editEnd(file, track.id) ?? Number.POSITIVE_INFINITY;
  return {
    seconds: last.timestamp + last.duration,
    lastAt: last.timestamp,
    video: { track, codec, config, rotation: await track.getRotation() },
    audio: await soundOf(await film.getPrimaryAudioTrack()),
    isWhole: first.timestamp > -SLACK_SECONDS && last.timestamp < end + SLACK_SECONDS,
  };
}

async function soundOf(track: Awaited<ReturnType<ReturnType<typeof openFilm>["getPrimaryAudioTrack"]>>) {
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  return track && codec && config ? { track, codec, config } : null;
}

/**
 * Whether a film cannot stand in one file with those before it: it has another size or way of coding, or hides some of what
 * is in it. Films without sound stand beside those with it.
 */
function unequalTo(before: readonly Part[], part: Part): boolean {
  const seen = before[0]?.video;
  const heard = before.find(({ audio }) => audio)?.audio;
  return (
    !part.isWhole ||
    (seen !== undefined &&
      (seen.rotation !== part.video.rotation || nameOf(seen.config) !== nameOf(part.video.config))) ||
    (heard != null && part.audio !== null && nameOf(heard.config) !== nameOf(part.audio.config))
  );
}

/** Everything that a decoder is told, as text. */
function nameOf({ description, ...config }: VideoDecoderConfig | AudioDecoderConfig): string {
  const view = description && (ArrayBuffer.isView(description) ? description : new Uint8Array(description));
  const bytes = view ? Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("hex") : null;
  return JSON.stringify([bytes, Object.entries(config).sort()]);
}
