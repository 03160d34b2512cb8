import type { ChatMessage, Field, Piece } from "../../src/core/chat.ts";

/** Everything a person can read in a message, one line a sentence; a time as its ISO form. */
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

/** What a form's field holds when it opens. */
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
    default:
      return piece.text;
  }
}
