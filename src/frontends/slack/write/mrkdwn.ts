import { unreachable } from "../../../core/result.ts";
import type { Piece, Sentence } from "../../../core/sentence.ts";
import { linkOf } from "../connect/link.ts";
import { withoutControls } from "../read/rich-text.ts";
import { slackDate, utcWords } from "./date.ts";
import type { Naming } from "./naming.ts";

/**
 * Text that Slack shows as it is wherever it reads markup. `&`, `<` and `>` have an escape; for the rest Slack has none
 * (docs.slack.dev, messaging/formatting-message-text, read 2026-11-21), so marks become characters that look alike.
 */
export function plainMrkdwn(text: string): string {
  // First of all: what is taken out later would bring two halves of a mark together.
  return withoutControls(text.toWellFormed())
    .replace(/^([^\S\r\n\u2028\u2029]*)>/gm, "$1›")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[*_~`]/g, (mark) => lookalike[mark] ?? mark)
    .replace(/:(?=[\w+'-]+:|\/\/)/g, "∶");
}

const lookalike: Readonly<Record<string, string>> = { "*": "∗", _: "ˍ", "~": "∼", "`": "ˋ" };

/** A sentence as mrkdwn, for small print that names people, times or links. */
export function mrkdwnOf(sentence: Sentence, naming: Naming): string {
  return runsOf(sentence, naming).map(pieceOf).join("");
}

/** The same pieces, with neighbouring plain text in one: half a mark at the end of one piece makes none with the next. */
function runsOf(sentence: Sentence, naming: Naming): readonly Piece[] {
  const runs: Piece[] = [];
  for (const piece of sentence) {
    const isPerson = typeof piece !== "string" && piece.kind === "person";
    const text = isPerson ? naming(piece.userId) : typeof piece === "string" ? piece : null;
    const last = runs.at(-1);
    if (text === null) runs.push(piece);
    else if (typeof last === "string") runs.splice(-1, 1, last + text);
    else runs.push(text);
  }
  return runs;
}

function pieceOf(piece: Piece): string {
  if (typeof piece === "string") return plainMrkdwn(piece);
  switch (piece.kind) {
    case "strong":
      return piece.text.trim() === "" ? piece.text : `*${plainMrkdwn(piece.text)}*`;
    case "code":
    case "command":
      return piece.text.trim() === "" ? piece.text : `\`${plainMrkdwn(piece.text)}\``;
    case "link": {
      const link = linkOf(piece);
      const label = plainMrkdwn(link.label).replaceAll("|", "∣");
      return link.url === null ? label : `<${bare(link.url)}|${label}>`;
    }
    case "time": {
      const { timestamp, format } = slackDate(piece);
      return `<!date^${timestamp}^${format}|${utcWords(piece.at)}>`;
    }
    case "person":
      return `<@${piece.userId}>`;
    default:
      return unreachable(piece);
  }
}

/** An address between `<` and `|`. */
function bare(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("|", "%7C");
}

/** A sentence where nothing is shown in its own way: notifications and screen readers. */
export function wordsOf(sentence: Sentence, naming: Naming): string {
  return sentence
    .map((piece) => {
      if (typeof piece === "string") return piece;
      switch (piece.kind) {
        case "strong":
        case "code":
        case "command":
          return piece.text;
        case "link":
          return piece.label;
        case "time":
          return utcWords(piece.at);
        case "person":
          return naming(piece.userId) ?? "";
        default:
          return unreachable(piece);
      }
    })
    .join("");
}
