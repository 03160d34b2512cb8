import { RE2JS, RE2Set } from "re2js";

/** All patterns of a file together may cost this many RE2 instructions: at that cost a prompt of 3,000 characters takes half a second at worst. */
export const COST_MAX = 5_000;

/** Returns the size of a pattern in RE2 instructions, counted repeats included. Throws, with the reason, if RE2 does not accept it. */
export function costOf(pattern: string): number {
  return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize();
}

/** Returns a search for all patterns at once: the place of the first that is in the text; null: none is. The time grows with their cost and the text. */
export function patternFinder(patterns: readonly string[]): (text: string) => number | null {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE);
  for (const pattern of patterns) set.add(pattern);
  set.compile();
  return (text) => {
    const matches = set.match(text);
    return matches.length > 0 ? Math.min(...matches) : null;
  };
}
