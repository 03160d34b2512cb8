import { loadCodecs } from "../../../src/sandbox/film/codecs.ts";

/** What a film is, and its frames in the order in which they are shown: the luma of each pixel. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly frames: readonly Uint8Array[];
}

/** Decodes the whole of an MP4. */
export async function framesOf(mp4: Uint8Array): Promise<Seen> {
  const codecs = await loadCodecs();
  if (!codecs) throw new Error("the package that reads films is not installed");
  const fail = (error: Error) => {
    throw error;
  };
  const shown: { at: number; luma: Uint8Array }[] = [];
  const copying: Promise<unknown>[] = [];
  const decoder = new codecs.VideoDecoder({
    output(frame) {
      const bytes = new Uint8Array(frame.allocationSize());
      const { codedWidth, codedHeight, timestamp } = frame;
      shown.push({ at: timestamp, luma: bytes.subarray(0, codedWidth * codedHeight) });
      copying.push(frame.copyTo(bytes).finally(() => frame.close()));
    },
    error: fail,
  });
  const demuxer = new codecs.Mp4Demuxer({ videoOutput: (chunk) => decoder.decode(chunk), error: fail });
  await demuxer.loadBuffer(mp4);
  const config = demuxer.videoDecoderConfig;
  if (!config) throw new Error("there is no film in it");
  decoder.configure(config);
  await demuxer.demuxAsync();
  await decoder.flush();
  await Promise.all(copying);
  const seconds = (demuxer.duration ?? 0) / 1_000_000;
  demuxer.close();
  decoder.close();
  shown.sort((one, other) => one.at - other.at);
  const { codedWidth: width = 0, codedHeight: height = 0 } = config;
  return { width, height, seconds, frames: shown.map(({ luma }) => luma) };
}

/** How far two frames are from each other: the mean difference of luma, of 0 to 255. */
export function distance(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  if (!one || !other || one.length !== other.length) return Number.POSITIVE_INFINITY;
  return one.reduce((sum, luma, at) => sum + Math.abs(luma - (other[at] ?? 0)), 0) / one.length;
}
