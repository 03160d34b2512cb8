import type { types } from "@slack/bolt";
import type { Piece, Sentence } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { unreachable } from "../../../core/result.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { limits } from "../slack-limits.ts";

/**
 * Slack has no escape for marks other than `&`, `<` and `>`, so they become lookalike characters. Source:
 * docs.slack.dev, messaging/formatting-message-text (read 2026-11-21).
 */
export function plainMrkdwn(text: string): string {
  // Do this first: removing control characters later could join two halves of a mark.
  return withoutControls(text.toWellFormed())
    .replace(/^([^\S\r\n\u2028\u2029]*)>/gm, "$1›")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[*_~`]/g, (mark) => lookalike[mark] ?? mark)
    .replace(/:(?=[\w+'-]+:|\/\/)/g, "∶");
}

const lookalike: Readonly<Record<string, string>> = { "*": "∗", _: "ˍ", "~": "∼", "`": "ˋ" };

export function mrkdwnOf(sentence: Sentence, naming: Naming): string {
  return runsOf(sentence.map(known), naming).map(pieceOf).join("");
}

type KnownPiece = Exclude<Piece, { readonly kind: "role" }>;

function known(piece: Piece): KnownPiece {
  if (typeof piece === "string") return piece;
  if (piece.kind === "role") return piece.roleId;
  if (piece.kind === "link") {
    const { label, url } = linkOf(piece);
    return url === null ? label : { ...piece, label, url };
  }
  return piece.kind === "channel" && !isChannelId(piece.channelId) ? piece.channelId : piece;
}

/** Joins plain text, because half a mark at the end of one piece could combine with the next. */
function runsOf(sentence: readonly KnownPiece[], naming: Naming): readonly KnownPiece[] {
  const runs: KnownPiece[] = [];
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

function pieceOf(piece: KnownPiece): string {
  if (typeof piece === "string") return plainMrkdwn(piece);
  switch (piece.kind) {
    case "strong":
      return piece.text.trim() === "" ? piece.text : `*${plainMrkdwn(piece.text)}*`;
    case "code":
    case "command":
      return piece.text.trim() === "" ? piece.text : `\`${plainMrkdwn(piece.text)}\``;
    case "link": {
      const label = plainMrkdwn(piece.label).replaceAll("|", "∣");
      return `<${bare(piece.url)}|${label}>`;
    }
    case "time": {
      const { timestamp, format } = slackDate(piece);
      return `<!date^${timestamp}^${format}|${utcWords(piece.at)}>`;
    }
    case "person":
      return `<@${piece.userId}>`;
    case "channel":
      return `<#${piece.channelId}>`;
    default:
      return unreachable(piece);
  }
}

function bare(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("|", "%7C");
}

type PlainPiece = string | Extract<Piece, { readonly kind: "time" | "person" | "channel" }>;

/** Keeps only what Slack shows differently to each reader. */
export function plainPiece(given: Piece): PlainPiece {
  const piece = known(given);
  if (typeof piece === "string") return piece;
  switch (piece.kind) {
    case "time":
    case "person":
    case "channel":
      return piece;
    case "link":
      return piece.label;
    default:
      return piece.text;
  }
}

export function wordsOf(sentence: Sentence, naming: Naming): string {
  return sentence.map((piece) => plainWords(plainPiece(piece), naming)).join("");
}

function plainWords(piece: PlainPiece, naming: Naming): string {
  if (typeof piece === "string") return piece;
  switch (piece.kind) {
    case "time":
      return utcWords(piece.at);
    case "person":
      return naming(piece.userId) ?? "";
    case "channel":
      return piece.channelId;
    default:
      return unreachable(piece);
  }
}

/** Slack reads no markup in a `text` element. */
export function richSentences(sentences: readonly Sentence[], naming: Naming): types.RichTextSection | null {
  const elements = joined(
    sentences.map((sentence) => sentence.flatMap((piece) => elementOf(piece, naming))),
    "\n",
  );
  return elements.length === 0 ? null : { type: "rich_text_section", elements };
}

export function joined(parts: readonly types.RichTextElement[][], gap: string): types.RichTextElement[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [...textOf(gap), ...part]));
}

/** Below the quote, `rest` says how many characters are missing. */
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

/** Returns nothing for an empty text, which Slack would refuse. */
export function plainTexts(text: string, most: number): types.PlainTextElement[] {
  const shown = truncate(withoutControls(text).trim(), most);
  return shown === "" ? [] : [{ type: "plain_text", text: shown, emoji: false }];
}

export function plainOf(text: string, most: number): types.PlainTextElement {
  return plainTexts(text, most)[0] ?? { type: "plain_text", text: "…", emoji: false };
}

export function textOf(text: string, style?: { bold?: boolean; code?: boolean }): types.RichTextText[] {
  const shown = truncate(withoutControls(text), limits.sectionText);
  return shown === "" ? [] : [{ type: "text", text: shown, ...(style && { style }) }];
}

function elementOf(given: Piece, naming: Naming): types.RichTextElement[] {
  const piece = known(given);
  if (typeof piece === "string") return textOf(piece);
  switch (piece.kind) {
    case "strong":
      return textOf(piece.text, { bold: true });
    case "code":
    case "command":
      return textOf(piece.text, { code: true });
    case "link": {
      const text = truncate(withoutControls(piece.label), limits.sectionText);
      return [{ type: "link", url: piece.url, text }];
    }
    case "time":
      return [{ type: "date", ...slackDate(piece), fallback: utcWords(piece.at) }];
    case "person": {
      const name = naming(piece.userId);
      return name === null ? [{ type: "user", user_id: piece.userId }] : textOf(name);
    }
    case "channel":
      return [{ type: "channel", channel_id: piece.channelId }];
    default:
      return unreachable(piece);
  }
}

/** Such characters are invisible. Some stop a client from showing the rest or reverse its direction. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "");
}

export function onOneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim();
}

/**
 * null mentions the person, a string replaces the mention. A mention in a new message notifies; one in an edit does
 * not.
 */
export type Naming = (userId: UserId) => string | null;

export const mentioned: Naming = (userId) => (isUserId(userId) ? null : someone);

export function unmentioned(names: ReadonlyMap<UserId, string> = new Map()): Naming {
  return (userId) => {
    const name = names.get(userId);
    return name === undefined ? someone : `@${name}`;
  };
}

const someone = "the person who asked";

export function isUserId(text: string): boolean {
  return /^[UW][A-Z0-9]{1,30}$/.test(text);
}

function isChannelId(text: string): boolean {
  return /^[CGD][A-Z0-9]{1,30}$/.test(text);
}

/**
 * "today at 14:30" in each reader's time zone. Slack translates the day and the hour, but not the words between them.
 * Source: docs.slack.dev, messaging/formatting-message-text#date-formatting (read 2026-11-21).
 */
function slackDate({ at, between = " " }: { readonly at: EpochMs; readonly between?: string }): {
  readonly timestamp: number;
  readonly format: string;
} {
  return {
    timestamp: Math.floor(at / 1_000),
    format: `{date_short_pretty}${between}{time}`,
  };
}

function utcWords(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** `most` counts UTF-16 units and includes the ellipsis. Never splits a character. */
export function truncate(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  return `${beginning(whole, most - 1)}…`;
}

function beginning(text: string, most: number): string {
  let end = 0;
  for (const character of text) {
    if (end + character.length > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** null: the address must not become a link, so the label contains it. */
function linkOf(piece: { readonly label: string; readonly url: string }): {
  readonly label: string;
  readonly url: string | null;
} {
  const label = piece.label.trim() === "" ? piece.url : piece.label;
  const url = parseUrl(piece.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > limits.url) {
    return { label: piece.label === piece.url ? label : `${label} ${piece.url}`, url: null };
  }
  return { label, url: url.href };
}
