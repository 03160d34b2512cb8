import type { ChatMessage, Sentence } from "../../src/core/chat.ts";

/** A message as somebody would read it aloud. */
export function readAloud(message: ChatMessage | null): string {
  if (!message) return "";
  const { title, quote, body, bar, sections = [], facts, buttons } = message;
  const parts = sections.flatMap((one) => [one.title, ...one.body.map(sentence), one.bar?.words ?? ""]);
  const lines = [title, quote ?? "", ...body.map(sentence), bar?.words ?? "", ...parts, ...facts.map(sentence)];
  return [...lines, ...buttons.map(({ label }) => `[${label}]`)].filter((line) => line !== "").join("\n");
}

function sentence(pieces: Sentence): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      switch (piece.kind) {
        case "link":
          return `${piece.label} <${piece.url}>`;
        case "time":
          return new Date(piece.at).toISOString();
        case "person":
          return `@${piece.userId}`;
        default:
          return piece.text;
      }
    })
    .join("");
}
