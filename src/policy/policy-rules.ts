import { parse } from "yaml";
import { z } from "zod";
import { ok, type Result, refuse } from "../core/result.ts";
import { foldForPolicy, judgedLength } from "../core/text/prompt-text.ts";
import { COST_MAX, costOf } from "./pattern-set.ts";

export const FILE_MAX = 200_000;
/** All rules together may have this many words and patterns. */
export const WORDS_MAX = 5_000;
export const PATTERNS_MAX = 100;
const WORD_LENGTH_MAX = 100;

const word = z
  .string()
  .trim()
  .refine((text) => foldForPolicy(text).trim() !== "", "is empty")
  .refine((text) => judgedLength(text) <= WORD_LENGTH_MAX, `is longer than ${WORD_LENGTH_MAX} characters`);
const written = z.strictObject({
  rules: z
    .array(
      z
        .strictObject({
          name: z.string().trim().min(1).max(60),
          words: z.array(word).default([]),
          patterns: z.array(z.string().min(1).max(1_000)).default([]),
        })
        .refine(({ words, patterns }) => words.length + patterns.length > 0, "needs words or patterns"),
    )
    .min(1)
    .max(100),
});

/** Returns the rules of a policy file's text, or its problems, each with its place. */
export function readPolicy(text: string): Result<readonly PolicyRule[], readonly string[]> {
  if (text.length > FILE_MAX) return refuse([`is longer than ${FILE_MAX} characters`]);
  const read = yamlIn(text);
  if (!read.ok) return refuse([read.refusal]);
  const parsed = written.safeParse(read.value);
  if (!parsed.success)
    return refuse(parsed.error.issues.map(({ path, message }) => `${["", ...path].join("/") || "/"}: ${message}`));
  const { rules } = parsed.data;
  const problems = [...tooMany(rules), ...unusable(rules)];
  return problems.length > 0 ? refuse(problems) : ok(rules);
}

function tooMany(rules: readonly PolicyRule[]): readonly string[] {
  const words = rules.flatMap((rule) => rule.words).length;
  const patterns = rules.flatMap((rule) => rule.patterns).length;
  return [
    ...(words > WORDS_MAX ? [`/rules: ${words} words; all rules together may have ${WORDS_MAX}`] : []),
    ...(patterns > PATTERNS_MAX ? [`/rules: ${patterns} patterns; all rules together may have ${PATTERNS_MAX}`] : []),
  ];
}

/** Returns the patterns that cannot be used, and the rule that costs most if all cost too much together. */
function unusable(rules: readonly PolicyRule[]): readonly string[] {
  const problems: string[] = [];
  const costs = rules.map(({ name, patterns }, index) => {
    let cost = 0;
    try {
      for (const pattern of patterns) cost += costOf(pattern);
    } catch (error) {
      problems.push(`/rules/${index}: a pattern cannot be used: ${String(error)}`);
    }
    return { index, name, cost };
  });
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  const [dearest] = costs.sort((a, b) => b.cost - a.cost);
  if (dearest && total > COST_MAX)
    problems.push(
      `/rules/${dearest.index}: the patterns of “${dearest.name}” cost ${dearest.cost}, and all patterns together ${total} of the ${COST_MAX} that they may cost; counted repeats such as {100} cost most`,
    );
  return problems;
}

function yamlIn(text: string): Result<unknown, string> {
  try {
    // An alias may expand to a text of any length.
    return ok(parse(text, { maxAliasCount: 0 }));
  } catch (error) {
    return refuse(`is no YAML: ${String(error)}`);
  }
}

/** A rule is a named rule of the operator's as written in the file, with at least one word or pattern: a prompt that contains one of them breaks the rule. */
export interface PolicyRule {
  readonly name: string;
  readonly words: readonly string[];
  readonly patterns: readonly string[];
}
