import { unreachable } from "../../../core/result.ts";
import type { Piece, Sentence } from "../../../core/sentence.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { codeText, escapeLine, fitted } from "./escape.ts";
import { type CommandIds, commandMention, NO_IDS } from "./mentions.ts";

/** Stands between two pieces whose marks would run into each other. */
const APART = "\u200b";

/** One line of markdown, at most `max` long: text is cut where it must be, a link or a time is whole or absent. */
export function writeSentence(sentence: Sentence, max: number, commands = NO_IDS): string {
  let line = "";
  let lastIsMark = false;
  for (const piece of sentence) {
    const isMark = typeof piece !== "string";
    const gap = isMark && lastIsMark ? APART : "";
    const room = max - line.length - gap.length;
    const written = isMark ? writeMark(piece, room, commands) : fitted(piece, room, escapeLine);
    if (written === "" || written.length > room) continue;
    line += gap + written;
    lastIsMark = isMark;
  }
  return line;
}

function writeMark(piece: Exclude<Piece, string>, room: number, commands: CommandIds): string {
  switch (piece.kind) {
    case "strong": {
      const text = fitted(piece.text.trim(), room - 4, escapeLine);
      return text === "" ? "" : `**${text}**`;
    }
    case "code":
      return fitted(piece.text, room, codeText);
    case "command":
      return commandMention(piece.text, commands) ?? fitted(piece.text, room, codeText);
    case "link":
      return writeLink(piece.label, piece.url);
    case "time":
      return `<t:${Math.floor(piece.at / 1_000)}:${piece.as === "clock" ? "f" : "R"}>`;
    case "person":
      return isSnowflake(piece.userId) ? `<@${piece.userId}>` : escapeLine(piece.userId);
    default:
      return unreachable(piece);
  }
}

/** A masked link; only its label where the address is none that a browser opens. */
function writeLink(label: string, url: string): string {
  // A label with brackets would end early, one that looks like an address is not drawn as a link.
  const shown = escapeLine(label.replace(/[[\]<>]/g, " ").trim()) || "link";
  const href = parseUrl(url)?.href ?? "";
  if (!/^https?:\/\//.test(href)) return shown;
  // Only what could end the link early is encoded: a signed address may be checked letter for letter.
  return `[${shown}](${href.replace(/[()<>[\]|`\\\s]/g, percent)})`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Whether it is an id as Discord makes them. */
export function isSnowflake(id: string): boolean {
  return /^\d{1,20}$/.test(id);
}
