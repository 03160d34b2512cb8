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
  test("makes one scene per non-empty line, in order, with the same options", () => {
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

  test("makes one scene per line with visible text, whatever ends the line", () => {
    const { each } = planned({ prompt: "one\u2028t\u200bwo\u0085\u200b\u3164\r\nthree\t" });
    expect(each.map(({ prompt }) => prompt)).toEqual(["one", "two", "three"]);
  });

  test.for(["2", "4"] as const)("makes %s versions of one prompt", (make) => {
    const { each } = planned({ prompt: "\none prompt\n" }, make);
    expect(each.map(({ prompt }) => prompt)).toEqual(Array.from({ length: Number(make) }, () => "one prompt"));
  });

  test.for([
    ["one scene from one line", "a", 1],
    ["six scenes from six lines", "a\nb\nc\nd\ne\nf", 6],
  ] as const)("makes %s", ([, prompt, count]) => {
    expect(planned({ prompt }).each).toHaveLength(count);
  });

  test("applies the flags in a line to that line only, and reports the words that were read as flags", () => {
    const { each, suspected, flagsAsText } = planned({ prompt: "one --ratio 9:16\ntwo" });
    expect(each.map(({ prompt, aspectRatio }) => [prompt, aspectRatio])).toEqual([
      ["one", "9:16"],
      ["two", "16:9"],
    ]);
    expect(suspected).toEqual([{ typed: "--ratio 9:16", isUsable: true }]);
    expect(flagsAsText).toMatchObject([
      { prompt: "one --ratio 9:16", aspectRatio: "16:9" },
      { prompt: "two", aspectRatio: "16:9" },
    ]);
  });

  const tooLong = { kind: "prompt_too_long", length: 3_001 } as const;
  test.for([
    [{ prompt: "a\nb\nc\nd\ne\nf\ng" }, "scenes", { kind: "too_many", scenes: 7 }],
    [{ prompt: "a\nb" }, "2", { kind: "one_prompt" }],
    ...(
      [
        [{ prompt: " \n " }, null, { kind: "no_prompt" }],
        [{ prompt: `a\n\n${"x".repeat(3_001)}` }, 3, tooLong],
        [{ prompt: "x".repeat(3_001) }, null, tooLong],
        [{ prompt: "a\nb --ratio" }, 2, { kind: "bad_flag", flag: "--ratio", given: null, takes: ["16:9", "9:16"] }],
        [{ prompt: "a\n--durations" }, 2, { kind: "unknown_flag", flag: "--durations" }],
        [
          { prompt: "a\nb --ratio 2:1" },
          2,
          { kind: "bad_flag", flag: "--ratio", given: "2:1", takes: ["16:9", "9:16"] },
        ],
        [{ prompt: "a\nb --pay them" }, 2, { kind: "bad_flag", flag: "--pay", given: "them", takes: ["mine", "team"] }],
        [{ prompt: "a --pay mine\nb --pay team" }, null, { kind: "bad_option", option: "pay", given: "mine, team" }],
        [{ prompt: "a\n--ratio 9:16" }, 2, { kind: "no_prompt" }],
        [{ prompt: "a\nb --style nib" }, 2, { kind: "unknown_style", given: "nib", names: ["ink"] }],
        [{ prompt: "a\nb --image https://a.example/b.png", image: aFile }, 2, { kind: "two_pictures" }],
        [{ prompt: "--durations\nb", image: emptyFile }, null, { kind: "picture_empty" }],
      ] as const
    ).map(([draft, line, problem]) => [draft, "scenes", { kind: "draft", problem, line }] as const),
  ] as const)("is rejected with the prompt $prompt and the choice $1 (row %#)", ([draft, make, refusal]) => {
    expect(plan(draft, make)).toEqual({ ok: false, refusal });
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

test("a chain has one scene per line, and a carriage return also ends a line", () => {
  expect(planned({ prompt: "one\rtwo" }, "chain").each.map(({ prompt }) => prompt)).toEqual(["one", "two"]);
});

test("a batch keeps the prompts as typed only if words were read as flags and every prompt as typed is valid", () => {
  expect(planned({ prompt: "one\ntwo" })).toMatchObject({ suspected: [], flagsAsText: null });
  const long = `${"x".repeat(2_990)} --ratio 9:16`;
  expect(planned({ prompt: `${long}\ntwo` })).toMatchObject({
    suspected: [{ typed: "--ratio 9:16" }],
    flagsAsText: null,
  });
  expect(planned({ prompt: "one --ratio 9:16" }, "2").flagsAsText).toHaveLength(2);
});

describe("the number of videos that a person can still start", () => {
  const rules = { ofOwner: 3, waitingOfOwner: 5 };
  const running = aJob({ state: aRunning() });
  const waiting = aJob({ state: aWaiting({ for: "turn" }) });
  const asked = aJob({ state: aWaiting({ for: "approval" }) });

  test.for([
    ["no other job", [], { now: 3, inAll: 8 }],
    ["one running job", [running], { now: 2, inAll: 7 }],
    ["three running jobs and one waiting", [running, running, running, waiting], { now: 0, inAll: 4 }],
    ["one job that waits for its turn and starts first", [waiting], { now: 2, inAll: 7 }],
    ["one job that waits for approval", [asked], { now: 3, inAll: 7 }],
    ["an ended job", [aClosedJob()], { now: 3, inAll: 8 }],
    ["more jobs than allowed", [...Array(4).fill(running), ...Array(7).fill(waiting)], { now: 0, inAll: 0 }],
  ] as const)("next to %s is right, both for now and including the queue", ([, open, room]) => {
    expect(placesLeft(open, rules)).toEqual(room);
  });
});
