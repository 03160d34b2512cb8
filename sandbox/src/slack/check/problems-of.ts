import { z } from "zod";

type Issue = z.core.$ZodIssue;

/** What is wrong, in Slack's words: `must be less than 3001 characters [json-pointer:/blocks/0/text/text]`. */
export function problemsOf(error: z.ZodError, root: readonly PropertyKey[] = []): readonly string[] {
  return error.issues.map((issue) => problem(wordsFor(issue), [...root, ...pathOf(issue)]));
}

export function problem(words: string, path: readonly PropertyKey[]): string {
  return `${words} [json-pointer:/${path.map(String).join("/")}]`;
}

function pathOf(issue: Issue): readonly PropertyKey[] {
  return isMissing(issue) ? issue.path.slice(0, -1) : issue.path;
}

function wordsFor(issue: Issue): string {
  if (isMissing(issue)) return `missing required field: ${String(issue.path.at(-1))}`;
  switch (issue.code) {
    case "too_big":
      return issue.origin === "array"
        ? `no more than ${issue.maximum} items allowed`
        : `must be less than ${Number(issue.maximum) + 1}${issue.origin === "string" ? " characters" : ""}`;
    case "too_small":
      return issue.origin === "array"
        ? `no fewer than ${issue.minimum} items allowed`
        : `must be more than ${Number(issue.minimum) - 1}${issue.origin === "string" ? " characters" : ""}`;
    case "unrecognized_keys":
      return `invalid additional property: ${issue.keys.join(", ")}`;
    case "invalid_union":
      return unionWords(issue.input);
    default:
      return issue.message;
  }
}

/** Every union of ours is told by its `type`. */
function unionWords(input: unknown): string {
  const { data } = z.object({ type: z.string() }).safeParse(input);
  return data ? `unsupported type: ${data.type}` : "failed to match all allowed schemas";
}

/** Needs `reportInput`: without it every wrong type would look like a missing field. */
function isMissing(issue: Issue): boolean {
  return issue.path.length > 0 && issue.input === undefined && ["invalid_type", "invalid_value"].includes(issue.code);
}
