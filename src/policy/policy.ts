import { LRUCache } from "lru-cache";
import type { JudgePrompts } from "../core/policy/policy.ts";
import { foldForPolicy, plainLetters } from "../core/text/fold-for-policy.ts";
import type { FindPattern } from "./find-patterns.ts";
import type { AskService } from "./policy-service.ts";
import { type PolicyRule, wordFinder } from "./rules.ts";

/** Teams whose words are kept ready. */
const TEAMS_MAX = 200;

/** Judges by the operator's words and the team's first, then by the operator's patterns, and then by the operator's service. */
export function judgePrompts({
  rules,
  findPattern,
  service,
}: {
  readonly rules: readonly PolicyRule[];
  /** Of those of all rules, in their order; null: there are none. */
  readonly findPattern: FindPattern | null;
  /** null: there is none. */
  readonly service: AskService | null;
}): JudgePrompts {
  const findWord = wordFinder(rules.map(({ words }) => words));
  const namesOfPatterns = rules.flatMap(({ name, patterns }) => patterns.map(() => name));
  const ready = new LRUCache<string, ReturnType<typeof wordFinder>>({ max: TEAMS_MAX });

  function teamWordFinder(words: readonly string[]): ReturnType<typeof wordFinder> {
    const id = JSON.stringify(words);
    const find = ready.get(id) ?? wordFinder([words]);
    ready.set(id, find);
    return find;
  }

  return async ({ prompts, platform, team, teamWords }) => {
    const each = [...new Set(prompts)];
    const texts = each.map(foldForPolicy);
    const broken = rules[first(texts.map(findWord)) ?? -1];
    if (broken) return { kind: "rule", name: broken.name };
    if (teamWords.length > 0 && first(texts.map(teamWordFinder(teamWords))) !== null) return { kind: "team_words" };
    if (findPattern) {
      // A pattern may name accents or capitals, and must be passed by none.
      const read = new Set([...texts, ...each.map(plainLetters)]);
      const found = await Promise.all([...read].map(findPattern));
      const pattern = first(found.map((place) => (place === "late" ? null : place)));
      if (pattern !== null) return { kind: "rule", name: namesOfPatterns[pattern] ?? "" };
      if (found.includes("late")) return { kind: "unanswered" };
    }
    if (service === null) return null;
    const verdicts = await Promise.all(each.map((text) => service({ text, platform, team })));
    return verdicts.find((verdict) => verdict !== null) ?? null;
  };
}

/** null: there is none. */
function first(places: readonly (number | null)[]): number | null {
  const found = places.filter((place) => place !== null);
  return found.length > 0 ? Math.min(...found) : null;
}
