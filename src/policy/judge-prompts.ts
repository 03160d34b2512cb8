import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../core/at-most.ts";
import type { FetchWhole } from "../core/http-client.ts";
import type { Platform } from "../core/platform.ts";
import type { JudgePrompts, PolicyRefusal } from "../core/prompt-policy.ts";
import { foldForPolicy } from "../core/text/prompt-text.ts";
import type { PolicyRule } from "./policy-rules.ts";
import { tokensOf, type WordFinder, wordFinder, wordIn } from "./word-finder.ts";

const TEAMS_MAX = 200;

/** Asks in this order: the operator's words, the team's words, the operator's service. */
export function judgePrompts({
  rules,
  service,
}: {
  readonly rules: readonly PolicyRule[];
  readonly service: AskService | null;
}): JudgePrompts {
  const findWord = wordFinder(rules.map(({ words }) => words));
  const ready = new LRUCache<string, WordFinder>(atMost(TEAMS_MAX));

  function teamWordFinder(words: readonly string[]): WordFinder {
    const id = JSON.stringify(words);
    const find = ready.get(id) ?? wordFinder([words]);
    ready.set(id, find);
    return find;
  }

  return async ({ prompts, platform, team, teamWords }) => {
    const each = [...new Set(prompts)];
    const tokens = each.map((prompt) => tokensOf(foldForPolicy(prompt)));
    const broken = rules[first(tokens.map(findWord)) ?? -1];
    if (broken) return { kind: "rule", name: broken.name };
    if (teamWords.length > 0) {
      const find = teamWordFinder(teamWords);
      const prompt = each[tokens.findIndex((one) => find(one) !== null)];
      if (prompt !== undefined) return { kind: "team_words", word: wordIn(prompt, find) };
    }
    if (service === null) return null;
    const verdicts = await Promise.all(each.map((text) => service({ text, platform, team })));
    return verdicts.find((verdict) => verdict !== null) ?? null;
  };
}

function first(places: readonly (number | null)[]): number | null {
  const matches = places.filter((place) => place !== null);
  return matches.length > 0 ? Math.min(...matches) : null;
}

export const ANSWER_WITHIN_MS = 800;
const ANSWER_MAX_BYTES = 10_000;
const REASON_MAX = 200;

const verdict = z.object({ allow: z.boolean(), reason: z.string().nullish() });

export interface Question {
  readonly text: string;
  readonly platform: Platform;
  readonly team: string | null;
}

/** Never rejects, and follows no redirects. */
export type AskService = (question: Question) => Promise<PolicyRefusal | null>;

/** If the service does not answer, the prompt is refused, or allowed with `failsOpen`. */
export function policyService(deps: {
  readonly url: string;
  readonly failsOpen: boolean;
  readonly fetch: FetchWhole;
  failed(error: unknown): void;
}): AskService {
  const { url, failsOpen, fetch, failed } = deps;
  return async (question) => {
    try {
      const body = JSON.stringify(question);
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      const answer = await fetch(url, init, ANSWER_WITHIN_MS, ANSWER_MAX_BYTES);
      if (answer.status !== 200) throw new Error(`status ${answer.status}`);
      const { allow, reason } = verdict.parse(JSON.parse(await answer.text()));
      return allow ? null : { kind: "service", reason: inOneLine(reason ?? "") };
    } catch (error) {
      failed(error);
      return failsOpen ? null : { kind: "unanswered" };
    }
  };
}

function inOneLine(reason: string): string | null {
  const line = reason
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
  const [...characters] = line;
  return characters.length > REASON_MAX ? `${characters.slice(0, REASON_MAX - 1).join("")}…` : line || null;
}
