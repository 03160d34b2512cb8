import { type AudioCodec, EncodedPacketSink, type InputTrack, type Rotation, type VideoCodec } from "mediabunny";
import { editEnd } from "./edit-end.ts";
import { openFilm } from "./open-film.ts";

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
export async function partIn(file: number): Promise<Part | null> {
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
export function unequalTo(before: readonly Part[], part: Part): boolean {
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
