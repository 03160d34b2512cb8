import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputTrack,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { type Part, partIn, unequalTo } from "./part.ts";

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
