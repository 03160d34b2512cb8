import { RE2JS } from "re2js";
import { foldForPolicy, plainLetters } from "../core/text/fold-for-policy.ts";

/** A named rule of the operator's: a prompt that one of its words or patterns is in breaks it. */
export interface PolicyRule {
  readonly name: string;
  isBrokenBy(prompt: string): boolean;
}

/** As written in the file; at least one word or pattern. */
export interface WrittenRule {
  readonly name: string;
  readonly words: readonly string[];
  readonly patterns: readonly string[];
}

/** Scripts that write without spaces: there a word may stand anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const INSIDE = String.raw`\pL\pN\pM`;

/** The rule, ready to judge: in linear time whatever the patterns are. Throws, with its reason, at a pattern that RE2 does not take. */
export function policyRule({ name, words, patterns }: WrittenRule): PolicyRule {
  const compile = (pattern: string) => RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  const wordsInIt = words.map(foldForPolicy).filter((word) => word.trim() !== "");
  const anyWord = wordsInIt.length === 0 ? null : compile(anyOf(wordsInIt));
  const compiled = patterns.map(compile);
  return {
    name,
    isBrokenBy(prompt) {
      const folded = foldForPolicy(prompt);
      if (anyWord?.matcher(folded).find()) return true;
      // A pattern may name accents or capitals, and must be passed by none.
      const texts = [folded, plainLetters(prompt)];
      return compiled.some((pattern) => texts.some((text) => pattern.matcher(text).find()));
    },
  };
}

/** One pattern for all of them: each stands alone, where its script has spaces. */
function anyOf(words: readonly string[]): string {
  return words.map((word) => alone(word.trim())).join("|");
}

function alone(word: string): string {
  const [first = "", last = ""] = [[...word].at(0), [...word].at(-1)];
  const before = UNSPACED.test(first) ? "" : `(?:^|[^${INSIDE}])`;
  const after = UNSPACED.test(last) ? "" : `(?:$|[^${INSIDE}])`;
  const said = word
    .split(/\s+/)
    .map((part) => RE2JS.quote(part))
    .join(String.raw`\s+`);
  return `${before}${said}${after}`;
}
