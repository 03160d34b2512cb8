import type { Frame } from "../../../src/core/film/film.ts";
import type { Continued, Picture } from "../../../src/core/request/video-request.ts";
import { frameOf } from "../../../src/core/request/video-request.ts";

/** A frame of a film. `says` is its content. */
export function aFrame(says = "frame"): Frame {
  return { bytes: Buffer.from(says), type: "image/png", width: 640, height: 360 };
}

/** The picture of a job that continues another. */
export function aFramePicture(continues: Continued, url?: string): Picture {
  return url === undefined ? frameOf(continues) : { ...frameOf(continues), url, isChecked: true };
}
