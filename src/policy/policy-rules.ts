import { parse } from "yaml";
import { z } from "zod";
import { judgedLength } from "../core/prompt-policy.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { foldForPolicy } from "../core/text/prompt-text.ts";
import { COST_MAX, costOf } from "./find-patterns.ts";

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

/** These scripts write without spaces, so a word may be anywhere. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** A token stands alone in a text: a letter of such a script, a word of any other, or one mark. */
const TOKEN = new RegExp(String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+|.`, "gsu");

/** A place in the tree of words while a text is read: which words may follow, or else which shorter beginning of words the text also ends with. */
interface Place {
  readonly next: Map<string, Place>;
  shorter: Place | null;
  /** The first list with a word that ends here; `NO_LIST`: none. */
  list: number;
}

const NO_LIST = Number.POSITIVE_INFINITY;

/**
 * Searches for the words of all lists at once, and returns the place of the first list that has one in a folded text; null:
 * none has. The time grows with the text alone, however many words there are (Aho and Corasick, 1975).
 */
export function wordFinder(lists: readonly (readonly string[])[]): (text: string) => number | null {
  const root: Place = { next: new Map(), shorter: null, list: NO_LIST };
  for (const [list, words] of lists.entries()) for (const word of words) add(word, list);
  linkShorter();

  function add(word: string, list: number): void {
    let place = root;
    for (const token of tokensOf(foldForPolicy(word).trim())) {
      const next = place.next.get(token) ?? { next: new Map(), shorter: null, list: NO_LIST };
      place.next.set(token, next);
      place = next;
    }
    // A word of invisible marks leaves nothing.
    if (place !== root) place.list = Math.min(place.list, list);
  }

  function linkShorter(): void {
    const places = [root];
    for (const place of places) {
      for (const [token, next] of place.next) {
        next.shorter = place === root ? root : step(place.shorter ?? root, token);
        next.list = Math.min(next.list, next.shorter.list);
        places.push(next);
      }
    }
  }

  function step(from: Place, token: string): Place {
    let place: Place | null = from;
    while (place) {
      const next = place.next.get(token);
      if (next) return next;
      place = place.shorter;
    }
    return root;
  }

  return (text) => {
    let place = root;
    let first = NO_LIST;
    for (const token of tokensOf(text)) {
      place = step(place, token);
      first = Math.min(first, place.list);
    }
    return first === NO_LIST ? null : first;
  };
}

/** In capitals: a small sigma has two forms. */
function tokensOf(text: string): readonly string[] {
  return text.toUpperCase().replaceAll(/\s+/g, " ").match(TOKEN) ?? [];
}
