import { type VideoDraft, videoOptions } from "../../src/core/request/video-request.ts";

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
