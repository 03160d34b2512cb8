import { parse } from "yaml";
import { z } from "zod";
import { ok, type Result, refuse } from "../core/result.ts";
import { type PolicyRule, policyRule } from "./rules.ts";

/** Largest file, in characters. */
export const FILE_MAX = 200_000;

const word = z.string().trim().min(1).max(100);
const written = z.strictObject({
  rules: z
    .array(
      z
        .strictObject({
          name: z.string().trim().min(1).max(60),
          words: z.array(word).max(1_000).default([]),
          patterns: z.array(z.string().min(1).max(1_000)).max(100).default([]),
        })
        .refine(({ words, patterns }) => words.length + patterns.length > 0, "needs words or patterns"),
    )
    .min(1)
    .max(100),
});

/** The rules of a policy file's text, or what is wrong with it, each problem with the place where it is. */
export function readPolicy(text: string): Result<readonly PolicyRule[], readonly string[]> {
  if (text.length > FILE_MAX) return refuse([`is longer than ${FILE_MAX} characters`]);
  const read = yamlIn(text);
  if (!read.ok) return refuse([read.refusal]);
  const parsed = written.safeParse(read.value);
  if (!parsed.success)
    return refuse(parsed.error.issues.map(({ path, message }) => `${["", ...path].join("/") || "/"}: ${message}`));
  const { rules } = parsed.data;
  const problems: string[] = [];
  const ready: PolicyRule[] = [];
  for (const [index, rule] of rules.entries()) {
    try {
      ready.push(policyRule(rule));
    } catch (error) {
      problems.push(`/rules/${index}: a pattern cannot be used: ${String(error)}`);
    }
  }
  return problems.length > 0 ? refuse(problems) : ok(ready);
}

function yamlIn(text: string): Result<unknown, string> {
  try {
    // An alias may stand for a text that grows without end.
    return ok(parse(text, { maxAliasCount: 0 }));
  } catch (error) {
    return refuse(`is no YAML: ${String(error)}`);
  }
}
