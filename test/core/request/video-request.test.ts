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
    ["uses the default options if none are typed", {}, {}, {}],
    ["uses the options that the person typed", { ratio: "9:16", duration: "15", resolution: "720p" }, {}, own],
    [
      "accepts options with units and in capitals",
      { duration: "15s", resolution: "720P" },
      {},
      { duration: 15, resolution: "720p" },
    ],
    ["uses the default options if empty options are typed", { ratio: " ", duration: "" }, {}, {}],
    ["uses the options in the person's settings if none are typed", {}, own, own],
    [
      "uses the options that the person typed even if the person's settings differ",
      { ratio: "16:9", duration: "10", resolution: "480p" },
      own,
      {},
    ],
  ] as const)("%s", ([, typed, defaults, decided]) => {
    expect(planned(typed, defaults)).toEqual({ ...plain, ...decided });
  });

  test.for([
    ["an uploaded picture", { image: attached }, { source: "attachment", url: "https://cdn/x" }],
    [
      "a private Slack picture of unknown file size",
      { image: { url: "", sizeBytes: null, file: slackFile } },
      { source: "attachment", url: "", file: slackFile },
    ],
    [
      "the picture at an address",
      { image_url: " https://e.com/a.png " },
      { source: "address", url: "https://e.com/a.png" },
    ],
  ] as const)("takes its ratio from %s unless a ratio is typed", ([, given, found]) => {
    expect(planned(given).picture).toEqual({ ...found, isChecked: false, decidesRatio: true });
    expect(planned({ ...given, ratio: "9:16" }).picture).toEqual({ ...found, isChecked: false, decidesRatio: false });
    expect(planned(given, { aspectRatio: "9:16" })).toMatchObject({
      aspectRatio: "9:16",
      picture: { decidesRatio: true },
    });
  });

  test.for<readonly [string, Partial<VideoDraft>, DraftProblem]>([
    ["a prompt of spaces", { prompt: " \n " }, { kind: "no_prompt" }],
    ["a prompt of invisible characters", { prompt: "\u200b \u3164\u2800" }, { kind: "no_prompt" }],
    ["a prompt of 3,001 characters", { prompt: "a".repeat(3_001) }, { kind: "prompt_too_long", length: 3_001 }],
    // Each of these characters expands to eighteen letters.
    [
      "a prompt that is too long after its normalization",
      { prompt: "\u{fdfa}".repeat(167) },
      { kind: "prompt_too_long", length: 3_006 },
    ],
    ["an unavailable ratio", { ratio: "4:3" }, { kind: "bad_option", option: "ratio", given: "4:3" }],
    ["an unavailable duration", { duration: "12" }, { kind: "bad_option", option: "duration", given: "12" }],
    ["an unavailable resolution", { resolution: "4k" }, { kind: "bad_option", option: "resolution", given: "4k" }],
    ["two pictures", { image: attached, image_url: "https://e.com" }, { kind: "two_pictures" }],
    ["a picture address without HTTPS", { image_url: "http://e.com" }, { kind: "bad_address", why: "not_https" }],
    [
      "a picture file that is one byte too large",
      { image: { ...attached, sizeBytes: 5_000_001 } },
      { kind: "picture_too_large", sizeBytes: 5_000_001 },
    ],
    ["an empty picture file", { image: { ...attached, sizeBytes: 0 } }, { kind: "picture_empty" }],
    ["an unknown flag", { prompt: "--x" }, { kind: "unknown_flag", flag: "--x" }],
  ])("is refused because of %s", ([, typed, problem]) => {
    expect(planVideo(draft(typed), {}, { judgeAddress: isHttps, canFit: false })).toEqual({
      ok: false,
      refusal: problem,
    });
  });

  test("can have a prompt of 3,000 characters that take four bytes each", () => {
    expect([...planned({ prompt: "🦊".repeat(3_000) }).prompt]).toHaveLength(3_000);
  });

  test("is either complete or refused, for any typed input", () => {
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
    ["may", "the content type of a picture", { type: "image/png", name: "a.png" }],
    ["may", "the unregistered content type image/jpg", { type: "image/jpg", name: "a" }],
    ["may", "the old content type IMAGE/PJPEG", { type: "IMAGE/PJPEG", name: "a" }],
    ["may", "only a width and a height", { type: null, name: "a.bin", width: 3, height: 4 }],
    ["may", "the file extension of a stereo picture", { type: null, name: "a.MPO" }],
    ["may", "the file extension of an animated PNG", { type: "application/octet-stream", name: "a.apng" }],
    [
      "may",
      "the file extension of a picture but the content type of a text file",
      { type: "text/plain", name: "a.jpeg" },
    ],
    ["may", "neither a content type nor a known file extension", { type: null, name: "a" }],
    ["may", "no name and no content type", { type: null, name: null }],
    ["cannot", "the content type of a PDF", { type: "application/pdf", name: "a.pdf", width: 3, height: 4 }],
    ["cannot", "the content type of a PDF but no name", { type: "application/pdf", name: "" }],
    ["cannot", "the file extension of an archive", { type: "application/octet-stream", name: "a.zip" }],
    [
      "cannot",
      "the content type of a video but the file extension of a picture",
      { type: "Video/mp4", name: "a.png", width: 3, height: 4 },
    ],
  ] as const)("%s be a picture if it has %s", ([verb, , file]) => {
    expect(mayBePicture({ width: null, height: null, ...file })).toBe(verb === "may");
  });
});

test.for([
  ["a wide picture is 16:9", { width: 16, height: 9 }, "16:9"],
  ["a tall picture is 9:16", { width: 9, height: 16 }, "9:16"],
  ["a square picture is 16:9", { width: 5, height: 5 }, "16:9"],
  ["a picture of unknown width is unknown", { width: null, height: 5 }, null],
  ["a picture of unknown width and height is unknown", null, null],
] as const)("the video ratio that fits %s", ([, size, ratio]) => {
  expect(shapeOf(size)).toBe(ratio);
});
