import { fstatSync, readSync } from "node:fs";
import {
  type AudioCodec,
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type Rotation,
  type VideoCodec,
  WEBM,
} from "mediabunny";

function partOf(file: number, from: number, to: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(to - from);
  for (let read = 0; read < bytes.length; ) {
    const more = readSync(file, bytes, read, bytes.length - read, from + read);
    if (more === 0) return bytes.subarray(0, read);
    read += more;
  }
  return bytes;
}

export function openFilm(file: number): Input {
  const source = new CustomSource({ getSize: () => fstatSync(file).size, read: (from, to) => partOf(file, from, to) });
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
}

export async function newFilm(codecs: { readonly video: VideoCodec; readonly audio?: AudioCodec }, rotation: Rotation) {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const video = new EncodedVideoPacketSource(codecs.video);
  output.addVideoTrack(video, { rotation });
  const audio = codecs.audio && new EncodedAudioPacketSource(codecs.audio);
  if (audio) output.addAudioTrack(audio);
  await output.start();
  return {
    video,
    audio,
    async finish(): Promise<Uint8Array> {
      await output.finalize();
      return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
    },
  };
}
