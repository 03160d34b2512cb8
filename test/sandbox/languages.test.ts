import { expect, test } from "vitest";
import { LOCALES } from "../../src/core/text/locale.ts";
import { languages } from "../../src/sandbox/languages.ts";

test("the sandbox offers each language that the bot speaks", () => {
  expect(languages.map(({ id }) => id)).toEqual([...LOCALES]);
});
