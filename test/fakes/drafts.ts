import type { VideoDraft } from "../../src/core/request/video-request.ts";

/** A draft with a prompt and nothing else, unless a test adds it. */
export function aDraft(typed: Partial<VideoDraft> = {}): VideoDraft {
  return {
    prompt: "a paper boat in the rain",
    ratio: null,
    duration: null,
    resolution: null,
    image: null,
    image_url: null,
    pay: null,
    style: null,
    flagProblems: [],
    ...typed,
  };
}
