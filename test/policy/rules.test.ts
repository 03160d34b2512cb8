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
    ["has an accent that is a mark of its own", "cafe", "a cafe\u{301}", true],
    ["is typed with accents", "rifle", "a rífle", true],
    ["is listed with accents", "Führer", "a fuhrer", true],
    ["has a mark of another script", "rifle", "a rif\u{93c}le", true],
    ["has the mark of a Japanese letter", "rifle", "a rif\u{3099}le", true],
    ["is written in mathematical letters", "rifle", "a 𝐫𝐢𝐟𝐥𝐞", true],
    ["has a dotless i", "rifle", "a rıfle", true],
    ["is written in capitals that have no small letter", "Straße", "EINE STRASSE", true],
    ["differs in a vowel, which is a mark in Hindi", "कुल", "कल", false],
    ["is Hindi with a joiner", "क्षमा", "एक क्\u{200d}षमा", true],
    ["differs in a Japanese letter's mark", "パン", "ハン", false],
    ["is Japanese with that mark on its own", "パン", "ハ\u{309a}ン", true],
    ["is Korean", "총", "총을 든 사람", false],
    ["begins with an accent", "éclair", "deux éclairs", false],
    ["is Cyrillic", "пистолет", "Пистолет на столе", true],
  ] as const)("%s", ([, word, prompt, isBroken]) => {
    expect(breaks({ words: [word] }, prompt)).toBe(isBroken);
  });
});

test.for([
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060,
  0x2065, 0x2066, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0x1d173, 0xe0001, 0xe0067, 0xe0100,
])("an unseen mark between its letters hides no word: %i", (mark) => {
  const prompt = `a rif${String.fromCodePoint(mark)}le`;
  expect(breaks({ words: ["rifle"] }, prompt)).toBe(true);
  expect(breaks({ patterns: ["rif+le"] }, prompt)).toBe(true);
});

test("a word of unseen marks alone forbids nothing", () => {
  expect(breaks({ words: ["\u{200b}", "\u{3164}"] }, "a boat, and a river")).toBe(false);
});

test("a pattern may name accents and capitals, and is not passed by an accent", () => {
  expect(breaks({ patterns: ["piñata"] }, "una PIÑATA")).toBe(true);
  expect(breaks({ patterns: [String.raw`(?-i)\b[A-Z]{4}\b`] }, "a BOAT")).toBe(true);
  expect(breaks({ patterns: ["rif+le"] }, "a rífle")).toBe(true);
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
