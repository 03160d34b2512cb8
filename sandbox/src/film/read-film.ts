export interface ReadFilm {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly frames: readonly Uint8Array[];
}

export async function readFilm(codecs: Codecs, mp4: Uint8Array): Promise<ReadFilm> {
  const failed: Error[] = [];
  const error = (why: Error) => void failed.push(why);
  const shown: { readonly at: number; readonly luma: Uint8Array }[] = [];
  const copying: Promise<unknown>[] = [];
  const decoder = new codecs.VideoDecoder({
    output(frame) {
      const bytes = new Uint8Array(frame.allocationSize());
      shown.push({ at: frame.timestamp, luma: bytes.subarray(0, frame.codedWidth * frame.codedHeight) });
      copying.push(frame.copyTo(bytes).finally(() => frame.close()));
    },
    error,
  });
  const demuxer = new codecs.Mp4Demuxer({ videoOutput: (chunk) => decoder.decode(chunk), error });
  await demuxer.loadBuffer(mp4);
  const config = demuxer.videoDecoderConfig;
  if (!config) throw new Error("There is no film in it.");
  decoder.configure(config);
  await demuxer.demuxAsync();
  await decoder.flush();
  await Promise.all(copying);
  const seconds = (demuxer.duration ?? 0) / 1_000_000;
  demuxer.close();
  decoder.close();
  if (failed[0]) throw failed[0];
  shown.sort((one, other) => one.at - other.at);
  const { codedWidth: width = 0, codedHeight: height = 0 } = config;
  return { width, height, seconds, frames: shown.map(({ luma }) => luma) };
}

export function distance(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  if (!one || !other || one.length !== other.length) return Number.POSITIVE_INFINITY;
  return one.reduce((sum, luma, at) => sum + Math.abs(luma - (other[at] ?? 0)), 0) / one.length;
}

export type Codecs = typeof import("@napi-rs/webcodecs");

/** Null if it is not installed or does not run on this machine. */
export async function loadCodecs(): Promise<Codecs | null> {
  return import("@napi-rs/webcodecs").catch(() => null);
}
