import { RE2JS, RE2Set } from "re2js";

/** What all patterns of a file may cost together, in instructions of RE2: at that cost a prompt of 3,000 characters takes half a second at worst. */
export const COST_MAX = 5_000;

/** What its counted repeats make of a pattern, in instructions. Throws, with its reason, at one that RE2 does not take. */
export function costOf(pattern: string): number {
  return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize();
}

/** Looks for all patterns at once, and gives the place of the first that is in the text; null: none is. The time grows with their cost and the text. */
export function patternFinder(patterns: readonly string[]): (text: string) => number | null {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE);
  for (const pattern of patterns) set.add(pattern);
  set.compile();
  return (text) => {
    const found = set.match(text);
    return found.length > 0 ? Math.min(...found) : null;
  };
}
