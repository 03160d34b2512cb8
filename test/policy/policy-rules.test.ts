import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldForPolicy } from "../../src/core/text/prompt-text.ts";
import { FILE_MAX, RULE_WORDS_MAX, readPolicy } from "../../src/policy/policy-rules.ts";
import { tokensOf, wordFinder } from "../../src/policy/word-finder.ts";

test("reading a valid rules file returns the name and the forbidden words of each rule", () => {
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
  ["a misspelled field", "rules: [{ name: A, word: [gun] }]", "/rules/0: "],
  ["an additional field in a rule", "rules: [{ name: A, words: [gun], action: warn }]", '"action"'],
  ["a word of invisible characters", 'rules: [{ name: A, words: ["\u{200b}"] }]', "/rules/0/words/0: is empty"],
  [
    "a word that is too long after normalization",
    `rules: [{ name: A, words: [${"\u{fdfa}".repeat(6)}] }]`,
    "is longer than 100",
  ],
  ["a self-referencing YAML alias", "a: &a [x]\nrules: [{ name: A, words: *a }]", "is no YAML"],
  ["too much content", `# ${"x".repeat(FILE_MAX)}`, "is longer than"],
] as const)("a rules file with %s is refused with an error that names the problem", ([, text, says]) => {
  const read = readPolicy(text);
  expect(read.ok ? "read" : read.refusal.join("; ")).toContain(says);
});

test("a rules file may contain at most 5,000 words in all rules together", () => {
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

describe("the forbidden word", () => {
  test.for([
    ["gun", "matches", "a gun on a table", "in a sentence"],
    ["gun", "matches", "a GUN!", "in capitals"],
    ["gun", "matches", "gun", "as the whole prompt"],
    ["gun", "does not match", "a gunship and a begun race", "inside other words"],
    ["red  flag", "matches", "one red\n flag", "two words with other spaces"],
    ["gun", "matches", "a ｇｕｎ", "in full-width letters"],
    ["gun", "matches", "a g\u{200b}un", "split by an invisible character"],
    ["c++ (old)", "matches", "in C++ (old) style", "with punctuation"],
    ["c++", "does not match", "in ccc style", "without the punctuation"],
    ["銃", "matches", "彼は銃を持つ", "in a script without spaces"],
    ["gun", "matches", "彼はgunを持つ", "Latin letters between Japanese"],
    ["ΟΔΟΣ", "matches", "οδος", "another form of a Greek letter"],
    ["cafe", "matches", "a cafe\u{301}", "with a separate accent character"],
    ["rifle", "matches", "a rífle", "accent only in the prompt"],
    ["Führer", "matches", "a fuhrer", "accent only in the list"],
    ["rifle", "matches", "a rif\u{345}le", "with a mark that becomes a letter in capitals"],
    ["سلاح", "matches", "ســـلاح", "Arabic with stretched letters"],
    ["ปืน", "matches", "ปืน", "Thai with vowel marks"],
    ["ปืน", "does not match", "ปิน", "another Thai vowel mark"],
    ["rifle", "matches", "a rif\u{93c}le", "with a mark of another script"],
    ["rifle", "matches", "a rif\u{3099}le", "with a Japanese mark"],
    ["rifle", "matches", "a 𝐫𝐢𝐟𝐥𝐞", "in mathematical letters"],
    ["rifle", "matches", "a rıfle", "with a dotless i"],
    ["Straße", "matches", "EINE STRASSE", "ß as SS in capitals"],
    ["कुल", "does not match", "कल", "another Hindi vowel mark"],
    ["क्षमा", "matches", "एक क्\u{200d}षमा", "Hindi with a joiner"],
    ["パン", "does not match", "ハン", "another Japanese mark"],
    ["パン", "matches", "ハ\u{309a}ン", "Japanese with a separate mark"],
    ["총", "does not match", "총을 든 사람", "Korean with a particle"],
    ["éclair", "does not match", "deux éclairs", "plural of a word with an accent"],
    ["пистолет", "matches", "Пистолет на столе", "Cyrillic in capitals"],
  ] as const)("“%s” %s the prompt %j (%s)", ([word, verb, prompt]) => {
    expect(finds([word], prompt)).toBe(verb === "matches");
  });
});

/** Code points in rows that are short enough for one call. Exactly one row consists of surrogates. */
const ROW = 0x800;
const CODE_POINTS = Array.from({ length: 0x110000 / ROW }, (_, nth) => nth * ROW)
  .filter((first) => first !== 0xd800)
  .map((first) => String.fromCodePoint(...Array.from({ length: ROW }, (_, nth) => first + nth)))
  .join("");

function every(pattern: RegExp): readonly string[] {
  return CODE_POINTS.match(new RegExp(pattern, "gu")) ?? [];
}

/** The character at the start of a word, between its letters, and at its end. */
function hidden(one: string): readonly string[] {
  return [`a ${one}rifle here`, `a rif${one}le here`, `a rif${one}${one}le here`, `a rifle${one} here`];
}

test.for([
  ["a combining mark", /\p{M}/u],
  ["a format character", /\p{Cf}/u],
  ["a default-ignorable code point", /\p{Default_Ignorable_Code_Point}/u],
  ["an elongation character", /[\u0640\u07fa\u0883-\u0885\u180a]/u],
  ["a blank character", /[\u2800\u{1d159}\u{13441}\u{13442}]/u],
] as const)("a forbidden word is matched despite %s at any position", ([, pattern]) => {
  const all = every(pattern);
  expect(all.length).toBeGreaterThan(3);
  const findWord = wordFinder([["rifle"]]);
  const finds = (prompt: string) => findWord(tokensOf(foldForPolicy(prompt))) === 0;
  expect(all.filter((one) => !hidden(one).every(finds)).map((one) => one.codePointAt(0)?.toString(16))).toEqual([]);
});

test("a forbidden word is matched despite spaces of unusual width around or inside the word", () => {
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

const invisible = [
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060,
  0x2065, 0x2066, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0x1d173, 0xe0001, 0xe0067, 0xe0100,
].map((mark) => [mark.toString(16).toUpperCase().padStart(4, "0"), mark] as const);
test.for(invisible)("a forbidden word is matched despite the invisible character U+%s inside the word", ([, mark]) => {
  expect(finds(["rifle"], `a rif${String.fromCodePoint(mark)}le`)).toBe(true);
});

test("if a prompt contains forbidden words of several rules, the first of these rules is reported", () => {
  const findWord = wordFinder([["red flag"], ["flag", "a red"], ["red", "a red flag pole"]]);
  const find = (text: string) => findWord(tokensOf(text));
  expect(find("a red flag")).toBe(0);
  expect(find("a red pole")).toBe(1);
  expect(find("one red pole")).toBe(2);
  expect(find("a redder flagship")).toBeNull();
});

test("a forbidden word that consists only of invisible characters matches no prompt", () => {
  expect(finds(["\u{200b}", "\u{3164}"], "a boat, and a river")).toBe(false);
});

test("for random words and prompts, the word matcher and a simple search give the same result", () => {
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

/** The prompt with each narrow space read as a space or as nothing. */
function readingsOf(prompt: string): readonly string[] {
  const [first = "", ...more] = prompt.split(NARROW);
  return more.reduce<readonly string[]>(
    (readings, part) => readings.flatMap((reading) => [`${reading}${part}`, `${reading} ${part}`]),
    [first],
  );
}

/** The reference: an exact match that starts and ends at a word boundary. */
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
