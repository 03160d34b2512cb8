import { type PictureRules, type VideoDraft, videoOptions } from "../../src/core/request/video-request.ts";

/** A draft with a prompt and the given options. */
export function aDraft(typed: Partial<VideoDraft> = {}): VideoDraft {
  return {
    prompt: "a paper boat in the rain",
    image: null,
    ...videoOptions(() => null),
    appliesFlags: false,
    ...typed,
  };
}

/** Accepts every URL, and does not resize pictures. */
export const anyAddress: PictureRules = { judgeAddress: () => null, canFit: false };

/** The limits of a form if pictures are not resized. */
export const fiveMb = { upload: 5, address: 5 } as const;
