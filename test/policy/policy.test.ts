import { expect, test } from "vitest";
import { judgePrompts } from "../../src/policy/policy.ts";
import type { Question } from "../../src/policy/policy-service.ts";
import { policyRule } from "../../src/policy/rules.ts";

const rule = policyRule({ name: "No weapons", words: ["gun"], patterns: [] });
const here = { platform: "discord", team: "3", teamWords: ["blood"] } as const;

function world(verdict: (text: string) => Awaited<ReturnType<ReturnType<typeof judgePrompts>>> = () => null) {
  const asked: Question[] = [];
  const judge = judgePrompts({
    rules: [rule],
    service: async (question) => {
      asked.push(question);
      return verdict(question.text);
    },
  });
  return { asked, judge };
}

test("the operator's rules come first, then the team's words, then the service, which hears of no prompt that those refuse", async () => {
  const { judge, asked } = world();
  expect(await judge({ prompts: ["a boat", "a gun, blood"], ...here })).toEqual({ kind: "rule", name: "No weapons" });
  expect(await judge({ prompts: ["Blood on snow"], ...here })).toEqual({ kind: "team_words" });
  expect(asked).toEqual([]);
  expect(await judge({ prompts: ["Blood on snow"], ...here, teamWords: [] })).toBeNull();
});

test("of several prompts each is asked about once, and one refusal is enough", async () => {
  const { judge, asked } = world((text) => (text === "b" ? { kind: "service", reason: null } : null));
  expect(await judge({ prompts: ["a", "b", "a"], ...here })).toEqual({ kind: "service", reason: null });
  expect(asked.map(({ text }) => text)).toEqual(["a", "b"]);
});
