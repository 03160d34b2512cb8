import { expect, test } from "vitest";
import { languages } from "../../../sandbox/src/people.ts";
import { LOCALES } from "../../../src/core/text/locale.ts";

test("the sandbox offers every language of the bot", () => {
  expect(languages.map(({ id }) => id)).toEqual([...LOCALES]);
});
