import { expect, test } from "vitest";
import type { Question } from "../../src/policy/judge-prompts.ts";
import { judgePrompts } from "../../src/policy/judge-prompts.ts";
import { patternFinder } from "../../src/policy/pattern-set.ts";

const rules = [
  { name: "No phone numbers", words: [], patterns: ["[0-9]{8}"] },
  { name: "No weapons", words: ["gun"], patterns: ["rifles?", "sword"] },
];
const here = { platform: "discord", team: "3", teamWords: ["blood"] } as const;

function world(verdict: (text: string) => Awaited<ReturnType<ReturnType<typeof judgePrompts>>> = () => null) {
  const asked: Question[] = [];
  const searched: string[] = [];
  const judge = judgePrompts({
    rules,
    findPattern: async (text) => {
      searched.push(text);
      if (text.includes("slow")) return "late";
      return text.includes("rifle") ? 1 : null;
    },
    service: async (question) => {
      asked.push(question);
      return verdict(question.text);
    },
  });
  return { asked, judge, searched };
}

test("the operator's rules come first, then the team's words, then the patterns, then the service, which hears of no prompt that those refuse", async () => {
  const { judge, asked, searched } = world();
  expect(await judge({ prompts: ["a boat", "a gun, blood"], ...here })).toEqual({ kind: "rule", name: "No weapons" });
  expect(await judge({ prompts: ["Blood on snow"], ...here })).toEqual({ kind: "team_words" });
  expect(searched).toEqual([]);
  expect(await judge({ prompts: ["a ｒｉｆｌｅ"], ...here })).toEqual({ kind: "rule", name: "No weapons" });
  expect(searched).toEqual(["a rifle"]);
  expect(asked).toEqual([]);
  expect(await judge({ prompts: ["Blood on snow"], ...here, teamWords: [] })).toBeNull();
});

test("of several prompts each is asked about once, and one refusal is enough", async () => {
  const { judge, asked } = world((text) => (text === "b" ? { kind: "service", reason: null } : null));
  expect(await judge({ prompts: ["a", "b", "a"], ...here })).toEqual({ kind: "service", reason: null });
  expect(asked.map(({ text }) => text)).toEqual(["a", "b"]);
});

test("nothing is made of a prompt whose patterns are not found out in time, unless another one is refused for its own", async () => {
  const { judge, asked } = world();
  expect(await judge({ prompts: ["a slow boat"], ...here })).toEqual({ kind: "unanswered" });
  const both = await judge({ prompts: ["a slow boat", "a rifle"], ...here });
  expect(both).toEqual({ kind: "rule", name: "No weapons" });
  expect(asked).toEqual([]);
});

test.for([
  ["piñata", "una PIÑATA"],
  [String.raw`(?-i)\b[A-Z]{4}\b`, "a BOAT"],
  ["rif+le", "a rífle"],
  ["rif+le", "a rif\u{115f}le"],
] as const)(
  "the pattern %s is in %s: it may name accents and capitals, and is passed by no accent and no unseen mark",
  async ([pattern, prompt]) => {
    const find = patternFinder([pattern]);
    const findPattern = async (text: string) => find(text);
    const judge = judgePrompts({ rules: [{ name: "A", words: [], patterns: [pattern] }], findPattern, service: null });
    expect(await judge({ prompts: [prompt], ...here })).toEqual({ kind: "rule", name: "A" });
    expect(await judge({ prompts: ["a quiet river"], ...here })).toBeNull();
  },
);
