import { foldForPolicy, GAP } from "../core/text/prompt-text.ts";

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

/** Returns the place of the first list that has a word in those tokens; null: none has. */
export type WordFinder = (tokens: readonly string[]) => number | null;

/**
 * Searches for the words of all lists at once, and returns the place of the first list that has one in a text's tokens; null:
 * none has. The time grows with the text alone, however many words there are (Aho and Corasick, 1975). A `GAP` is read as a
 * space and as nothing: each place of the text has the places in the tree to which one of its readings leads.
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

/**
 * Yields what the tokens from there on can be read as, up to which token: one token, and words of up to `longest` letters with
 * gaps in them.
 */
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

/** Returns the tokens of a folded text, in capitals: a small sigma has two forms. A run of spaces and gaps is one of them. */
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

/** Returns the first word of the lists in a prompt as it is written there. The prompt must have one. */
export function wordIn(prompt: string, find: WordFinder): string {
  const parts = partsOf(prompt);
  const isIn = (from: number, to: number) => find(tokensOf(foldForPolicy(parts.slice(from, to).join("")))) !== null;
  const end = firstWhere(parts.length, (to) => isIn(0, to));
  // The latest beginning from which the word is still whole.
  const start = firstWhere(end, (from) => !isIn(from + 1, end));
  return parts.slice(start, end).join("").trim();
}

/** Returns the first number up to `most` for which that is true; it must be true from there on. */
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

/** Splits a text at the places where its tokens are apart: after each word, letter of an unspaced script, and mark. */
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

/** Returns true for a character that may stand inside a word: a folded letter, digit or mark, or nothing at all. */
function isOfWord(character: string): boolean {
  if (UNSPACED_LETTER.test(character)) return false;
  const folded = foldForPolicy(character);
  return folded === "" || /[\p{L}\p{N}\p{M}]/u.test(folded);
}
