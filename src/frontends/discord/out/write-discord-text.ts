import type { Bar, ChatMessage, Piece, Section, Sentence } from "../../../core/chat.ts";
import { unreachable } from "../../../core/result.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { aligned, BAR_CELLS, barOfCells } from "../../../core/text/text-layout.ts";
import { shares } from "../discord-limits.ts";

/** A table is written whole or not at all. The quote gets the remaining space. */
export function writeSection(
  { title, quote, table, body, bar }: Section,
  max: number,
  { commands, cutQuote }: { readonly commands: CommandIds; readonly cutQuote: ChatMessage["cutQuote"] | undefined },
): string {
  let available = max;
  const take = (text: string) => {
    if (text === "" || text.length > available) return [];
    available -= text.length + 1;
    return [text];
  };
  const heading = cutToFit(title.trim(), shares.title, escapeLine);
  const above = take(heading === "" ? "" : `**${heading}**`);
  const below = [
    ...take(table ? writeTable(table) : ""),
    ...body.flatMap((sentence) => take(writeSentence(sentence, available, commands))),
    ...take(bar ? writeBar(bar, available) : ""),
  ];
  return [...above, ...take(writeQuote(quote ?? "", available, cutQuote)), ...below].join("\n");
}

/** Nothing can be escaped inside code, so backticks are replaced. */
function writeTable(table: readonly (readonly string[])[]): string {
  const cells = table.map((row) => row.map((cell) => plain(cell).replace(/\s+/g, " ").replace(/`/g, "'").trim()));
  return ["```", ...aligned(cells), "```"].join("\n");
}

/** Separates two pieces whose marks would otherwise merge. */
const APART = "\u200b";

/** Text may be cut. A link or time is written whole or not at all. */
export function writeSentence(sentence: Sentence, max: number, commands = NO_IDS): string {
  let line = "";
  let lastIsMark = false;
  for (const piece of sentence) {
    const isMark = typeof piece !== "string";
    const gap = isMark && lastIsMark ? APART : "";
    const available = max - line.length - gap.length;
    const written = isMark ? writeMark(piece, available, commands) : cutToFit(piece, available, escapeLine);
    if (written === "" || written.length > available) continue;
    line += gap + written;
    lastIsMark = isMark;
  }
  return line;
}

function writeMark(piece: Exclude<Piece, string>, available: number, commands: CommandIds): string {
  switch (piece.kind) {
    case "strong": {
      const text = cutToFit(piece.text.trim(), available - 4, escapeLine);
      return text === "" ? "" : `**${text}**`;
    }
    case "code":
      return cutToFit(piece.text, available, codeText);
    case "command":
      return commandMention(piece.text, commands) ?? cutToFit(piece.text, available, codeText);
    case "link":
      return writeLink(piece.label, piece.url);
    case "time":
      return `<t:${Math.floor(piece.at / 1_000)}:${piece.as === "clock" ? "f" : "R"}>`;
    case "person":
      return isSnowflake(piece.userId) ? `<@${piece.userId}>` : escapeLine(piece.userId);
    case "channel":
      return isSnowflake(piece.channelId) ? `<#${piece.channelId}>` : escapeLine(piece.channelId);
    case "role":
      return isSnowflake(piece.roleId) ? `<@&${piece.roleId}>` : escapeLine(piece.roleId);
    default:
      return unreachable(piece);
  }
}

/** Writes only the label if browsers do not open the URL. */
function writeLink(label: string, url: string): string {
  // Brackets would end a label early. A label that looks like a URL is not shown as a link.
  const shown = escapeLine(label.replace(/[[\]<>]/g, " ").trim()) || "link";
  const href = parseUrl(url)?.href ?? "";
  if (!/^https?:\/\//.test(href)) return shown;
  // Encode no more than necessary: a signed URL may be checked character by character.
  return `[${shown}](${href.replace(/[()<>[\]|`\\\s]/g, percent)})`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

export function isSnowflake(id: string): boolean {
  return /^\d{1,20}$/.test(id);
}

/**
 * Writes words that do not fit as a quote as code, where nothing needs escaping. If that does not fit either, cuts them.
 */
export function writeQuote(words: string, max: number, rest?: (characters: number) => string): string {
  const text = plain(words).trim();
  if (text === "") return "";
  const quoted = marked(text);
  if (quoted.length <= max) return quoted;
  const code = `\`\`\`\n${text}\n\`\`\``;
  if (!text.includes("`") && code.length <= max) return code;
  if (!rest) return cutToFit(text, max, marked);
  const { length } = [...text];
  const below = (missing: number) => `-# ${escapeLine(rest(missing))}`;
  const start = beginning(text, max - below(length).length - 1, marked);
  const note = below(length - [...start].length);
  return [...(start === "" ? [] : [marked(start)]), ...(note.length > max ? [] : [note])].join("\n");
}

function marked(text: string): string {
  return escapeText(text)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

export function writeBar({ percent, words }: Bar, available: number): string {
  const cells = percent === null ? 0 : BAR_CELLS + 1;
  const caption = cutToFit(words.trim(), Math.min(shares.barWords, available - cells), escapeLine);
  if (percent === null || caption === "") return caption;
  return `${barOfCells(percent, "▰", "▱")} ${caption}`;
}

/**
 * A backslash before one of these characters shows it unchanged. Source: Discord's help page "Markdown Text 101" and
 * simple-markdown's escape rule (read 2026-11-21).
 */
const SPECIAL = /[\\*_~|>#\-[\]()<@:`]/g;
/** `1.` and `+` start a list, but only at the beginning of a line. */
const LIST_START = /^([^\S\r\n\u2028\u2029]*)(\d+(?=[.)])|(?=\+))/gm;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
const UNSEEN = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Nothing in the result formats, links, mentions or notifies. */
export function escapeText(text: string): string {
  return plain(text).replace(SPECIAL, "\\$&").replace(LIST_START, "$1$2\\");
}

export function escapeLine(text: string): string {
  return escapeText(onOneLine(plain(text)));
}

export function codeText(text: string): string {
  const inside = onOneLine(plain(text)).replace(/`/g, "'").trim();
  return inside === "" ? "" : `\`${inside}\``;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, (blank) => (blank.includes("\n") ? " " : blank));
}

/** The result still must be escaped. */
export function plain(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, "\n").replace(/\t/g, " ").replace(UNSEEN, "");
}

/** `max` applies to the written result. Cuts before escaping, because a cut must not split a character or an escape. */
export function cutToFit(text: string, max: number, write: (text: string) => string): string {
  const whole = write(text);
  if (whole.length <= max) return whole;
  const cut = (start: string) => write(`${start}…`);
  const start = beginning(text, max, cut);
  return start === "" ? "" : cut(start);
}

function beginning(text: string, max: number, write: (text: string) => string): string {
  const points = [...text];
  const cut = (count: number) => points.slice(0, count).join("").trimEnd();
  let fits = 0;
  let tooMany = Math.min(points.length, Math.max(0, max)) + 1;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (write(cut(middle)).length <= max) fits = middle;
    else tooMany = middle;
  }
  return cut(fits);
}

export type CommandIds = ReadonlyMap<string, string>;

export const NO_IDS: CommandIds = new Map([]);

/** A mention starts the command when clicked. Source: Discord docs, reference, message formatting (read 2026-11-22). */
function commandMention(typed: string, ids: CommandIds): string | null {
  const [, name = "", subcommand] = /^\/([\w-]+)(?: ([\w-]+))?$/.exec(typed) ?? [];
  const id = ids.get(name);
  return id === undefined ? null : `</${subcommand === undefined ? name : `${name} ${subcommand}`}:${id}>`;
}
