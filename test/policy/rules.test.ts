import { describe, expect, test } from "vitest";
import { policyRule } from "../../src/policy/rules.ts";

function breaks(given: { words?: readonly string[]; patterns?: readonly string[] }, prompt: string): boolean {
  return policyRule({ name: "a rule", words: [], patterns: [], ...given }).isBrokenBy(prompt);
}

describe("a word of a rule", () => {
  test.for([
    ["stands in a sentence", "gun", "a gun on a table", true],
    ["is written otherwise", "gun", "a GUN!", true],
    ["is the whole prompt", "gun", "gun", true],
    ["is part of another word", "gun", "a gunship and a begun race", false],
    ["is two words with any space between them", "red  flag", "one red\n flag", true],
    ["is written in full-width letters", "gun", "a ｇｕｎ", true],
    ["is split by what is not seen", "gun", "a g\u{200b}un", true],
    ["has marks that a pattern would read", "c++ (old)", "in C++ (old) style", true],
    ["has marks, and not those", "c++", "in ccc style", false],
    ["stands in a script without spaces", "銃", "彼は銃を持つ", true],
    ["is followed by an accent of its own", "cafe", "a cafe\u{301}", false],
    ["begins with an accent", "éclair", "deux éclairs", false],
    ["is Cyrillic", "пистолет", "Пистолет на столе", true],
  ] as const)("%s", ([, word, prompt, isBroken]) => {
    expect(breaks({ words: [word] }, prompt)).toBe(isBroken);
  });
});

test("a pattern is looked for anywhere, in any case", () => {
  expect(breaks({ patterns: [String.raw`\+\d{2}[\d ]{6,}`] }, "call +49 170 1234567")).toBe(true);
  expect(breaks({ patterns: ["famous (actor|singer)"] }, "a Famous Singer in the rain")).toBe(true);
  expect(breaks({ patterns: ["famous (actor|singer)"] }, "a famous boat")).toBe(false);
});

test.for(["(a", String.raw`(a)\1`, "(?=a)b", "((a{100}){100}){100}"])("the pattern %s is refused", (pattern) => {
  expect(() => policyRule({ name: "a rule", words: [], patterns: [pattern] })).toThrow(/regexp/);
});

test("patterns that make others try for ever are judged in time that grows with the text alone", () => {
  const rule = policyRule({ name: "a rule", words: [], patterns: ["(a+)+$", "(a|aa)+b", "(.*)(.*)(.*)(.*)(.*)x"] });
  const began = performance.now();
  for (let round = 0; round < 5; round += 1) expect(rule.isBrokenBy(`${"a".repeat(2_999)}!`)).toBe(false);
  // Backtracking takes longer than the universe is old; 5 rounds take some 50 ms.
  expect(performance.now() - began).toBeLessThan(2_000);
});
