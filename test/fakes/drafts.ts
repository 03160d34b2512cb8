import { type PictureRules, type VideoDraft, videoOptions } from "../../src/core/request/video-request.ts";

/** A draft with a prompt and nothing else, unless a test adds it. */
export function aDraft(typed: Partial<VideoDraft> = {}): VideoDraft {
  return {
    prompt: "a paper boat in the rain",
    image: null,
    ...videoOptions(() => null),
    appliesFlags: false,
    ...typed,
  };
}

/** Takes every address, and makes nothing fit. */
export const anyAddress: PictureRules = { judgeAddress: () => null, canFit: false };

/** The limits of a form where nothing is made to fit. */
export const fiveMb = { upload: 5, address: 5 } as const;
