import { createHash } from "node:crypto";
import type { types } from "@slack/bolt";
import {
  type Bar,
  type Button,
  type ChatMessage,
  SELECT_ID,
  type Section,
  type Sentence,
  type Tone,
} from "../../../core/chat.ts";
import type { JobId, UserId } from "../../../core/job/ids.ts";
import { aligned, barOfCells, shareOut } from "../../../core/text/text-layout.ts";
import { limits } from "../slack-limits.ts";
import {
  isUserId,
  joined,
  mrkdwnOf,
  type Naming,
  onOneLine,
  plainMrkdwn,
  plainOf,
  plainPiece,
  plainTexts,
  richQuote,
  richSentences,
  textOf,
  truncate,
  withoutControls,
  wordsOf,
} from "./write-slack-text.ts";

export interface WireMessage {
  readonly text: string;
  readonly blocks: types.KnownBlock[];
}

export interface Wording {
  readonly naming: Naming;
  readonly calling?: readonly UserId[];
  readonly name?: string;
}

const BODY_MAX = 40;
/** Slack's blocks have no colors. */
const marks: Readonly<Record<Tone, string>> = {
  waiting: "⏳ ",
  running: "🎬 ",
  good: "✅ ",
  bad: "⚠️ ",
  unsure: "❓ ",
  key: "🔑 ",
  plain: "",
};

export function writeMessage(message: ChatMessage, { naming, calling = [] }: Wording): WireMessage {
  const { tone, title, quote, cutQuote, body, bar, sections = [], facts, job, buttons, readAll } = message;
  // With a quote, the settings are fields. Without one, they are small print like the rest.
  const fields = quote === null ? [] : facts.filter(isMereText);
  const calls = mentionsOf(calling);
  const quotes = [quote ?? "", ...sections.map((section) => section.quote ?? "")];
  const available = shareOut(
    quotes.map(({ length }) => length),
    limits.quotes,
  );
  let isCut = false;
  const noteOnCut =
    cutQuote &&
    ((characters: number) => {
      isCut = true;
      return cutQuote(characters);
    });
  const [quoted = [], ...quotedInSections] = quotes.map((words, index) =>
    richQuote(words, available[index] ?? 0, noteOnCut),
  );
  const blocks = [
    ...(calls.length === 0 ? [] : richBlock(richSection(calls))),
    ...headerOf(title, marks[tone]),
    ...richBlock(...quoted, richSentences(body.slice(0, BODY_MAX), naming)),
    ...fieldsOf(fields),
    ...barOf(bar),
    ...sections.flatMap((section, index) => sectionOf(section, quotedInSections[index] ?? [], naming)),
    ...smallPrint(
      facts.filter((fact) => quote === null || !isMereText(fact)),
      naming,
    ),
    ...menuOf(message),
    ...buttonsOf(isCut && readAll ? [...buttons, readAll] : buttons),
  ];
  return { text: plainText(message, naming), blocks: withIds(blocks, job === undefined ? "" : cardName(job)) };
}

function headerOf(title: string, mark: string): types.KnownBlock[] {
  const texts = plainTexts(title, limits.headerText - mark.length);
  return texts.map((text) => ({ type: "header", text: { ...text, text: `${mark}${text.text}` } }));
}

function sectionOf(section: Section, quoted: ReturnType<typeof richQuote>, naming: Naming): types.KnownBlock[] {
  const { title, table, body, bar } = section;
  if (section.isItem) return itemOf(section, naming);
  const elements = table ? textOf(aligned(table).join("\n")) : [];
  const monospaced = elements.length === 0 ? null : ({ type: "rich_text_preformatted", elements } as const);
  const content = richBlock(...quoted, monospaced, richSentences(body.slice(0, BODY_MAX), naming));
  return [...headerOf(title, ""), ...content, ...barOf(bar ?? null)];
}

function itemOf({ title, body, bar }: Section, naming: Naming): types.KnownBlock[] {
  const heading = textOf(truncate(withoutControls(title).trim(), limits.headerText), { bold: true });
  const bodyPieces = richSentences(body.slice(0, BODY_MAX), naming)?.elements ?? [];
  const elements = joined([heading, bodyPieces, bar ? richBar(bar).elements : []], "\n");
  return elements.length === 0 ? [] : richBlock(richSection(elements));
}

function fieldsOf(facts: readonly (readonly string[])[]): types.KnownBlock[] {
  const fields = facts.flatMap((fact) => plainTexts(fact.join(""), limits.sectionField));
  return fields.length === 0 ? [] : [{ type: "section", fields: fields.slice(0, limits.sectionFields) }];
}

function barOf(bar: ChatMessage["bar"]): types.KnownBlock[] {
  return bar === null ? [] : richBlock(richBar(bar));
}

function richBar({ percent, words }: Bar): types.RichTextSection {
  return richSection([...textOf(barOfCells(percent, "▓", "░")), ...textOf(` ${words}`)]);
}

function smallPrint(facts: readonly Sentence[], naming: Naming): types.KnownBlock[] {
  const elements = facts.slice(0, limits.contextElements).flatMap((fact): types.ContextBlockElement[] => {
    if (isMereText(fact)) return plainTexts(fact.join(""), limits.contextText);
    const text = withoutControls(mrkdwnOf(fact, naming)).trim();
    if (text === "") return [];
    if (text.length <= limits.contextText) return [{ type: "mrkdwn", text, verbatim: true }];
    return plainTexts(wordsOf(fact, naming), limits.contextText);
  });
  return elements.length === 0 ? [] : [{ type: "context", elements }];
}

function menuOf({ select }: ChatMessage): types.KnownBlock[] {
  const options = (select?.options ?? []).slice(0, limits.selectOptions).flatMap(({ label, value }) => {
    const text = plainOf(label, limits.optionText);
    return value !== "" && value.length <= limits.optionValue ? [{ text, value }] : [];
  });
  if (!select || options.length === 0) return [];
  const placeholder = plainOf(select.label, limits.placeholder);
  return [{ type: "actions", elements: [{ type: "static_select", action_id: SELECT_ID, placeholder, options }] }];
}

function buttonsOf(buttons: readonly Button[]): types.KnownBlock[] {
  const distinct = [...new Map(buttons.map((button) => [button.id, button])).values()];
  if (distinct.length > limits.actionsElements)
    throw new Error(`a message on Slack has too many buttons: ${distinct.map(({ id }) => id)}`);
  const elements = distinct.map((button): types.Button => {
    const text = plainOf(button.label, limits.buttonText);
    const style = button.style === "secondary" ? {} : { style: button.style };
    const link = button.url === undefined ? {} : { url: button.url };
    return { type: "button", action_id: button.id, text, ...link, ...style };
  });
  return elements.length === 0 ? [] : [{ type: "actions", elements }];
}

function isMereText(fact: Sentence): fact is readonly string[] {
  return fact.every((piece) => typeof piece === "string");
}

function richBlock(...parts: readonly (types.RichTextBlock["elements"][number] | null)[]): types.KnownBlock[] {
  const elements = parts.filter((part) => part !== null);
  return elements.length === 0 ? [] : [{ type: "rich_text", elements }];
}

function richSection(elements: types.RichTextElement[]): types.RichTextSection {
  return { type: "rich_text_section", elements };
}

function mentionsOf(calling: readonly UserId[]): types.RichTextElement[] {
  return joined(
    calling.filter(isUserId).map((user_id) => [{ type: "user", user_id }]),
    " ",
  );
}

/**
 * Slack wants new block ids for each update, so they depend on the content. Source: docs, reference/block-kit/blocks
 * (read 2026-11-21).
 */
function withIds(blocks: readonly types.KnownBlock[], name: string): types.KnownBlock[] {
  return blocks.map((block, index) => {
    const digest = createHash("sha256").update(JSON.stringify(block)).digest("hex").slice(0, 10);
    return { ...block, block_id: `${index === 0 ? name : ""}${index}-${digest}` };
  });
}

export function writeNotification(message: ChatMessage, { naming, calling = [], name = "" }: Wording): WireMessage {
  const { title, quote, body } = message;
  const called = mentionsOf(calling);
  const line = [...called, ...textOf(called.length === 0 ? "" : " "), ...textOf(title.trim(), { bold: true })];
  const blocks = richBlock(
    line.length === 0 ? null : richSection(line),
    ...richQuote(quote ?? "", limits.quotes),
    richSentences(body, naming),
  );
  // Repeats the mentions, because notifying must not depend on how a client shows blocks.
  const names = calling.filter(isUserId).map((userId) => `<@${userId}>`);
  return { text: [...names, plainText(message, naming)].join(" "), blocks: withIds(blocks, name) };
}

/** In characters before escaping, which makes at most five times as many. An edit takes 4,000. */
const TEXT_MAX = 780;
const QUOTE_MAX = 150;

/** For notifications, screen readers, and clients without blocks. */
function plainText({ title, quote, body, bar, sections = [] }: ChatMessage, naming: Naming): string {
  const sentences: readonly Sentence[] = [
    [titled(title, quote)],
    ...body,
    ...(bar === null ? [] : [[bar.words]]),
    ...sections.flatMap(sectionSentences),
  ];
  const written = (write: typeof mrkdwnOf) =>
    sentences.flatMap((sentence) => ended(onOneLine(write(sentence.map(plainPiece), naming)))).join(" ");
  const words = written(wordsOf);
  // Plain text is better than markup cut in two.
  return (words.length > TEXT_MAX ? plainMrkdwn(truncate(words, TEXT_MAX)) : written(mrkdwnOf)) || "Reelay.";
}

function sectionSentences({ title, table = [], body, bar }: Section): readonly Sentence[] {
  const rows = table.map((row) => [row.filter((cell) => cell !== "").join(", ")]);
  return [[title], ...rows, ...body, ...(bar ? [[bar.words]] : [])];
}

/** "Making the video: “a paper boat”." */
function titled(title: string, quote: string | null): string {
  const words = truncate(onOneLine(quote ?? ""), QUOTE_MAX);
  if (words === "") return title;
  const name = onOneLine(title);
  return /[?!]$/.test(name) ? `${name} “${words}”.` : `${name.replace(/(?<![.…:])[.…:]+$/, "")}: “${words}”.`;
}

function ended(text: string): readonly string[] {
  if (text === "") return [];
  return [/[.!?…:]$/.test(text) ? text : `${text}.`];
}

/** Prefix of the first block's id in every card of that job. No other message has it. */
export function cardName(job: JobId): string {
  return `card-${job}-`;
}

/** Prefix of the first block's id in the notification with that nonce. No other message has it. */
export function notificationName(nonce: string): string {
  return `ping-${nonce}-`;
}
