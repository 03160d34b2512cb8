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

test("the operator's words are checked first, then the team's; the policy service receives only prompts that pass both", async () => {
  const { judge, asked } = world();
  expect(await judge({ prompts: ["a boat", "a gun, blood"], ...here })).toEqual({ kind: "rule", name: "No weapons" });
  expect(await judge({ prompts: ["Blood on snow"], ...here })).toEqual({ kind: "team_words" });
  expect(asked).toEqual([]);
  expect(await judge({ prompts: ["Blood on snow"], ...here, teamWords: [] })).toBeNull();
  expect(asked).toEqual([{ text: "Blood on snow", platform: "discord", team: "3" }]);
});

test("the policy service is asked once about each different prompt of a request, and one refusal refuses the request", async () => {
  const { judge, asked } = world((text) => (text === "b" ? { kind: "service", reason: null } : null));
  expect(await judge({ prompts: ["a", "b", "a"], ...here })).toEqual({ kind: "service", reason: null });
  expect(asked.map(({ text }) => text)).toEqual(["a", "b"]);
});
