import { describe, expect, it } from "vitest";
import { actOf, base, slash } from "../interactions.ts";
import { jobId } from "../world.ts";

describe("reading an interaction", () => {
  it("takes what was chosen in a menu for its meaning", () => {
    const chosen = (values: unknown, type = 3) => ({
      ...base,
      type: 3,
      message: { id: "5" },
      data: { custom_id: "choose", component_type: type, values },
    });
    expect(actOf(chosen([`show_job:${jobId}`]))).toMatchObject({ kind: "press", action: { kind: "show_job", jobId } });
    for (const payload of [
      chosen([]),
      chosen(undefined),
      chosen(["from the future"]),
      chosen([`show_job:${jobId}`], 5),
    ])
      expect(actOf(payload)).toEqual({ kind: "unknown", what: "component choose" });
  });

  it("answers help in /video-jobs with the help, and leaves a prompt to the desk", () => {
    const show = [{ name: "show", type: 3, value: "help" }];
    expect(actOf(slash("video-jobs", { options: show }))).toEqual({ kind: "help" });
    const prompt = [{ name: "prompt", type: 3, value: "help" }];
    expect(actOf(slash("video", { options: prompt }))).toMatchObject({ kind: "make_video", draft: { prompt: "help" } });
  });
});
