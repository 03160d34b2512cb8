import { foldForPolicy } from "../core/text/prompt-text.ts";

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
 * Searches for the words of all lists at once, and returns the place of the first list that has one in a text's tokens; null:
 * none has. The time grows with the text alone, however many words there are (Aho and Corasick, 1975).
 */
export function wordFinder(lists: readonly (readonly string[])[]): (tokens: readonly string[]) => number | null {
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

  return (tokens) => {
    let place = root;
    let first = NO_LIST;
    for (const token of tokens) {
      place = step(place, token);
      first = Math.min(first, place.list);
    }
    return first === NO_LIST ? null : first;
  };
}

/** Returns the tokens of a folded text, in capitals: a small sigma has two forms. */
export function tokensOf(text: string): readonly string[] {
  return text.toUpperCase().replaceAll(/\s+/g, " ").match(TOKEN) ?? [];
}
