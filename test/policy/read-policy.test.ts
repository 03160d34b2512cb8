import { expect, test } from "vitest";
import { FILE_MAX, PATTERNS_MAX, readPolicy, WORDS_MAX } from "../../src/policy/policy-rules.ts";

test("a file's rules are read, each by its name", () => {
  const read = readPolicy(`
rules:
  - name: No weapons
    words: [gun, rifle]
  - name: No phone numbers
    patterns: ['\\+\\d{8,}']
`);
  expect(read).toEqual({
    ok: true,
    value: [
      { name: "No weapons", words: ["gun", "rifle"], patterns: [] },
      { name: "No phone numbers", words: [], patterns: ["\\+\\d{8,}"] },
    ],
  });
});

test.for([
  ["no YAML", "rules: [", "is no YAML"],
  ["nothing", "", "/: "],
  ["no rules", "rules: []", "/rules: "],
  ["a rule without words", "rules: [{ name: A }]", "/rules/0: needs words or patterns"],
  ["a field that is unknown", "rules: [{ name: A, word: [gun] }]", "/rules/0: "],
  ["a pattern that cannot be used", "rules: [{ name: A, patterns: ['(a'] }]", "/rules/0: a pattern cannot be used"],
  ["a pattern that grows", "rules: [{ name: A, patterns: ['((a{100}){100}){100}'] }]", "a pattern cannot be used"],
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

const several = (given: object) =>
  JSON.stringify({ rules: Array.from({ length: 2 }, () => ({ name: "A", ...given })) });

test("all rules together have so many words and patterns, and no more", () => {
  const words = (count: number) => several({ words: Array.from({ length: count / 2 }, (_, nth) => `w${nth}`) });
  const patterns = (count: number) => several({ patterns: Array.from({ length: count / 2 }, (_, nth) => `p${nth}`) });
  expect(readPolicy(words(WORDS_MAX)).ok).toBe(true);
  expect(readPolicy(patterns(PATTERNS_MAX)).ok).toBe(true);
  expect(readPolicy(words(WORDS_MAX + 2))).toEqual({ ok: false, refusal: [expect.stringContaining("5002 words")] });
  expect(readPolicy(patterns(PATTERNS_MAX + 2))).toEqual({ ok: false, refusal: [expect.stringContaining("102 pat")] });
});

test("patterns that cost too much together are refused by the name of the dearest rule", () => {
  const rules = [
    { name: "Cheap", patterns: ["famous (actor|singer)"] },
    { name: "No long numbers", patterns: ["[0-9]{900}", ".{900}x", "(a|b){600}c", "(?:name ){900}"] },
  ];
  const read = readPolicy(JSON.stringify({ rules }));
  expect(read.ok ? "read" : read.refusal.join()).toMatch(/^\/rules\/1: the patterns of “No long numbers” cost \d{4}/);
});
