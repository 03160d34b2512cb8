import { expect, test } from "vitest";
import { readProblem } from "../../../src/page/forms/problem.ts";

test.for<[string, string | undefined]>([
  ["prompt: Please complete this required field.", "Please complete this required field."],
  ["prompt: at most 3000 characters, not 3001", "At most 3000 characters, not 3001."],
  ['"prompt" is required', "This is required."],
  ['"prompt" is longer than 1500', "This is longer than 1500."],
  ["other: at most 3000 characters", undefined],
  ["Ada has no form open, not V1", undefined],
])("%j stands beside its field as %j", ([why, words]) => {
  expect(readProblem(why, ["prompt", "image"])).toEqual(words && { name: "prompt", words });
});
