import { describe, expect, test } from "vitest";
import { placesLeft } from "../../../src/core/batch/batch.ts";
import { type BatchKind, planBatch } from "../../../src/core/batch/plan-batch.ts";
import type { VideoDefaults, VideoDraft } from "../../../src/core/request/video-request.ts";
import { offeredStyles } from "../../../src/core/style.ts";
import { aDraft, anyAddress } from "../../fakes/drafts.ts";
import { aClosedJob, aJob, aRunning, aWaiting } from "../../fakes/jobs.ts";
import { valueIn } from "../../fakes/value-in.ts";

const plan = (draft: Partial<VideoDraft>, make: BatchKind = "scenes", defaults: VideoDefaults = {}) =>
  planBatch({ draft: aDraft(draft), make }, defaults, anyAddress, styles);

const ink = { name: "ink", text: "in ink" };
const styles = offeredStyles({ styles: [ink], always: null }, { styles: [], always: null });
const aFile = { url: "https://cdn.example/cat.png", sizeBytes: 9 };
const emptyFile = { ...aFile, sizeBytes: 0 };

function planned(...given: Parameters<typeof plan>) {
  return valueIn(plan(...given));
}

describe("the form for several videos", () => {
  test("makes one video per non-empty line, in order, with the same options", () => {
    const { each } = planned({
      prompt: "one\r\n\n  two \n \nthree",
      ratio: "9:16",
      resolution: "720p",
      duration: "15",
    });
    expect(each.map(({ prompt }) => prompt)).toEqual(["one", "two", "three"]);
    const [{ prompt: _, ...first }] = each;
    expect(first).toEqual({ aspectRatio: "9:16", resolution: "720p", duration: 15, picture: null });
    expect(each.map(({ prompt: __, ...rest }) => rest)).toEqual([first, first, first]);
  });

  test("makes one video per line with visible text, even if Unicode separators end the lines", () => {
    const { each } = planned({ prompt: "one\u2028t\u200bwo\u0085\u200b\u3164\r\nthree\t" });
    expect(each.map(({ prompt }) => prompt)).toEqual(["one", "two", "three"]);
  });

  test.for(["2", "4"] as const)("makes %s versions of one prompt", (make) => {
    const { each } = planned({ prompt: "\none prompt\n" }, make);
    expect(each.map(({ prompt }) => prompt)).toEqual(Array.from({ length: Number(make) }, () => "one prompt"));
  });

  test.for([
    ["one video from one line", "a", 1],
    ["six videos from six lines", "a\nb\nc\nd\ne\nf", 6],
  ] as const)("makes %s", ([, prompt, count]) => {
    expect(planned({ prompt }).each).toHaveLength(count);
  });

  test("applies the flags in a line to that line only", () => {
    const { each } = planned({ prompt: "one --ratio 9:16\ntwo" });
    expect(each.map(({ prompt, aspectRatio }) => [prompt, aspectRatio])).toEqual([
      ["one", "9:16"],
      ["two", "16:9"],
    ]);
  });

  test("reports the words that were read as flags", () => {
    const { suspected } = planned({ prompt: "one --ratio 9:16\ntwo" });
    expect(suspected).toEqual([{ typed: "--ratio 9:16", isUsable: true }]);
  });

  test("prepares a second set of requests in which the flags stay in the prompts", () => {
    const { flagsAsText } = planned({ prompt: "one --ratio 9:16\ntwo" });
    expect(flagsAsText).toMatchObject([
      { prompt: "one --ratio 9:16", aspectRatio: "16:9" },
      { prompt: "two", aspectRatio: "16:9" },
    ]);
  });

  const tooLong = { kind: "prompt_too_long", length: 3_001 } as const;
  test.for([
    ["seven lines", { prompt: "a\nb\nc\nd\ne\nf\ng" }, "scenes", { kind: "too_many", scenes: 7 }],
    ["two lines as the prompt for two versions", { prompt: "a\nb" }, "2", { kind: "one_prompt" }],
  ] as const)("rejects %s", ([, draft, make, refusal]) => {
    expect(plan(draft, make)).toEqual({ ok: false, refusal });
  });

  const takes = ["16:9", "9:16"] as const;
  test.for([
    ["a prompt without visible text", { prompt: " \n " }, null, { kind: "no_prompt" }],
    ["a line of more than 3,000 characters", { prompt: `a\n\n${"x".repeat(3_001)}` }, 3, tooLong],
    ["a single prompt of more than 3,000 characters", { prompt: "x".repeat(3_001) }, null, tooLong],
    [
      "the flag --ratio without a value",
      { prompt: "a\nb --ratio" },
      2,
      { kind: "bad_flag", flag: "--ratio", given: null, takes },
    ],
    ["the unknown flag --durations", { prompt: "a\n--durations" }, 2, { kind: "unknown_flag", flag: "--durations" }],
    [
      "the flag --ratio with the value 2:1",
      { prompt: "a\nb --ratio 2:1" },
      2,
      { kind: "bad_flag", flag: "--ratio", given: "2:1", takes },
    ],
    [
      "the flag --pay with the value “them”",
      { prompt: "a\nb --pay them" },
      2,
      { kind: "bad_flag", flag: "--pay", given: "them", takes: ["mine", "team"] },
    ],
    [
      "lines with different values of the flag --pay",
      { prompt: "a --pay mine\nb --pay team" },
      null,
      { kind: "bad_option", option: "pay", given: "mine, team" },
    ],
    ["a line that consists only of a flag", { prompt: "a\n--ratio 9:16" }, 2, { kind: "no_prompt" }],
    ["an unknown style", { prompt: "a\nb --style nib" }, 2, { kind: "unknown_style", given: "nib", names: ["ink"] }],
    [
      "an uploaded picture together with the address of another picture",
      { prompt: "a\nb --image https://a.example/b.png", image: aFile },
      2,
      { kind: "two_pictures" },
    ],
    [
      "an empty picture file without reporting an invalid flag in the same form",
      { prompt: "--durations\nb", image: emptyFile },
      null,
      { kind: "picture_empty" },
    ],
  ] as const)("rejects %s", ([, draft, line, problem]) => {
    expect(plan(draft, "scenes")).toEqual({ ok: false, refusal: { kind: "draft", problem, line } });
  });

  test("reports no line number if the picture is the problem", () => {
    const draft = aDraft({ prompt: "a\nb", image_url: "ftp://x" });
    const refused = planBatch(
      { draft, make: "scenes" },
      {},
      {
        ...anyAddress,
        judgeAddress: () => ({ kind: "bad_address", why: "not_https" }),
      },
    );
    expect(refused).toMatchObject({ refusal: { kind: "draft", line: null } });
  });
});

test("a carriage return separates the prompts of two videos in a chain", () => {
  expect(planned({ prompt: "one\rtwo" }, "chain").each.map(({ prompt }) => prompt)).toEqual(["one", "two"]);
});

test("the choice “Use my words as they are” is not offered for a batch if its prompts contain no flags", () => {
  expect(planned({ prompt: "one\ntwo" })).toMatchObject({ suspected: [], flagsAsText: null });
});

test("the choice “Use my words as they are” is not offered for a batch if a prompt with its flags is too long", () => {
  const long = `${"x".repeat(2_990)} --ratio 9:16`;
  expect(planned({ prompt: `${long}\ntwo` })).toMatchObject({
    suspected: [{ typed: "--ratio 9:16" }],
    flagsAsText: null,
  });
});

test("the choice “Use my words as they are” is offered for two versions of a prompt with a flag", () => {
  expect(planned({ prompt: "one --ratio 9:16" }, "2").flagsAsText).toHaveLength(2);
});

describe("the number of videos that a person can still start", () => {
  const rules = { ofOwner: 3, waitingOfOwner: 5 };
  const running = aJob({ state: aRunning() });
  const waiting = aJob({ state: aWaiting({ for: "turn" }) });
  const asked = aJob({ state: aWaiting({ for: "approval" }) });

  test.for([
    [3, 8, "no other job", []],
    [2, 7, "one running job", [running]],
    [0, 4, "three running jobs and one waiting job", [running, running, running, waiting]],
    [2, 7, "one job that waits for its turn", [waiting]],
    [3, 7, "one job that waits for an approval", [asked]],
    [3, 8, "one ended job", [aClosedJob()]],
    [0, 0, "more jobs than allowed", [...Array(4).fill(running), ...Array(7).fill(waiting)]],
  ] as const)("is %i now, and %i including the queue, if the person has %s", ([now, inAll, , jobs]) => {
    expect(placesLeft(jobs, rules)).toEqual({ now, inAll });
  });
});
