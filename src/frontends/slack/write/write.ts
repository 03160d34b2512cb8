import type { types } from "@slack/bolt";
import { BAR_CELLS, fullCells } from "../../../core/bar.ts";
import { type ChatMessage, SELECT_ID, type Tone } from "../../../core/chat.ts";
import type { UserId } from "../../../core/job/ids.ts";
import type { Bar, Section } from "../../../core/section.ts";
import type { Sentence } from "../../../core/sentence.ts";
import { aligned } from "../../../core/text/aligned.ts";
import { shareOut } from "../../../core/text/share-out.ts";
import { plainText } from "../answer/plain-text.ts";
import { limits } from "../limits.ts";
import { richQuote, richSentences, textOf, withoutControls } from "../read/rich-text.ts";
import { mentionsOf, richBlock, richSection, withIds } from "./blocks.ts";
import { cardName } from "./card-name.ts";
import { mrkdwnOf, wordsOf } from "./mrkdwn.ts";
import type { Naming } from "./naming.ts";
import { truncate } from "./truncate.ts";

/** A message in Slack's own form. */
export interface WireMessage {
  /** What notifications and screen readers say. */
  readonly text: string;
  readonly blocks: types.KnownBlock[];
}

export interface Wording {
  readonly naming: Naming;
  /** People whom a first line mentions. */
  readonly calling?: readonly UserId[];
}

/** Sentences of a body; ours are few. */
const BODY_MAX = 40;
/** Slack's blocks have no colour: the state shows before the title. */
const marks: Readonly<Record<Tone, string>> = {
  waiting: "⏳ ",
  running: "🎬 ",
  good: "✅ ",
  bad: "⚠️ ",
  unsure: "❓ ",
  key: "🔑 ",
  plain: "",
};

/** Gives a message Slack's form: whatever a person wrote in it stays plain text, and every limit is kept. */
export function writeMessage(message: ChatMessage, { naming, calling = [] }: Wording): WireMessage {
  const { tone, title, quote, cutQuote, body, bar, sections = [], facts, job } = message;
  // Beside somebody's own words the settings stand as fields; alone they are small print like the rest.
  const fields = quote === null ? [] : facts.filter(isMereText);
  const calls = mentionsOf(calling);
  const quotes = [quote ?? "", ...sections.map((section) => section.quote ?? "")];
  const room = shareOut(
    quotes.map(({ length }) => length),
    limits.quotes,
  );
  const [quoted = [], ...quotedInSections] = quotes.map((words, index) => richQuote(words, room[index] ?? 0, cutQuote));
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
    ...buttonsOf(message),
  ];
  return { text: plainText(message, naming), blocks: withIds(blocks, job === undefined ? "" : cardName(job)) };
}

function headerOf(title: string, mark: string): types.KnownBlock[] {
  const text = truncate(withoutControls(title).trim(), limits.headerText - mark.length);
  return text === "" ? [] : [{ type: "header", text: { type: "plain_text", text: `${mark}${text}`, emoji: false } }];
}

function sectionOf(section: Section, quoted: ReturnType<typeof richQuote>, naming: Naming): types.KnownBlock[] {
  const { title, table, body, bar } = section;
  if (section.isItem) return itemOf(section, naming);
  const elements = table ? textOf(aligned(table).join("\n")) : [];
  const monospaced = elements.length === 0 ? null : ({ type: "rich_text_preformatted", elements } as const);
  const said = richBlock(...quoted, monospaced, richSentences(body.slice(0, BODY_MAX), naming));
  return [...headerOf(title, ""), ...said, ...barOf(bar ?? null)];
}

/** A bold line, and what belongs to it close below. */
function itemOf({ title, body, bar }: Section, naming: Naming): types.KnownBlock[] {
  const name = truncate(withoutControls(title).trim(), limits.headerText);
  const heading: types.RichTextElement[] = name === "" ? [] : [{ type: "text", text: name, style: { bold: true } }];
  const said = richSentences(body.slice(0, BODY_MAX), naming)?.elements ?? [];
  const lines = [heading, said, bar ? richBar(bar).elements : []].filter((line) => line.length > 0);
  const elements = lines.flatMap((line, index) => (index === 0 ? line : [...textOf("\n"), ...line]));
  return elements.length === 0 ? [] : richBlock(richSection(elements));
}

/** Two in a row, never read as markup. */
function fieldsOf(facts: readonly (readonly string[])[]): types.KnownBlock[] {
  const texts = facts.map((fact) => truncate(withoutControls(fact.join("")).trim(), limits.sectionField));
  const fields = texts
    .filter((text) => text !== "")
    .map((text) => ({ type: "plain_text" as const, text, emoji: false }));
  return fields.length === 0 ? [] : [{ type: "section", fields: fields.slice(0, limits.sectionFields) }];
}

function barOf(bar: ChatMessage["bar"]): types.KnownBlock[] {
  return bar === null ? [] : richBlock(richBar(bar));
}

function richBar({ percent, words }: Bar): types.RichTextSection {
  const full = fullCells(percent);
  const cells = "▓".repeat(full) + "░".repeat(BAR_CELLS - full);
  return richSection([...textOf(cells), ...textOf(` ${words}`)]);
}

/** One line; a fact that is mere text is not even read as markup. */
function smallPrint(facts: readonly Sentence[], naming: Naming): types.KnownBlock[] {
  const elements = facts.slice(0, limits.contextElements).flatMap((fact): types.ContextBlockElement[] => {
    if (isMereText(fact)) {
      const text = truncate(withoutControls(fact.join("")).trim(), limits.contextText);
      return text === "" ? [] : [{ type: "plain_text", text, emoji: false }];
    }
    const text = withoutControls(mrkdwnOf(fact, naming)).trim();
    if (text === "") return [];
    // Markup that is cut in two would be worse than its mere words.
    if (text.length <= limits.contextText) return [{ type: "mrkdwn", text, verbatim: true }];
    const words = truncate(withoutControls(wordsOf(fact, naming)).trim(), limits.contextText);
    return words === "" ? [] : [{ type: "plain_text", text: words, emoji: false }];
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

/** Slack refuses empty text. */
function plainOf(text: string, most: number): types.PlainTextElement {
  return { type: "plain_text", text: truncate(withoutControls(text).trim(), most) || "…", emoji: false };
}

function buttonsOf({ buttons }: ChatMessage): types.KnownBlock[] {
  const distinct = [...new Map(buttons.map((button) => [button.id, button])).values()];
  const elements = distinct.slice(0, limits.actionsElements).flatMap((button): types.Button[] => {
    const text = truncate(withoutControls(button.label).trim(), limits.buttonText);
    if (text === "" || button.id === "" || button.id.length > limits.actionId) return [];
    const style = button.style === "secondary" ? {} : { style: button.style };
    const link = button.url === undefined ? {} : { url: button.url };
    const label = { type: "plain_text" as const, text, emoji: false };
    return [{ type: "button", action_id: button.id, text: label, ...link, ...style }];
  });
  return elements.length === 0 ? [] : [{ type: "actions", elements }];
}

function isMereText(fact: Sentence): fact is readonly string[] {
  return fact.every((piece) => typeof piece === "string");
}
