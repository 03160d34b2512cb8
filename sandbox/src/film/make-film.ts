import type { Codecs } from "./codecs.ts";
import { drawScene } from "./draw-scene.ts";
import { encodeFilm } from "./encode-film.ts";
import { readPicture } from "./picture/read-picture.ts";
import { dissolve, emptyPlanes, type Size } from "./planes.ts";
import { sceneOf } from "./scene.ts";

/** What a film is made of. */
export interface FilmOrder {
  readonly prompt: string;
  readonly aspectRatio: "16:9" | "9:16";
  /** In seconds. */
  readonly duration: number;
  readonly resolution: "480p" | "720p";
  /** What it begins with; null for nothing but the prompt. */
  readonly picture: Uint8Array | null;
}

const FRAMES_PER_SECOND = 12;

/** Smaller than their names say: so they are made in a moment, and still differ in sharpness. */
const SIZES = {
  "480p": { long: 640, short: 360, bitrate: 400_000 },
  "720p": { long: 768, short: 432, bitrate: 600_000 },
} as const;

/** A film that begins with a picture stands still for so long, and then turns into the prompt's scene. */
const STILL_SECONDS = 0.4;
const TURNS_SECONDS = 2.6;

/** The film of that order: as long as asked, and the same each time. A picture that cannot be read is left out. */
export async function makeFilm(codecs: Codecs, order: FilmOrder, signal: AbortSignal): Promise<Uint8Array> {
  const { long, short, bitrate } = SIZES[order.resolution];
  const size: Size = order.aspectRatio === "16:9" ? { width: long, height: short } : { width: short, height: long };
  const scene = sceneOf(order.prompt);
  const picture = order.picture && (await readPicture(codecs, order.picture, size));
  const drawn = emptyPlanes(size);

  return encodeFilm(
    codecs,
    {
      size,
      bitrate,
      framesPerSecond: FRAMES_PER_SECOND,
      frames: order.duration * FRAMES_PER_SECOND,
      draw(nth, into) {
        const seconds = nth / FRAMES_PER_SECOND;
        const share = picture ? smooth((seconds - STILL_SECONDS) / TURNS_SECONDS) : 1;
        if (!picture || share === 1) return drawScene(scene, seconds, into);
        if (share > 0) drawScene(scene, seconds, drawn);
        dissolve(picture, drawn, { share, into });
      },
    },
    signal,
  );
}

/** From 0 to 1, slow at both ends. */
function smooth(share: number): number {
  const within = Math.min(1, Math.max(0, share));
  return within * within * (3 - 2 * within);
}
