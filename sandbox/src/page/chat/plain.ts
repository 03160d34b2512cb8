import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { worded } from "../core/time.ts";
import { readMarkdown } from "../discord/markdown.ts";
import { readMrkdwn } from "../slack/mrkdwn.ts";
import type { NameOf } from "./draw-words.ts";
import type { Paragraph, Word } from "./words.ts";

/** What a message says without markup, on one line or as many as it has. */
export function plainText(
  message: Json,
  { place, nameOf }: Pick<Seat, "place" | "nameOf">,
  between: " " | "\n" = " ",
): string {
  const paragraphs = place === "discord" ? readMarkdown(text(message.content)) : readMrkdwn(text(message.text));
  return paragraphs
    .map((paragraph) => ofParagraph(paragraph, nameOf))
    .join(between)
    .trim();
}

function ofParagraph(paragraph: Paragraph, nameOf: NameOf): string {
  if (paragraph.kind === "code") return paragraph.text;
  return paragraph.words.map((word) => ofWord(word, nameOf)).join("");
}

function ofWord(word: Word, nameOf: NameOf): string {
  switch (word.kind) {
    case "mention":
      return nameOf(word.id) ?? word.text;
    case "time":
      return worded(word.ms, word.style);
    case "text":
    case "code":
      return word.text;
    default:
      return word.words.map((inner) => ofWord(inner, nameOf)).join("");
  }
}
