import type { types } from "@slack/bolt";
import { unreachable } from "../../../core/result.ts";
import type { Piece, Sentence } from "../../../core/sentence.ts";
import { linkOf } from "../connect/link.ts";
import { limits } from "../limits.ts";
import { slackDate, utcWords } from "../write/date.ts";
import type { Naming } from "../write/naming.ts";
import { beginning, truncate } from "../write/truncate.ts";

/** Sentences as rich text, a line each, where Slack interprets nothing in a `text` element; null where nothing is left to show. */
export function richSentences(sentences: readonly Sentence[], naming: Naming): types.RichTextSection | null {
  const lines = sentences.map((sentence) => richPieces(sentence, naming)).filter((line) => line.length > 0);
  const elements = lines.flatMap((line, index) => (index === 0 ? line : [...textOf("\n"), ...line]));
  return elements.length === 0 ? null : { type: "rich_text_section", elements };
}

/** One sentence's pieces; none where nothing is left to show. */
function richPieces(sentence: Sentence, naming: Naming): types.RichTextElement[] {
  return sentence.flatMap((piece) => elementOf(piece, naming));
}

/** Somebody's own words, set apart, in at most `most` characters; below them, what `rest` says of those that are missing. Nothing where there are no words. */
export function richQuote(
  words: string,
  most: number,
  rest?: (characters: number) => string,
): (types.RichTextQuote | types.RichTextSection)[] {
  const text = withoutControls(words).trim();
  if (text === "") return [];
  const shown = rest ? beginning(text, most) : truncate(text, most);
  const elements: types.RichTextText[] = [];
  for (let left = shown; left !== ""; left = left.slice(elements.at(-1)?.text.length))
    elements.push({ type: "text", text: beginning(left, limits.sectionText) });
  const missing = rest && shown !== text ? textOf(rest([...text.slice(shown.length)].length)) : [];
  return [
    ...(shown === "" ? [] : [{ type: "rich_text_quote" as const, elements }]),
    ...(missing.length === 0 ? [] : [{ type: "rich_text_section" as const, elements: missing }]),
  ];
}

/** Plain text as one element; none where there is nothing to show, which Slack would refuse. */
export function textOf(text: string, style?: { bold?: boolean; code?: boolean }): types.RichTextText[] {
  const shown = truncate(withoutControls(text), limits.sectionText);
  return shown === "" ? [] : [{ type: "text", text: shown, ...(style && { style }) }];
}

function elementOf(piece: Piece, naming: Naming): types.RichTextElement[] {
  if (typeof piece === "string") return textOf(piece);
  switch (piece.kind) {
    case "strong":
      return textOf(piece.text, { bold: true });
    case "code":
    case "command":
      return textOf(piece.text, { code: true });
    case "link": {
      const { label, url } = linkOf(piece);
      const text = truncate(withoutControls(label), limits.sectionText);
      return url === null ? textOf(label) : [{ type: "link", url, text }];
    }
    case "time":
      return [{ type: "date", ...slackDate(piece), fallback: utcWords(piece.at) }];
    case "person": {
      const name = naming(piece.userId);
      return name === null ? [{ type: "user", user_id: piece.userId }] : textOf(name);
    }
    default:
      return unreachable(piece);
  }
}

/** Control characters other than line breaks and tabs have no look, and some stop a client from drawing the rest or turn it round. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "");
}
