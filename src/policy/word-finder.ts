import { foldForPolicy, GAP } from "../core/text/prompt-text.ts";

/** Scripts written without spaces, so a word may begin anywhere. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** One letter of an unspaced script, a whole word of any other script, or one other character. */
const TOKEN = new RegExp(String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+|.`, "gsu");

/**
 * A node in the trie of words. `shorter`: the suffix link, to the longest shorter beginning of a word that the text also
 * ends with.
 */
interface Place {
  readonly next: Map<string, Place>;
  shorter: Place | null;
  list: number;
}

const NO_LIST = Number.POSITIVE_INFINITY;

export type WordFinder = (tokens: readonly string[]) => number | null;

/**
 * The index of the first list with a word in the tokens. The time depends only on the length of the text (Aho and Corasick,
 * 1975). A `GAP` is read both as a space and as nothing, so each position in the text has a set of nodes.
 */
export function wordFinder(lists: readonly (readonly string[])[]): WordFinder {
  const root: Place = { next: new Map(), shorter: null, list: NO_LIST };
  let longest = 0;
  for (const [list, words] of lists.entries()) for (const word of words) add(word, list);
  linkShorter();

  function add(word: string, list: number): void {
    let place = root;
    for (const token of tokensOf(foldForPolicy(word).replaceAll(GAP, " ").trim())) {
      longest = Math.max(longest, token.length);
      const next = place.next.get(token) ?? { next: new Map(), shorter: null, list: NO_LIST };
      place.next.set(token, next);
      place = next;
    }
    // A word of only invisible characters is empty here.
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

  return (tokens) => {
    const places: Set<Place>[] = [new Set([root])];
    let first = NO_LIST;
    for (const at of tokens.keys())
      for (const { token, end } of readingsAt(tokens, at, longest)) {
        const there = places[end] ?? new Set();
        places[end] = there;
        for (const place of places[at] ?? []) {
          const next = token === "" ? place : step(place, token);
          there.add(next);
          first = Math.min(first, next.list);
        }
      }
    return first === NO_LIST ? null : first;
  };
}

/** Yields single tokens, and words of up to `longest` letters that contain gaps, each with its end. */
function* readingsAt(tokens: readonly string[], at: number, longest: number) {
  let [token = "", end] = [tokens[at], at + 1];
  if (token === GAP) {
    yield { token: "", end };
    yield { token: " ", end };
    return;
  }
  yield { token, end };
  for (; tokens[end] === GAP; end += 2) {
    token += tokens[end + 1] ?? "";
    if (token.length > longest) return;
    yield { token, end: end + 2 };
  }
}

/** Uppercased, because sigma has two lowercase forms. A run of spaces and gaps becomes one token. */
export function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (const token of text.toUpperCase().replaceAll(/\s+/g, " ").match(TOKEN) ?? []) {
    if (!isSpacing(token) || !isSpacing(tokens.at(-1))) tokens.push(token);
    else if (token === " ") tokens.splice(-1, 1, token);
  }
  return tokens;
}

function isSpacing(token: string | undefined): boolean {
  return token === " " || token === GAP;
}

/** Returns the word as written in the prompt, which must contain a listed word. */
export function wordIn(prompt: string, find: WordFinder): string {
  const parts = partsOf(prompt);
  const isIn = (from: number, to: number) => find(tokensOf(foldForPolicy(parts.slice(from, to).join("")))) !== null;
  const end = firstWhere(parts.length, (to) => isIn(0, to));
  // The latest beginning at which the word is still complete.
  const start = firstWhere(end, (from) => !isIn(from + 1, end));
  return parts.slice(start, end).join("").trim();
}

/** Binary search: once true, the condition must stay true. */
function firstWhere(most: number, isTrue: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const UNSPACED_LETTER = new RegExp(`^[${UNSPACED}]$`, "u");

function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let isWord = false;
  for (const character of text) {
    const staysWord = isOfWord(character);
    if (isWord && staysWord) parts.push(`${parts.pop() ?? ""}${character}`);
    else parts.push(character);
    isWord = staysWord;
  }
  return parts;
}

/** A character may be inside a word if its folded form is a letter, digit or mark, or empty. */
function isOfWord(character: string): boolean {
  if (UNSPACED_LETTER.test(character)) return false;
  const folded = foldForPolicy(character);
  return folded === "" || /[\p{L}\p{N}\p{M}]/u.test(folded);
}
