import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldForPolicy } from "../../src/core/text/prompt-text.ts";
import { FILE_MAX, readPolicy, WORDS_MAX } from "../../src/policy/policy-rules.ts";
import { tokensOf, wordFinder } from "../../src/policy/word-finder.ts";

test("a file's rules are read, each by its name", () => {
  const read = readPolicy(`
rules:
  - name: No weapons
    words: [gun, rifle]
  - name: No brands
    words: [acme]
`);
  expect(read).toEqual({
    ok: true,
    value: [
      { name: "No weapons", words: ["gun", "rifle"] },
      { name: "No brands", words: ["acme"] },
    ],
  });
});

test.for([
  ["no YAML", "rules: [", "is no YAML"],
  ["nothing", "", "/: "],
  ["no rules", "rules: []", "/rules: "],
  ["a rule without words", "rules: [{ name: A, words: [] }]", "/rules/0/words: needs words"],
  ["a field that is unknown", "rules: [{ name: A, word: [gun] }]", "/rules/0: "],
  ["a pattern", "rules: [{ name: A, words: [gun], patterns: ['rif+le'] }]", '"patterns"'],
  ["a word of which nothing is seen", 'rules: [{ name: A, words: ["\u{200b}"] }]', "/rules/0/words/0: is empty"],
  [
    "a word that is longer than it looks",
    `rules: [{ name: A, words: [${"\u{fdfa}".repeat(6)}] }]`,
    "is longer than 100",
  ],
  ["an alias that stands for itself", "a: &a [x]\nrules: [{ name: A, words: *a }]", "is no YAML"],
  ["too much of it", `# ${"x".repeat(FILE_MAX)}`, "is longer than"],
] as const)("a file with %s is refused, with the place", ([, text, says]) => {
  const read = readPolicy(text);
  expect(read.ok ? "read" : read.refusal.join("; ")).toContain(says);
});

test("all rules together may have 5,000 words, and no more", () => {
  const file = (count: number) => {
    const words = Array.from({ length: count / 2 }, (_, nth) => `w${nth}`);
    return JSON.stringify({ rules: [1, 2].map(() => ({ name: "A", words })) });
  };
  expect(readPolicy(file(WORDS_MAX)).ok).toBe(true);
  expect(readPolicy(file(WORDS_MAX + 2))).toEqual({ ok: false, refusal: [expect.stringContaining("5002 words")] });
});

function finds(words: readonly string[], prompt: string): boolean {
  return wordFinder([words])(tokensOf(foldForPolicy(prompt))) === 0;
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
    ["has punctuation", "c++ (old)", "in C++ (old) style", true],
    ["has punctuation that the prompt has not", "c++", "in ccc style", false],
    ["stands in a script without spaces", "銃", "彼は銃を持つ", true],
    ["stands alone in a script without spaces", "gun", "彼はgunを持つ", true],
    ["is written with another form of a letter", "ΟΔΟΣ", "οδος", true],
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
    expect(finds([word], prompt)).toBe(isBroken);
  });
});

test.for([
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060,
  0x2065, 0x2066, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0x1d173, 0xe0001, 0xe0067, 0xe0100,
])("an unseen mark between its letters hides no word: %i", (mark) => {
  expect(finds(["rifle"], `a rif${String.fromCodePoint(mark)}le`)).toBe(true);
});

test("of several lists the first is named that has a word in the prompt", () => {
  const findWord = wordFinder([["red flag"], ["flag", "a red"], ["red", "a red flag pole"]]);
  const find = (text: string) => findWord(tokensOf(text));
  expect(find("a red flag")).toBe(0);
  expect(find("a red pole")).toBe(1);
  expect(find("one red pole")).toBe(2);
  expect(find("a redder flagship")).toBeNull();
});

test("a word of unseen marks alone forbids nothing", () => {
  expect(finds(["\u{200b}", "\u{3164}"], "a boat, and a river")).toBe(false);
});

test("what is found is what a search at each place of the prompt would find", () => {
  const letters = fc.constantFrom("a", "b", " ", ".", "銃", "の");
  const text = (max: number) => fc.array(letters, { maxLength: max }).map((some) => some.join(""));
  const given = fc.tuple(
    fc.array(
      text(5).map((word) => word.trim()),
      { maxLength: 6 },
    ),
    text(30),
  );
  fc.assert(
    fc.property(given, ([words, prompt]) => {
      expect(finds(words, prompt)).toBe(words.some((word) => word !== "" && standsIn(prompt, word)));
    }),
  );
});

/** Word for word, with a border wherever two letters of one spaced word are not side by side. */
function standsIn(prompt: string, word: string): boolean {
  const isLetter = (letter: string | undefined) => letter === "a" || letter === "b";
  const text = prompt.replaceAll(/ +/g, " ");
  const sought = word.replaceAll(/ +/g, " ");
  return [...text].some((_, at) => {
    const end = at + sought.length;
    const isSplit = (place: number) => isLetter(text[place - 1]) && isLetter(text[place]);
    return text.startsWith(sought, at) && !isSplit(at) && !isSplit(end);
  });
}
