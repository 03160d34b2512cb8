import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planVideo } from "../../../src/core/request/plan-video.ts";
import { DURATIONS, RESOLUTIONS } from "../../../src/core/request/price.ts";
import {
  type Attachment,
  type DraftProblem,
  type JudgeAddress,
  RATIOS,
  shapeOf,
  type VideoDefaults,
  type VideoDraft,
} from "../../../src/core/request/video-request.ts";
import { anyText } from "../../fakes/any-text.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { valueIn } from "../../fakes/value-in.ts";

const isHttps: JudgeAddress = (url) => (url.startsWith("https://") ? null : { kind: "bad_address", why: "not_https" });
const png = { url: "https://cdn/x", contentType: "image/png", sizeBytes: 5_000_000 };
const portrait: Attachment = { ...png, width: 9, height: 16 };

const slackFile = { platform: "slack", teamId: "T1", id: "F1" } as const;

const draft = (typed: Partial<VideoDraft>) => aDraft({ prompt: "a cat", ...typed });

function planned(typed: Partial<VideoDraft>, defaults: VideoDefaults = {}) {
  return valueIn(planVideo(draft(typed), defaults, isHttps)).request;
}

describe("planVideo", () => {
  const plain = { prompt: "a cat", aspectRatio: "16:9", duration: 10, resolution: "480p", picture: null };
  const own: VideoDefaults = { aspectRatio: "9:16", duration: 15, resolution: "720p" };

  test.for([
    [{}, {}, {}],
    [{ ratio: "9:16", duration: "15", resolution: "720p" }, {}, own],
    [{ duration: "15s", resolution: "720P" }, {}, { duration: 15, resolution: "720p" }],
    [{ ratio: " ", duration: "" }, {}, {}],
    [{}, own, own],
    [{ ratio: "16:9", duration: "10", resolution: "480p" }, own, {}],
  ] as const)("of %j with defaults %j decides everything", ([typed, defaults, decided]) => {
    expect(planned(typed, defaults)).toEqual({ ...plain, ...decided });
  });

  test("a picture's own shape comes before defaults and after what was typed", () => {
    expect(planned({ image: portrait }, { aspectRatio: "16:9" }).aspectRatio).toBe("9:16");
    expect(planned({ image: portrait, ratio: "16:9" }).aspectRatio).toBe("16:9");
  });

  test("an attached picture is judged by the platform's word, an address later by its content", () => {
    const attached = { source: "attachment", url: "https://cdn/x", isChecked: true, decidesRatio: false };
    expect(planned({ image: portrait }).picture).toEqual(attached);
    const address = { source: "address", url: "https://e.com/a.png", isChecked: false };
    expect(planned({ image_url: " https://e.com/a.png " }).picture).toEqual({ ...address, decidesRatio: true });
    const { picture } = planned({ image_url: "https://e.com/a.png", ratio: "16:9" });
    expect(picture).toEqual({ ...address, decidesRatio: false });
  });

  test("a picture whose content is looked at before it is paid for needs no word of the platform's about its size", () => {
    const image = { ...portrait, file: slackFile, sizeBytes: null, width: null, height: null };
    expect(planned({ image })).toMatchObject({ picture: { isChecked: false, decidesRatio: true } });
  });

  test.for<readonly [Partial<VideoDraft>, DraftProblem]>([
    [{ prompt: " \n " }, { kind: "no_prompt" }],
    [{ prompt: "\u200b \u3164\u2800" }, { kind: "no_prompt" }],
    [{ prompt: "a".repeat(3_001) }, { kind: "prompt_too_long", length: 3_001 }],
    // For whoever judges it, each of these is eighteen letters.
    [{ prompt: "\u{fdfa}".repeat(167) }, { kind: "prompt_too_long", length: 3_006 }],
    [{ ratio: "4:3" }, { kind: "bad_option", option: "ratio", given: "4:3" }],
    [{ duration: "12" }, { kind: "bad_option", option: "duration", given: "12" }],
    [{ resolution: "4k" }, { kind: "bad_option", option: "resolution", given: "4k" }],
    [{ image: portrait, image_url: "https://e.com" }, { kind: "two_pictures" }],
    [{ image_url: "http://e.com" }, { kind: "bad_address", why: "not_https" }],
    [{ image: { ...portrait, sizeBytes: 5_000_001 } }, { kind: "picture_too_large", sizeBytes: 5_000_001 }],
    [{ image: { ...portrait, contentType: "application/pdf" } }, { kind: "not_a_picture" }],
    [{ image: { ...portrait, contentType: null } }, { kind: "not_a_picture" }],
    [{ image: { ...portrait, sizeBytes: 0 } }, { kind: "picture_empty" }],
    [{ image: { ...portrait, width: null, height: null } }, { kind: "picture_unreadable" }],
    [{ image: { ...portrait, height: null } }, { kind: "picture_unreadable" }],
    [{ image: { ...portrait, width: 0 } }, { kind: "picture_unreadable" }],
    [
      { flagProblems: [{ kind: "unknown_flag", flag: "--x" }], prompt: "" },
      { kind: "unknown_flag", flag: "--x" },
    ],
  ])("of %j is refused with %j", ([typed, problem]) => {
    expect(planVideo(draft(typed), {}, isHttps)).toEqual({ ok: false, refusal: problem });
  });

  test("a prompt of 3,000 characters passes, however many bytes they have", () => {
    expect([...planned({ prompt: "🦊".repeat(3_000) }).prompt]).toHaveLength(3_000);
  });

  test("whatever is typed, the outcome is a whole request or a problem", () => {
    const text = fc.oneof(anyText(), fc.constantFrom(...RATIOS, "10", "15s", "480p", "720P"));
    const typed = fc.record({
      prompt: text,
      ratio: fc.option(text),
      duration: fc.option(text),
      resolution: fc.option(text),
      image_url: fc.option(text),
    });
    fc.assert(
      fc.property(typed, (words) => {
        const result = planVideo(draft(words), {}, isHttps);
        if (!result.ok) {
          expect(result.refusal.kind).not.toBe("");
          return;
        }
        const { prompt, aspectRatio, duration, resolution } = result.value.request;
        expect(prompt).toBe(prompt.trim());
        expect(prompt.isWellFormed()).toBe(true);
        expect(prompt).not.toBe("");
        expect(RATIOS).toContain(aspectRatio);
        expect(DURATIONS).toContain(duration);
        expect(RESOLUTIONS).toContain(resolution);
      }),
    );
  });
});

describe("shapeOf", () => {
  test.for([
    [{ width: 16, height: 9 }, "16:9"],
    [{ width: 9, height: 16 }, "9:16"],
    [{ width: 5, height: 5 }, "16:9"],
    [{ width: null, height: 5 }, null],
    [null, null],
  ] as const)("of %j is %s", ([size, ratio]) => {
    expect(shapeOf(size)).toBe(ratio);
  });
});
