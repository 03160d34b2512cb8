import { expect, test } from "vitest";
import { worded } from "../../../src/page/core/time.ts";

const DAY_MS = 86_400_000;

test.for<[string, string, number]>([
  ["in 2 days", "R", 2 * DAY_MS + 60_000],
  ["2 days ago", "R", -2 * DAY_MS - 60_000],
  ["due in 2 days", "due {ago}", 2 * DAY_MS + 60_000],
  ["{constructor} {none}", "{constructor} {none}", 0],
  ["toString", "toString", 0],
])("%j is what the style %j makes of a moment", ([words, style, awayMs]) => {
  expect(worded(Date.now() + awayMs, style)).toBe(words);
});

test.for(["R", "f", "F", "{date} at {time}", "{ago}"])("a number that is no moment breaks no style %s", (style) => {
  for (const ms of [Number.POSITIVE_INFINITY, Number.NaN, 99_999_999_999_999_000])
    expect(worded(ms, style)).toBe("Invalid date");
});
