import { expect, test } from "vitest";
import { languages } from "../../../sandbox/src/people.ts";
import { LOCALES } from "../../../src/core/text/locale.ts";

test("the sandbox offers each language that the bot speaks", () => {
  expect(languages.map(({ id }) => id)).toEqual([...LOCALES]);
});
