import { expect, test } from "vitest";
import { hidesPreviews } from "../../../src/page/chat/film.ts";

test.for([
  ["no flags", {}, false],
  ["another flag", { flags: 1 << 6 }, false],
  ["embeds that are suppressed", { flags: (1 << 2) | (1 << 12) }, true],
] as const)("a message with %s has a film under its link, or none", ([, message, isHidden]) => {
  expect(hidesPreviews(message)).toBe(isHidden);
});
