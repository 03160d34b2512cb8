import { LRUCache } from "lru-cache";
import type { JudgePrompts } from "../core/policy/policy.ts";
import type { AskService } from "./policy-service.ts";
import { type PolicyRule, policyRule } from "./rules.ts";

/** Teams whose words are kept ready. */
const TEAMS_MAX = 200;

/** Judges by the operator's rules and the team's words first, which cost nothing, then by the operator's service. */
export function judgePrompts({
  rules,
  service,
}: {
  readonly rules: readonly PolicyRule[];
  /** null: there is none. */
  readonly service: AskService | null;
}): JudgePrompts {
  const ready = new LRUCache<string, PolicyRule>({ max: TEAMS_MAX });

  function teamRule(words: readonly string[]): PolicyRule {
    const id = JSON.stringify(words);
    const rule = ready.get(id) ?? policyRule({ name: "team words", words, patterns: [] });
    ready.set(id, rule);
    return rule;
  }

  return async ({ prompts, platform, team, teamWords }) => {
    const each = [...new Set(prompts)];
    const broken = rules.find((rule) => each.some((prompt) => rule.isBrokenBy(prompt)));
    if (broken) return { kind: "rule", name: broken.name };
    if (teamWords.length > 0 && each.some((prompt) => teamRule(teamWords).isBrokenBy(prompt)))
      return { kind: "team_words" };
    if (service === null) return null;
    const verdicts = await Promise.all(each.map((text) => service({ text, platform, team })));
    return verdicts.find((verdict) => verdict !== null) ?? null;
  };
}
