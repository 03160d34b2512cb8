import { expect, test } from "vitest";
import { FILE_MAX, readPolicy } from "../../src/policy/read-policy.ts";

test("a file's rules are read, each by its name", () => {
  const read = readPolicy(`
rules:
  - name: No weapons
    words: [gun, rifle]
  - name: No phone numbers
    patterns: ['\\+\\d{8,}']
`);
  const rules = read.ok ? read.value : [];
  const broken = (prompt: string) => rules.filter((rule) => rule.isBrokenBy(prompt)).map(({ name }) => name);
  expect(broken("a rifle, call +4917012345")).toEqual(["No weapons", "No phone numbers"]);
  expect(broken("a paper boat in the rain")).toEqual([]);
});

test.for([
  ["no YAML", "rules: [", "is no YAML"],
  ["nothing", "", "/: "],
  ["no rules", "rules: []", "/rules: "],
  ["a rule without words", "rules: [{ name: A }]", "/rules/0: needs words or patterns"],
  ["a field that is unknown", "rules: [{ name: A, word: [gun] }]", "/rules/0: "],
  ["a pattern that cannot be used", "rules: [{ name: A, patterns: ['(a'] }]", "/rules/0: a pattern cannot be used"],
  ["a pattern that grows", "rules: [{ name: A, patterns: ['((a{100}){100}){100}'] }]", "a pattern cannot be used"],
  ["an alias that stands for itself", "a: &a [x]\nrules: [{ name: A, words: *a }]", "is no YAML"],
  ["too much of it", `# ${"x".repeat(FILE_MAX)}`, "is longer than"],
] as const)("a file with %s is refused, with the place", ([, text, says]) => {
  const read = readPolicy(text);
  expect(read.ok ? "read" : read.refusal.join("; ")).toContain(says);
});
