import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldForPolicy } from "../../src/core/text/prompt-text.ts";
import { FILE_MAX, RULE_WORDS_MAX, readPolicy } from "../../src/policy/policy-rules.ts";
import { tokensOf, wordFinder } from "../../src/policy/word-finder.ts";

test("a rules file is read with the names of its rules", () => {
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
  ["invalid YAML", "rules: [", "is no YAML"],
  ["no content", "", "/: "],
  ["no rules", "rules: []", "/rules: "],
  ["a rule without words", "rules: [{ name: A, words: [] }]", "/rules/0/words: needs words"],
  ["an unknown field", "rules: [{ name: A, word: [gun] }]", "/rules/0: "],
  ["an extra field next to its words", "rules: [{ name: A, words: [gun], action: warn }]", '"action"'],
  ["an invisible word", 'rules: [{ name: A, words: ["\u{200b}"] }]', "/rules/0/words/0: is empty"],
  [
    "a word that expands beyond the limit",
    `rules: [{ name: A, words: [${"\u{fdfa}".repeat(6)}] }]`,
    "is longer than 100",
  ],
  ["an alias that refers to itself", "a: &a [x]\nrules: [{ name: A, words: *a }]", "is no YAML"],
  ["too much content", `# ${"x".repeat(FILE_MAX)}`, "is longer than"],
] as const)("a rules file with %s is refused, and the error shows where the problem is", ([, text, says]) => {
  const read = readPolicy(text);
  expect(read.ok ? "read" : read.refusal.join("; ")).toContain(says);
});

test("all rules together may have at most 5,000 words", () => {
  const file = (count: number) => {
    const words = Array.from({ length: count / 2 }, (_, nth) => `w${nth}`);
    return JSON.stringify({ rules: [1, 2].map(() => ({ name: "A", words })) });
  };
  expect(readPolicy(file(RULE_WORDS_MAX)).ok).toBe(true);
  expect(readPolicy(file(RULE_WORDS_MAX + 2))).toEqual({ ok: false, refusal: [expect.stringContaining("5002 words")] });
});

function finds(words: readonly string[], prompt: string): boolean {
  return wordFinder([words])(tokensOf(foldForPolicy(prompt))) === 0;
}

describe("a forbidden word that", () => {
  test.for([
    ["stands in a sentence", "gun", "matches", "a gun on a table"],
    ["is written otherwise", "gun", "matches", "a GUN!"],
    ["is the whole prompt", "gun", "matches", "gun"],
    ["is part of another word", "gun", "does not match", "a gunship and a begun race"],
    ["is two words with any space between them", "red  flag", "matches", "one red\n flag"],
    ["is written in full-width letters", "gun", "matches", "a ｇｕｎ"],
    ["is split by what is not seen", "gun", "matches", "a g\u{200b}un"],
    ["has punctuation", "c++ (old)", "matches", "in C++ (old) style"],
    ["has punctuation that the prompt has not", "c++", "does not match", "in ccc style"],
    ["stands in a script without spaces", "銃", "matches", "彼は銃を持つ"],
    ["stands alone in a script without spaces", "gun", "matches", "彼はgunを持つ"],
    ["is written with another form of a letter", "ΟΔΟΣ", "matches", "οδος"],
    ["has an accent that is a mark of its own", "cafe", "matches", "a cafe\u{301}"],
    ["is typed with accents", "rifle", "matches", "a rífle"],
    ["is listed with accents", "Führer", "matches", "a fuhrer"],
    ["has a mark whose capital is a letter", "rifle", "matches", "a rif\u{345}le"],
    ["is Arabic, with its letters drawn apart", "سلاح", "matches", "ســـلاح"],
    ["is Thai, with its vowels", "ปืน", "matches", "ปืน"],
    ["differs in a vowel, which is a mark in Thai", "ปืน", "does not match", "ปิน"],
    ["has a mark of another script", "rifle", "matches", "a rif\u{93c}le"],
    ["has the mark of a Japanese letter", "rifle", "matches", "a rif\u{3099}le"],
    ["is written in mathematical letters", "rifle", "matches", "a 𝐫𝐢𝐟𝐥𝐞"],
    ["has a dotless i", "rifle", "matches", "a rıfle"],
    ["is written in capitals that have no small letter", "Straße", "matches", "EINE STRASSE"],
    ["differs in a vowel, which is a mark in Hindi", "कुल", "does not match", "कल"],
    ["is Hindi with a joiner", "क्षमा", "matches", "एक क्\u{200d}षमा"],
    ["differs in a Japanese letter's mark", "パン", "does not match", "ハン"],
    ["is Japanese with that mark on its own", "パン", "matches", "ハ\u{309a}ン"],
    ["is Korean", "총", "does not match", "총을 든 사람"],
    ["begins with an accent", "éclair", "does not match", "deux éclairs"],
    ["is Cyrillic", "пистолет", "matches", "Пистолет на столе"],
  ] as const)("%s: %s %s the prompt %j", ([, word, verb, prompt]) => {
    expect(finds([word], prompt)).toBe(verb === "matches");
  });
});

/** All code points that the pattern matches. */
function every(pattern: RegExp): readonly string[] {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
  return all.map((code) => String.fromCodePoint(code)).filter((one) => pattern.test(one));
}

/** Around the letters of a word: at its beginning, between its letters and at its end. */
function hidden(one: string): readonly string[] {
  return [`a ${one}rifle here`, `a rif${one}le here`, `a rif${one}${one}le here`, `a rifle${one} here`];
}

test.for([
  ["combining mark", /\p{M}/u],
  ["format character", /\p{Cf}/u],
  ["default-ignorable code point", /\p{Default_Ignorable_Code_Point}/u],
  ["letter that lengthens the line between joined letters", /[\u0640\u07fa\u0883-\u0885\u180a]/u],
  ["blank character", /[\u2800\u{1d159}\u{13441}\u{13442}]/u],
] as const)("no %s hides a forbidden word at any position", ([, pattern]) => {
  const all = every(pattern);
  expect(all.length).toBeGreaterThan(3);
  const findWord = wordFinder([["rifle"]]);
  const finds = (prompt: string) => findWord(tokensOf(foldForPolicy(prompt))) === 0;
  expect(all.filter((one) => !hidden(one).every(finds)).map((one) => one.codePointAt(0)?.toString(16))).toEqual([]);
});

test("no space of another width hides a forbidden word, between two words or inside one", () => {
  const findWord = wordFinder([["rifle", "red flag", "爆弾"]]);
  const finds = (prompt: string) => findWord(tokensOf(foldForPolicy(prompt))) === 0;
  const spaces = every(/\p{Zs}/u).filter((one) => !" \u00a0\u3000".includes(one));
  expect(spaces).toHaveLength(14);
  for (const space of spaces) {
    const inside = [...hidden(space), [..."rifle"].join(space), `a re${space}d${space}fl${space}ag`, `爆${space}弾`];
    const between = [`a${space}rifle`, `a rifle${space}here`, `a${space}red${space}flag${space}here`];
    expect(
      [...inside, ...between].filter((prompt) => !finds(prompt)),
      space.codePointAt(0)?.toString(16),
    ).toEqual([]);
    expect(finds(`a red ${space} ${space}flag`)).toBe(true);
    expect([`a rif ${space}le`, `ri${space}f le`, "a r i f l e"].filter(finds)).toEqual([]);
  }
  expect(finds("a\u2009r\u200aif\u200ale\u2009here")).toBe(true);
});

test.for([
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060,
  0x2065, 0x2066, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0x1d173, 0xe0001, 0xe0067, 0xe0100,
])("an invisible character inside a forbidden word does not hide it: code point %i", (mark) => {
  expect(finds(["rifle"], `a rif${String.fromCodePoint(mark)}le`)).toBe(true);
});

test("if several lists have a word in the prompt, the first list is named", () => {
  const findWord = wordFinder([["red flag"], ["flag", "a red"], ["red", "a red flag pole"]]);
  const find = (text: string) => findWord(tokensOf(text));
  expect(find("a red flag")).toBe(0);
  expect(find("a red pole")).toBe(1);
  expect(find("one red pole")).toBe(2);
  expect(find("a redder flagship")).toBeNull();
});

test("a forbidden word made only of invisible characters matches no prompt", () => {
  expect(finds(["\u{200b}", "\u{3164}"], "a boat, and a river")).toBe(false);
});

test("matching finds exactly what a search at each position would find", () => {
  const letters = fc.constantFrom("a", "b", " ", ".", "銃", "の", NARROW);
  const text = (max: number) => fc.array(letters, { maxLength: max }).map((some) => some.join(""));
  const given = fc.tuple(
    fc.array(
      text(5).map((word) => word.trim()),
      { maxLength: 6 },
    ),
    text(20),
  );
  fc.assert(
    fc.property(given, ([words, prompt]) => {
      const isThere = (word: string) => word !== "" && readingsOf(prompt).some((reading) => standsIn(reading, word));
      expect(finds(words, prompt)).toBe(words.map((word) => word.replaceAll(NARROW, " ").trim()).some(isThere));
    }),
  );
});

const NARROW = "\u200a";

/** The prompt with each narrow space as a space, and as nothing. */
function readingsOf(prompt: string): readonly string[] {
  const [first = "", ...more] = prompt.split(NARROW);
  return more.reduce<readonly string[]>(
    (readings, part) => readings.flatMap((reading) => [`${reading}${part}`, `${reading} ${part}`]),
    [first],
  );
}

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
