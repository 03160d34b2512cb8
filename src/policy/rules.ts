import { RE2JS } from "re2js";

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
/** Marks that are not seen and could split a word. */
const UNSEEN = /\p{Cf}|\p{Variation_Selector}/gu;

/** The rule, ready to judge: in linear time whatever the patterns are. Throws, with its reason, at a pattern that RE2 does not take. */
export function policyRule({ name, words, patterns }: WrittenRule): PolicyRule {
  const given = words.length === 0 ? patterns : [anyOf(words), ...patterns];
  const compiled = given.map((pattern) => RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE));
  return {
    name,
    isBrokenBy(prompt) {
      const text = plain(prompt);
      return compiled.some((pattern) => pattern.matcher(text).find());
    },
  };
}

/** One pattern for all of them: each stands alone, where its script has spaces. */
function anyOf(words: readonly string[]): string {
  return words.map((word) => alone(plain(word).trim())).join("|");
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

/** Letters that only look otherwise, such as full-width ones, are the plain ones. */
function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(UNSEEN, "");
}
