import fc from "fast-check";
import { expect, test } from "vitest";
import type { Question } from "../../src/policy/judge-prompts.ts";
import { judgePrompts } from "../../src/policy/judge-prompts.ts";

const rules = [
  { name: "No brands", words: ["acme"] },
  { name: "No weapons", words: ["gun"] },
];
const here = { platform: "discord", team: "3", teamWords: ["blood"] } as const;

function world(verdict: (text: string) => Awaited<ReturnType<ReturnType<typeof judgePrompts>>> = () => null) {
  const asked: Question[] = [];
  const judge = judgePrompts({
    rules,
    service: async (question) => {
      asked.push(question);
      return verdict(question.text);
    },
  });
  return { asked, judge };
}

test("the operator's forbidden words are checked before the team's forbidden words, and the policy service is asked last", async () => {
  const { judge, asked } = world();
  expect(await judge({ prompts: ["a boat", "a gun, blood"], ...here })).toEqual({ kind: "rule", name: "No weapons" });
  expect(await judge({ prompts: ["Blood on snow"], ...here })).toEqual({ kind: "team_words", word: "Blood" });
  expect(asked).toEqual([]);
  expect(await judge({ prompts: ["Blood on snow"], ...here, teamWords: [] })).toBeNull();
  expect(asked).toEqual([{ text: "Blood on snow", platform: "discord", team: "3" }]);
});

test("the policy service receives each different prompt of a request once, and can refuse the whole request", async () => {
  const { judge, asked } = world((text) => (text === "b" ? { kind: "service", reason: null } : null));
  expect(await judge({ prompts: ["a", "b", "a"], ...here })).toEqual({ kind: "service", reason: null });
  expect(asked.map(({ text }) => text)).toEqual(["a", "b"]);
});

const judge = judgePrompts({ rules: [], service: null });

test.for([
  ["a Gún, and more", "Gún", ["gun"]],
  ["two red   flags, a RED FLAG and a boat", "RED FLAG", ["red flag"]],
  ["a boat, ｇｕｎs and ⓖⓤⓝ", "ⓖⓤⓝ", ["gun"]],
  ["gunpowder, then a gun.", "gun", ["gun"]],
  ["a g\u200au\u200an there", "g\u200au\u200an", ["gun"]],
  ["海に浮かぶ銃と船", "銃", ["銃"]],
  ["blood\nand gun", "blood", ["gun", "blood"]],
  ["a boat with a", "a", ["a"]],
] as const)("the refusal of the prompt %j quotes the forbidden word “%s”", async ([prompt, word, teamWords]) => {
  expect(await judge({ prompts: ["a ship", prompt], ...here, teamWords })).toEqual({ kind: "team_words", word });
});

test("a refusal quotes only words from the prompt that would also be refused alone", async () => {
  const words = fc.array(fc.constantFrom("gun", "Gún", "guns", "boat", "ⓖun", "銃", "，", "\u200a", " ", "\n", "-"));
  await fc.assert(
    fc.asyncProperty(words, async (parts) => {
      const prompt = parts.join("");
      const refusal = await judge({ prompts: [prompt], ...here, teamWords: ["gun", "銃 gun"] });
      if (refusal?.kind !== "team_words" || refusal.word === null) return;
      expect(prompt).toContain(refusal.word);
      expect(await judge({ prompts: [refusal.word], ...here, teamWords: ["gun", "銃 gun"] })).toEqual(refusal);
    }),
  );
});
