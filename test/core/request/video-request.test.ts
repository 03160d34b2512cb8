import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planVideo } from "../../../src/core/request/plan-video.ts";
import { DURATIONS, RESOLUTIONS } from "../../../src/core/request/price.ts";
import {
  type Attachment,
  type DraftProblem,
  type JudgeAddress,
  mayBePicture,
  RATIOS,
  shapeOf,
  type VideoDefaults,
  type VideoDraft,
} from "../../../src/core/request/video-request.ts";
import { anyText } from "../../fakes/any-text.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { valueIn } from "../../fakes/value-in.ts";

const isHttps: JudgeAddress = (url) => (url.startsWith("https://") ? null : { kind: "bad_address", why: "not_https" });
const attached: Attachment = { url: "https://cdn/x", sizeBytes: 5_000_000 };

const slackFile = { platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" } as const;

const draft = (typed: Partial<VideoDraft>) => aDraft({ prompt: "a cat", ...typed });

function planned(typed: Partial<VideoDraft>, defaults: VideoDefaults = {}) {
  return valueIn(planVideo(draft(typed), defaults, { judgeAddress: isHttps, canFit: false })).request;
}

describe("a request for a video", () => {
  const plain = { prompt: "a cat", aspectRatio: "16:9", duration: 10, resolution: "480p", picture: null };
  const own: VideoDefaults = { aspectRatio: "9:16", duration: 15, resolution: "720p" };

  test.for([
    [{}, {}, {}],
    [{ ratio: "9:16", duration: "15", resolution: "720p" }, {}, own],
    [{ duration: "15s", resolution: "720P" }, {}, { duration: 15, resolution: "720p" }],
    [{ ratio: " ", duration: "" }, {}, {}],
    [{}, own, own],
    [{ ratio: "16:9", duration: "10", resolution: "480p" }, own, {}],
  ] as const)(
    "has every option, either as typed, from the person's settings or by default (row %#)",
    ([typed, defaults, decided]) => {
      expect(planned(typed, defaults)).toEqual({ ...plain, ...decided });
    },
  );

  test.for([
    ["a file", { image: attached }, { source: "attachment", url: "https://cdn/x" }],
    [
      "a private file of unknown size",
      { image: { url: "", sizeBytes: null, file: slackFile } },
      { source: "attachment", url: "", file: slackFile },
    ],
    ["an address", { image_url: " https://e.com/a.png " }, { source: "address", url: "https://e.com/a.png" }],
  ] as const)(
    "with %s is checked by the picture's content, which decides the ratio unless one was typed",
    ([, given, found]) => {
      expect(planned(given).picture).toEqual({ ...found, isChecked: false, decidesRatio: true });
      expect(planned({ ...given, ratio: "9:16" }).picture).toEqual({ ...found, isChecked: false, decidesRatio: false });
      expect(planned(given, { aspectRatio: "9:16" })).toMatchObject({
        aspectRatio: "9:16",
        picture: { decidesRatio: true },
      });
    },
  );

  test.for<readonly [Partial<VideoDraft>, DraftProblem]>([
    [{ prompt: " \n " }, { kind: "no_prompt" }],
    [{ prompt: "\u200b \u3164\u2800" }, { kind: "no_prompt" }],
    [{ prompt: "a".repeat(3_001) }, { kind: "prompt_too_long", length: 3_001 }],
    // Each of these characters expands to eighteen letters.
    [{ prompt: "\u{fdfa}".repeat(167) }, { kind: "prompt_too_long", length: 3_006 }],
    [{ ratio: "4:3" }, { kind: "bad_option", option: "ratio", given: "4:3" }],
    [{ duration: "12" }, { kind: "bad_option", option: "duration", given: "12" }],
    [{ resolution: "4k" }, { kind: "bad_option", option: "resolution", given: "4k" }],
    [{ image: attached, image_url: "https://e.com" }, { kind: "two_pictures" }],
    [{ image_url: "http://e.com" }, { kind: "bad_address", why: "not_https" }],
    [{ image: { ...attached, sizeBytes: 5_000_001 } }, { kind: "picture_too_large", sizeBytes: 5_000_001 }],
    [{ image: { ...attached, sizeBytes: 0 } }, { kind: "picture_empty" }],
    [{ prompt: "--x" }, { kind: "unknown_flag", flag: "--x" }],
  ])("with an invalid value is refused with the right problem (row %#)", ([typed, problem]) => {
    expect(planVideo(draft(typed), {}, { judgeAddress: isHttps, canFit: false })).toEqual({
      ok: false,
      refusal: problem,
    });
  });

  test("may have a prompt of 3,000 characters, however many bytes they take", () => {
    expect([...planned({ prompt: "🦊".repeat(3_000) }).prompt]).toHaveLength(3_000);
  });

  test("from any typed input is either complete or a problem", () => {
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
        const result = planVideo(draft(words), {}, { judgeAddress: isHttps, canFit: false });
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

describe("an uploaded file", () => {
  test.for([
    ["its type", "may", { type: "image/png", name: "a.png" }],
    ["a type that nobody registered", "may", { type: "image/jpg", name: "a" }],
    ["an old type in capitals", "may", { type: "IMAGE/PJPEG", name: "a" }],
    ["its size alone", "may", { type: null, name: "a.bin", width: 3, height: 4 }],
    ["the name of a picture of two eyes", "may", { type: null, name: "a.MPO" }],
    ["the name of a moving PNG", "may", { type: "application/octet-stream", name: "a.apng" }],
    ["its name against its type", "may", { type: "text/plain", name: "a.jpeg" }],
    ["nothing that is known", "may", { type: null, name: "a" }],
    ["no name and no type", "may", { type: null, name: null }],
    ["the type of a document", "cannot", { type: "application/pdf", name: "a.pdf", width: 3, height: 4 }],
    ["the type of a document but no name", "cannot", { type: "application/pdf", name: "" }],
    ["the name of an archive", "cannot", { type: "application/octet-stream", name: "a.zip" }],
    [
      "the type of a film but the size of a picture",
      "cannot",
      { type: "Video/mp4", name: "a.png", width: 3, height: 4 },
    ],
  ] as const)("with %s %s be a picture", ([, verb, file]) => {
    expect(mayBePicture({ width: null, height: null, ...file })).toBe(verb === "may");
  });
});

describe("a picture's size", () => {
  test.for([
    ["wide picture is 16:9", { width: 16, height: 9 }, "16:9"],
    ["tall picture is 9:16", { width: 9, height: 16 }, "9:16"],
    ["square picture is 16:9", { width: 5, height: 5 }, "16:9"],
    ["picture of unknown width is unknown", { width: null, height: 5 }, null],
    ["picture of unknown size is unknown", null, null],
  ] as const)("the ratio of a %s", ([, size, ratio]) => {
    expect(shapeOf(size)).toBe(ratio);
  });
});
