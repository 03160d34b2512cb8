import type { Variant } from "../variants/variants.ts";

const takeFrame = "src/jobs/start/take-frame.ts";

/** Mistakes with the frame that a video begins with, and with the press that asks for it. */
export const CHAIN: readonly Variant[] = [
  {
    name: "the video is paid for before its frame is there",
    file: "src/core/film/continues.ts",
    search: 'return picture?.source === "film" && !picture.isChecked;',
    replacement: 'return picture?.source === "film" && picture.url === "never";',
  },
  {
    name: "a frame that cannot be had is charged all the same",
    file: takeFrame,
    search: "await apply(deps, begun, afterwards(deps, begun.job.state, refusal));",
    replacement:
      'await apply(deps, begun, refusal.kind === "over" ? { kind: "frame_taken", url: "" } : afterwards(deps, begun.job.state, refusal));',
  },
  {
    name: "the frame is kept under the video that it comes from",
    file: takeFrame,
    search: "await deps.frames.keep(job.id, frame)",
    replacement: "await deps.frames.keep(job.request.picture?.continues?.job ?? job.id, frame)",
  },
  {
    name: "the address of the frame is not saved with the job",
    file: "src/core/job/advance.ts",
    search: "const taken = { ...picture, url: event.url, isChecked: true };",
    replacement: "const taken = { ...picture, isChecked: true };",
  },
  {
    name: "a second press makes a second video",
    file: "src/core/film/continues.ts",
    search: 'return jobIdFrom("continue", job, String(nth));',
    replacement: 'return jobIdFrom("continue", job, String(nth), String(Math.random()));',
  },
  {
    name: "a film that ends the process is tried for ever",
    file: "src/core/job/advance.ts",
    search: "frameTries: (state.frameTries ?? 0) + 1",
    replacement: "frameTries: state.frameTries ?? 0",
  },
  {
    name: "a frame whose try was cut off is shown once more",
    file: "src/jobs/start/share-frame.ts",
    search: "if (share === null || isShared(reply, nth)) return stored;",
    replacement: "if (share === null) return stored;",
    tryFirst: 46,
  },
  {
    name: "a frame is shown before its file is saved",
    file: "src/jobs/start/share-frame.ts",
    search: "    return latest !== null;\n",
    replacement: "    return true;\n",
    tryFirst: 209,
  },
  {
    name: "a frame that cannot be reached now is given up as gone",
    file: takeFrame,
    search: "      return later(0, kind);",
    replacement: '      return over("film_gone", kind);',
  },
  {
    name: "a frame is kept although its job has its outcome",
    file: "src/jobs/apply.ts",
    search: "const isEnd = outcomeOf(job) !== null || continuesOf(job) === null;",
    replacement: "const isEnd = continuesOf(job) === null;",
  },
];
