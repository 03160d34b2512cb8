import { expect, test } from "vitest";
import { costOf, patternFinder } from "../../src/policy/find-patterns.ts";

test("a pattern is looked for anywhere, in any case, and the first that is there is named", () => {
  const find = patternFinder([String.raw`\+\d{2}[\d ]{6,}`, "famous (actor|singer)", "singer"]);
  expect(find("call +49 170 1234567")).toBe(0);
  expect(find("a Famous Singer in the rain")).toBe(1);
  expect(find("a singer")).toBe(2);
  expect(find("a famous boat")).toBeNull();
});

test.for(["(a", String.raw`(a)\1`, "(?=a)b", "((a{100}){100}){100}"])("the pattern %s is refused", (pattern) => {
  expect(() => costOf(pattern)).toThrow(/regexp/);
});

test("what a counted repeat costs is what it stands for", () => {
  expect(costOf("a{500}")).toBeGreaterThan(500);
  expect(costOf("famous (actor|singer)")).toBeLessThan(30);
});
