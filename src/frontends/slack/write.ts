import { createHash } from "node:crypto";
import type { types } from "@slack/bolt";
import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { UserId } from "../../core/job.ts";
import { cut } from "./cut.ts";
import { limits } from "./limits.ts";
import { mrkdwnOf, plainMrkdwn, wordsOf } from "./mrkdwn.ts";
import { isUserId, type Naming } from "./naming.ts";
import { richQuote, richSentence, textOf, withoutControls } from "./rich-text.ts";

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

/** Cells of a progress bar. */
const BAR_CELLS = 10;
/** Characters of the spoken text before it is escaped, which makes it five times as long at worst. */
const TEXT_MAX = 700;
/** Header, quote, bar, small print, buttons and a line that mentions take the rest of Slack's 50 blocks. */
const BODY_MAX = limits.messageBlocks - 6;

/** Gives a message Slack's form: whatever a person wrote in it stays plain text, and every limit is kept. */
export function writeMessage(message: ChatMessage, { naming, calling = [] }: Wording): WireMessage {
  const blocks = [
    ...callOf(calling),
    ...headerOf(message.title),
    ...richBlock(message.quote === null ? null : richQuote(message.quote)),
    ...message.body.slice(0, BODY_MAX).flatMap((sentence) => richBlock(richSentence(sentence, naming))),
    ...barOf(message.bar),
    ...factsOf(message.facts, naming),
    ...buttonsOf(message),
  ];
  return { text: spoken(message, naming), blocks: withIds(blocks) };
}

function callOf(people: readonly UserId[]): types.KnownBlock[] {
  const users = people.filter(isUserId).map((user_id): types.RichTextElement => ({ type: "user", user_id }));
  const spaced = users.flatMap((user, index) => (index === 0 ? [user] : [...textOf(" "), user]));
  return spaced.length === 0 ? [] : richBlock({ type: "rich_text_section", elements: spaced });
}

function headerOf(title: string): types.KnownBlock[] {
  const text = cut(withoutControls(title).trim(), limits.headerText);
  return text === "" ? [] : [{ type: "header", text: { type: "plain_text", text, emoji: false } }];
}

function richBlock(element: types.RichTextBlock["elements"][number] | null): types.KnownBlock[] {
  return element === null ? [] : [{ type: "rich_text", elements: [element] }];
}

function barOf(bar: ChatMessage["bar"]): types.KnownBlock[] {
  if (bar === null) return [];
  const share = Math.min(100, Math.max(0, bar.percent ?? 0)) / 100;
  const full = Math.round((Number.isFinite(share) ? share : 0) * BAR_CELLS);
  const cells = "▓".repeat(full) + "░".repeat(BAR_CELLS - full);
  return richBlock({ type: "rich_text_section", elements: [...textOf(cells), ...textOf(` ${bar.words}`)] });
}

/** One line of small print; a fact that is mere text is not even read as markup. */
function factsOf(facts: readonly Sentence[], naming: Naming): types.KnownBlock[] {
  const elements = facts.slice(0, limits.contextElements).flatMap((fact): types.ContextBlockElement[] => {
    if (fact.every((piece) => typeof piece === "string")) {
      const text = cut(withoutControls(fact.join("")).trim(), limits.contextText);
      return text === "" ? [] : [{ type: "plain_text", text, emoji: false }];
    }
    const text = withoutControls(mrkdwnOf(fact, naming)).trim();
    if (text === "") return [];
    // Markup that is cut in two would be worse than its mere words.
    if (text.length <= limits.contextText) return [{ type: "mrkdwn", text, verbatim: true }];
    const words = cut(withoutControls(wordsOf(fact, naming)).trim(), limits.contextText);
    return words === "" ? [] : [{ type: "plain_text", text: words, emoji: false }];
  });
  return elements.length === 0 ? [] : [{ type: "context", elements }];
}

function buttonsOf({ buttons }: ChatMessage): types.KnownBlock[] {
  const distinct = [...new Map(buttons.map((button) => [button.id, button])).values()];
  const elements = distinct.slice(0, limits.actionsElements).flatMap((button): types.Button[] => {
    const text = cut(withoutControls(button.label).trim(), limits.buttonText);
    if (text === "" || button.id === "" || button.id.length > limits.actionId) return [];
    const style = button.style === "secondary" ? {} : { style: button.style };
    return [{ type: "button", action_id: button.id, text: { type: "plain_text", text, emoji: false }, ...style }];
  });
  return elements.length === 0 ? [] : [{ type: "actions", elements }];
}

function spoken({ title, body }: ChatMessage, naming: Naming): string {
  const sentences = [title, ...body.map((sentence) => wordsOf(sentence, naming))]
    .map((sentence) => withoutControls(sentence).replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "")
    .map((sentence) => (/[.!?…:]$/.test(sentence) ? sentence : `${sentence}.`));
  return plainMrkdwn(cut(sentences.join(" "), TEXT_MAX)) || "Reelay.";
}

/** Slack asks for other block ids with each update: these change with what the block says. Source: docs, reference/block-kit/blocks (read 2026-11-21). */
function withIds(blocks: readonly types.KnownBlock[]): types.KnownBlock[] {
  return blocks.map((block, index) => {
    const digest = createHash("sha256").update(JSON.stringify(block)).digest("hex").slice(0, 10);
    return { ...block, block_id: `${index}-${digest}` };
  });
}
