import type { ChatMessage, Field, Piece } from "../../src/core/chat.ts";
import type { Words } from "../../src/messages/words.ts";

/** The readable text of a message, with one sentence per line. Times are in ISO format. */
export function wordsOf(message: ChatMessage): string {
  const parts = (message.sections ?? []).flatMap(({ title, table = [], body }) => [
    [title],
    ...table.map((row) => [row.join(" ")]),
    ...body,
  ]);
  const sentences = [...message.body, ...parts, ...message.facts].map((sentence) => sentence.map(pieceText).join(""));
  return [message.title, message.bar?.words ?? "", ...sentences].join("\n");
}

/** The labels of a message's buttons, in order. */
export function labelsOf(message: ChatMessage): readonly string[] {
  return message.buttons.map(({ label }) => label);
}

/** The value of a form's field when it opens. */
export function heldIn(field: Field): string {
  if (field.kind === "picture") return field.address.value;
  return "chosen" in field ? field.chosen.join(" ") : field.value;
}

function pieceText(piece: Piece): string {
  if (typeof piece === "string") return piece;
  switch (piece.kind) {
    case "link":
      return `[${piece.label}](${piece.url})`;
    case "time":
      return `time:${new Date(piece.at).toISOString()}`;
    case "person":
      return `@${piece.userId}`;
    case "channel":
      return `#${piece.channelId}`;
    case "role":
      return `@&${piece.roleId}`;
    default:
      return piece.text;
  }
}

/** Recognizable values for the blanks in sentences. */
const three = [731, 742, 753];
const texts = ["⟨a⟩", "⟨b⟩", "⟨c⟩"];

/**
 * Every text of a catalogue with its path. Sentences with blanks are filled in, and `numbers` are used for numeric ones.
 */
export function sentencesOf(words: Words, numbers = three): readonly (readonly [path: string, text: string])[] {
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

/** Fills in texts, numbers or a list, whichever the sentence accepts. */
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

/** The marks of the values that a sentence shows, such as "ac". The sentence's own numbers do not count. */
export function filledIn(text = ""): string {
  return texts
    .map((each, at) => (text.includes(each) || text.includes(String(three[at])) ? (each[1] ?? "") : ""))
    .join("");
}
