import { parse } from "yaml";
import { z } from "zod";
import { ok, type Result, refuse } from "../core/result.ts";
import { foldForPolicy, judgedLength } from "../core/text/prompt-text.ts";

export const FILE_MAX = 200_000;
export const RULE_WORDS_MAX = 5_000;
const WORD_LENGTH_MAX = 100;

const word = z
  .string()
  .trim()
  .refine((text) => foldForPolicy(text).trim() !== "", "is empty")
  .refine((text) => judgedLength(text) <= WORD_LENGTH_MAX, `is longer than ${WORD_LENGTH_MAX} characters`);
const written = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(60),
        words: z.array(word).min(1, "needs words"),
      }),
    )
    .min(1)
    .max(100),
});

export function readPolicy(text: string): Result<readonly PolicyRule[], readonly string[]> {
  if (text.length > FILE_MAX) return refuse([`is longer than ${FILE_MAX} characters`]);
  const read = yamlIn(text);
  if (!read.ok) return refuse([read.refusal]);
  const parsed = written.safeParse(read.value);
  if (!parsed.success)
    return refuse(parsed.error.issues.map(({ path, message }) => `${["", ...path].join("/") || "/"}: ${message}`));
  const { rules } = parsed.data;
  const words = rules.flatMap((rule) => rule.words).length;
  if (words > RULE_WORDS_MAX) return refuse([`/rules: ${words} words; all rules together may have ${RULE_WORDS_MAX}`]);
  return ok(rules);
}

function yamlIn(text: string): Result<unknown, string> {
  try {
    // An alias could expand to a text of any length.
    return ok(parse(text, { maxAliasCount: 0 }));
  } catch (error) {
    return refuse(`is no YAML: ${String(error)}`);
  }
}

export interface PolicyRule {
  readonly name: string;
  readonly words: readonly string[];
}
