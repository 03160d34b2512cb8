import {
  type AudioCodec,
  type EncodedPacket,
  EncodedPacketSink,
  type InputTrack,
  type Rotation,
  type VideoCodec,
} from "mediabunny";
import { newFilm, openFilm } from "./open-film.ts";

/** `nth` counts films from 0. */
export type Joining =
  | { readonly kind: "joined"; readonly durationMs: number; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  | { readonly kind: "unreadable" | "unequal"; readonly nth: number };

/** Contents are copied unchanged, so all films must share one size and coding. */
export async function joinFiles(files: readonly number[], maxBytes: number): Promise<Joining> {
  const parts: FilmPart[] = [];
  for (const [nth, file] of files.entries()) {
    const part = await partIn(file).catch(() => null);
    if (part === null) return { kind: "unreadable", nth };
    if (unequalTo(parts, part)) return { kind: "unequal", nth };
    parts.push(part);
  }
  const [first] = parts;
  if (!first) throw new Error("no films to join");

  const sound = parts.find((part) => part.audio)?.audio;
  const codecs = { video: first.video.codec, ...(sound && { audio: sound.codec }) };
  const { video, audio, finish } = await newFilm(codecs, first.video.rotation);

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
    // The file is cut short.
    if (shownTo < part.lastAt) return { kind: "unreadable", nth };
    for await (const packet of part.audio ? packetsOf(part.audio.track) : []) {
      if (isTooLarge(packet)) return { kind: "too_large" };
      // Sound before the film's beginning only prepares its decoder; sound after its end would overlap the next film's.
      if (packet.timestamp < 0 || packet.timestamp + packet.duration / 2 >= part.seconds) continue;
      const at = { timestamp: base + packet.timestamp };
      if (part.audio) await audio?.add(packet.clone(at), { decoderConfig: part.audio.config });
    }
    base += part.seconds;
  }
  const bytes = await finish();
  if (bytes.length > maxBytes) return { kind: "too_large" };
  return { kind: "joined", durationMs: Math.round(base * 1_000), bytes };
}

const packetsOf = (track: InputTrack) => new EncodedPacketSink(track).packets();

export interface FilmPart {
  readonly seconds: number;
  readonly lastAt: number;
  readonly video: Copied<VideoCodec, VideoDecoderConfig> & { readonly rotation: Rotation };
  readonly audio: Copied<AudioCodec, AudioDecoderConfig> | null;
  readonly isWhole: boolean;
}

interface Copied<Codec, Config> {
  readonly track: InputTrack;
  readonly codec: Codec;
  readonly config: Config;
}

/** A film's first frame may come this much before its beginning. */
const SLACK_SECONDS = 0.001;

async function partIn(file: number): Promise<FilmPart | null> {
  const film = openFilm(file);
  const track = await film.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  if (!track || !codec || !config) return null;
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket({ metadataOnly: true });
  const last = await sink.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true });
  if (!first || !last) return null;
  return {
    seconds: last.timestamp + last.duration,
    lastAt: last.timestamp,
    video: { track, codec, config, rotation: await track.getRotation() },
    audio: await soundOf(await film.getPrimaryAudioTrack()),
    isWhole: first.timestamp > -SLACK_SECONDS,
  };
}

export async function soundOf(track: Awaited<ReturnType<ReturnType<typeof openFilm>["getPrimaryAudioTrack"]>>) {
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  return track && codec && config ? { track, codec, config } : null;
}

/** The size or coding differs, or some content is hidden. Films with and without sound can share a file. */
function unequalTo(before: readonly FilmPart[], part: FilmPart): boolean {
  const seen = before[0]?.video;
  const firstTrack = before.find(({ audio }) => audio)?.audio;
  return (
    !part.isWhole ||
    (seen !== undefined &&
      (seen.rotation !== part.video.rotation || nameOf(seen.config) !== nameOf(part.video.config))) ||
    (firstTrack != null && part.audio !== null && nameOf(firstTrack.config) !== nameOf(part.audio.config))
  );
}

function nameOf({ description, ...config }: VideoDecoderConfig | AudioDecoderConfig): string {
  const view = description && (ArrayBuffer.isView(description) ? description : new Uint8Array(description));
  const bytes = view ? Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("hex") : null;
  return JSON.stringify([bytes, Object.entries(config).sort()]);
}
