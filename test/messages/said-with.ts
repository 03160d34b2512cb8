import type { Words } from "../../src/messages/words.ts";

/** What is put into a sentence: each can be found again in what it says. */
const three = [731, 742, 753];
const texts = ["⟨a⟩", "⟨b⟩", "⟨c⟩"];

/** Every word of a catalogue by its place in it; a sentence with something to fill in is said, with `numbers` where it takes any. */
export function said(words: Words, numbers = three): readonly (readonly [path: string, text: string])[] {
  const { locale: _, ...topics } = words;
  return leaves(topics, "").map(
    ([path, leaf]) => [path, typeof leaf === "string" ? leaf : filled(leaf, numbers)] as const,
  );
}

type Leaf = string | ((...given: readonly unknown[]) => unknown);

function leaves(node: unknown, path: string): readonly (readonly [string, Leaf])[] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node === "function") return [[path, (...given) => Reflect.apply(node, null, given)]];
  if (Array.isArray(node)) return [[path, node.join(" ")]];
  return Object.entries(Object(node)).flatMap(([name, each]) => leaves(each, path === "" ? name : `${path}.${name}`));
}

/** Said with numbers, with texts, or with a list, whichever the sentence takes. */
function filled(say: Exclude<Leaf, string>, numbers: readonly number[]): string {
  for (const given of [texts, numbers, [["⟨a⟩", "⟨b⟩"], "⟨c⟩"]]) {
    const text = tried(() => say(...given));
    if (text !== null && !/NaN/.test(text)) return text;
  }
  return "";
}

function tried(say: () => unknown): string | null {
  try {
    const text = say();
    return Array.isArray(text) ? text.join("") : String(text);
  } catch {
    return null;
  }
}

/** Which of what was put into a sentence is said in it: "ac". A number of its own is none. */
export function filledIn(text = ""): string {
  return texts
    .map((each, at) => (text.includes(each) || text.includes(String(three[at])) ? (each[1] ?? "") : ""))
    .join("");
}
