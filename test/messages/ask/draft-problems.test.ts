import { describe, expect, test } from "vitest";
import type { DraftProblem } from "../../../src/core/request/video-request.ts";
import { draftProblemOf } from "../../../src/messages/ask/draft-problems.ts";
import { en } from "../../../src/messages/words/en.ts";
import { pictureProblemLabel } from "../../fakes/titled.ts";
import { pictureProblems } from "../every-job.ts";
import { wordsOf } from "../words-of.ts";

const FLAGS =
  "--ratio 16:9 or 9:16, --duration 10 or 15, --resolution 480p or 720p, --image URL, --pay mine or team and --style NAME";
const names = ["Ink", "Noir"];

const table: readonly (readonly [field: string, label: string, problem: DraftProblem, sentence: string])[] = [
  ["prompt", "no prompt", { kind: "no_prompt" }, "Say in a few words what should happen"],
  [
    "prompt",
    "a prompt of 3,412 characters",
    { kind: "prompt_too_long", length: 3412 },
    "The prompt has 3,412 characters; the limit is 3,000.",
  ],
  [
    "ratio",
    "an invalid ratio",
    { kind: "bad_option", option: "ratio", given: "4:3" },
    "Shape: “4:3” is not one of the choices. Choose 16:9 or 9:16.",
  ],
  ["image_url", "two pictures", { kind: "two_pictures" }, "two pictures"],
  [
    "prompt",
    "an unknown flag",
    { kind: "unknown_flag", flag: "--size" },
    `--size is not a known flag. The flags are ${FLAGS}.`,
  ],
  [
    "prompt",
    "a flag without a value",
    { kind: "bad_flag", flag: "--ratio", given: null, takes: ["16:9", "9:16"] },
    "--ratio needs a value: 16:9 or 9:16.",
  ],
  [
    "prompt",
    "a flag with an invalid value",
    { kind: "bad_flag", flag: "--res", given: "4k", takes: ["480p", "720p"] },
    "--res takes 480p or 720p, not “4k”.",
  ],
  [
    "style",
    "an unknown style",
    { kind: "unknown_style", given: "pop", names },
    "There is no style “pop” here. Choose one of these: “Ink”, “Noir”.",
  ],
  [
    "style",
    "a chosen style that was deleted",
    { kind: "unknown_style", given: null, names },
    "workspace. Choose one of these: “Ink”, “Noir”.",
  ],
  [
    "style",
    "a style although no styles exist",
    { kind: "unknown_style", given: "pop", names: [] },
    "no styles to choose from here, so leave it out.",
  ],
  ...pictureProblems.map((problem) => ["image_url", pictureProblemLabel(problem), problem, "picture"] as const),
];

describe("a problem with a request", () => {
  test.for(table)("is shown next to the form's field “%s” (problem: %s)", ([field, , problem, sentence]) => {
    const words = draftProblemOf(problem, en);
    expect(words.field).toBe(field);
    expect(words.text).toContain(sentence);
    expect(wordsOf(words.message)).toContain(words.text);
    expect(wordsOf(words.message)).toContain("Nothing was charged.");
  });

  test.for([
    ["option value", { kind: "bad_option", option: "ratio", given: "x".repeat(5_000) }],
    ["unknown flag", { kind: "unknown_flag", flag: `--${"x".repeat(5_000)}` }],
  ] as const)("shows only the beginning of a long %s", ([, problem]) => {
    expect(draftProblemOf(problem, en).text.length).toBeLessThan(250);
  });
});
