import { describe, expect, test } from "vitest";
import type { DraftProblem } from "../../../src/core/request/video-request.ts";
import { draftProblemOf } from "../../../src/messages/ask/draft-problems.ts";
import { en } from "../../../src/messages/words/en.ts";
import { pictureProblems } from "../every-job.ts";
import { wordsOf } from "../words-of.ts";

const FLAGS =
  "--ratio 16:9 or 9:16, --duration 10 or 15, --resolution 480p or 720p, --image URL, --pay mine or team and --style NAME";
const names = ["Ink", "Noir"];

const table: readonly (readonly [DraftProblem, string, string])[] = [
  [{ kind: "no_prompt" }, "prompt", "Say in a few words what should happen"],
  [{ kind: "prompt_too_long", length: 3412 }, "prompt", "The prompt has 3,412 characters; the limit is 3,000."],
  [
    { kind: "bad_option", option: "ratio", given: "4:3" },
    "ratio",
    "Shape: “4:3” is not one of the choices. Choose 16:9 or 9:16.",
  ],
  [{ kind: "two_pictures" }, "image_url", "two pictures"],
  [{ kind: "unknown_flag", flag: "--size" }, "prompt", `--size is not a known flag. The flags are ${FLAGS}.`],
  [
    { kind: "bad_flag", flag: "--ratio", given: null, takes: ["16:9", "9:16"] },
    "prompt",
    "--ratio needs a value: 16:9 or 9:16.",
  ],
  [
    { kind: "bad_flag", flag: "--res", given: "4k", takes: ["480p", "720p"] },
    "prompt",
    "--res takes 480p or 720p, not “4k”.",
  ],
  [
    { kind: "unknown_style", given: "pop", names },
    "style",
    "There is no style “pop” here. Choose one of these: “Ink”, “Noir”.",
  ],
  [{ kind: "unknown_style", given: null, names }, "style", "workspace. Choose one of these: “Ink”, “Noir”."],
  [{ kind: "unknown_style", given: "pop", names: [] }, "style", "no styles to choose from here, so leave it out."],
  ...pictureProblems.map((problem) => [problem, "image_url", "picture"] as const),
];

describe("a problem with a request", () => {
  test.for(table)("of the kind $kind is shown next to the field $1 with the text $2", ([problem, field, sentence]) => {
    const words = draftProblemOf(problem, en);
    expect(words.field).toBe(field);
    expect(words.text).toContain(sentence);
    expect(wordsOf(words.message)).toContain(words.text);
    expect(wordsOf(words.message)).toContain("Nothing was charged.");
  });

  test.for([
    { kind: "bad_option", option: "ratio", given: "x".repeat(5_000) },
    { kind: "unknown_flag", flag: `--${"x".repeat(5_000)}` },
  ] as const)("repeats only the beginning of what was typed", (problem) => {
    expect(draftProblemOf(problem, en).text.length).toBeLessThan(250);
  });
});
