import type { EncodedVideoChunk } from "@napi-rs/webcodecs";
import { LRUCache } from "lru-cache";
import { drawScene, emptyFrame, type Frame, type Size, sceneOf } from "./draw-scene.ts";
import { type Codecs, loadCodecs } from "./read-film.ts";
import { fetchPicture, readPicture } from "./read-picture.ts";

export interface FilmTask extends Omit<FilmOrder, "picture"> {
  readonly id: string;
  readonly imageUrl?: string | undefined;
}

export type Films = ReturnType<typeof openFilms>;

const FILMS_MAX = 60;

/** At most 5 MB each. A film whose picture was dropped begins with its own scene. */
const PICTURES_MAX = 30;

export function openFilms(load: () => Promise<Codecs | null> = loadCodecs) {
  const stopped = new AbortController();
  const pictures = new LRUCache<string, Promise<Uint8Array | null>>({ max: PICTURES_MAX });
  const films = new LRUCache<string, Promise<Uint8Array | null>>({ max: FILMS_MAX });
  let before: Promise<unknown> = Promise.resolve();
  let isMissing = false;
  const loaded = load().then((codecs) => {
    isMissing = codecs === null;
    return codecs;
  });

  async function make({ id, ...order }: FilmTask): Promise<Uint8Array | null> {
    const codecs = await loaded;
    if (!codecs) return null;
    const picture = (await pictures.get(id)) ?? null;
    return makeFilm(codecs, { ...order, picture }, stopped.signal);
  }

  return {
    begin({ id, imageUrl }: FilmTask) {
      if (imageUrl !== undefined) pictures.set(id, fetchPicture(imageUrl, stopped.signal));
    },
    of(task: FilmTask): Promise<Uint8Array | null> {
      const drawn = films.get(task.id);
      if (drawn) return drawn;
      const film = before.then(() => make(task)).catch(() => null);
      before = film;
      films.set(task.id, film);
      return film;
    },
    isPackageMissing: (): boolean => isMissing,
    stop: () => stopped.abort(),
  };
}

export interface FilmOrder {
  readonly prompt: string;
  readonly aspectRatio: "16:9" | "9:16";
  readonly duration: number;
  readonly resolution: "480p" | "720p";
  readonly picture: Uint8Array | null;
}

const FRAMES_PER_SECOND = 12;

/** Smaller than their names say, because films must be made quickly. */
const SIZES = {
  "480p": { long: 640, short: 360, bitrate: 400_000 },
  "720p": { long: 768, short: 432, bitrate: 600_000 },
} as const;

const STILL_SECONDS = 0.4;
const TURNS_SECONDS = 2.6;

export async function makeFilm(codecs: Codecs, order: FilmOrder, signal: AbortSignal): Promise<Uint8Array> {
  const { long, short, bitrate } = SIZES[order.resolution];
  const size: Size = order.aspectRatio === "16:9" ? { width: long, height: short } : { width: short, height: long };
  const scene = sceneOf(order.prompt);
  const picture = order.picture && (await readPicture(order.picture, size));
  const drawn = emptyFrame(size);

  const frames = order.duration * FRAMES_PER_SECOND;
  return encodeFilm(codecs, { ...size, bitrate, frames, signal }, (seconds, into) => {
    const share = picture ? smooth((seconds - STILL_SECONDS) / TURNS_SECONDS) : 1;
    if (!picture || share === 1) return drawScene(scene, seconds, into);
    if (share > 0) drawScene(scene, seconds, drawn);
    dissolve(picture, drawn, { share, into });
  });
}

function dissolve(from: Frame, to: Frame, { share, into }: { share: number; into: Frame }): void {
  const weight = Math.round(share * 256);
  for (let at = 0; at < into.bytes.length; at += 1) {
    const first = from.bytes[at] ?? 0;
    into.bytes[at] = first + ((((to.bytes[at] ?? 0) - first) * weight) >> 8);
  }
}

function smooth(share: number): number {
  const within = Math.min(1, Math.max(0, share));
  return within * within * (3 - 2 * within);
}

/**
 * H.264, Constrained Baseline, level 3.1: every browser plays it, with frames in the order in which they were drawn.
 */
const CODEC = "avc1.42E01F";

const QUEUE = 8;

const KEY_EVERY_SECONDS = 2;

async function encodeFilm(
  codecs: Codecs,
  film: Size & { readonly bitrate: number; readonly frames: number; readonly signal: AbortSignal },
  draw: (seconds: number, into: Frame) => void,
): Promise<Uint8Array> {
  const { width, height, bitrate, frames, signal } = film;
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
      framerate: FRAMES_PER_SECOND,
      latencyMode: "quality",
      avc: { format: "avc" },
    });
    const picture = emptyFrame(film);
    const microseconds = 1_000_000 / FRAMES_PER_SECOND;
    for (let index = 0; index < frames; index += 1) {
      draw(index / FRAMES_PER_SECOND, picture);
      const frame = new codecs.VideoFrame(picture.bytes, {
        format: "RGBA",
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round(index * microseconds),
        duration: Math.round(microseconds),
      });
      encoder.encode(frame, { keyFrame: index % (FRAMES_PER_SECOND * KEY_EVERY_SECONDS) === 0 });
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
  muxer.addVideoTrack({
    codec: CODEC,
    width,
    height,
    framerate: FRAMES_PER_SECOND,
    ...(description && { description }),
  });
  for (const chunk of chunks) muxer.addVideoChunk(chunk);
  muxer.flush();
  const bytes = muxer.finalize();
  muxer.close();
  return bytes;
}
