import assert from "node:assert/strict";
import type { ChatMessage } from "../../src/core/chat.ts";
import { writeMessage, writeNotification } from "../../src/frontends/discord/out/write-discord-message.ts";
import { ADA } from "./hostile.ts";

/**
 * Throws if the message as written for Discord could ping, format, link, forge a card, break the payload or exceed a limit.
 */
export function soundOnDiscord(message: ChatMessage): void {
  const card = writeMessage(message, { calls: [ADA] });
  assert.deepEqual(card.allowed_mentions, { parse: [], users: [ADA] });
  const texts = stringsOf(card.components, "content");
  assert.ok(texts.join("").length <= 4_000, "more than 4,000 characters");
  assert.ok(stringsOf(card.components, "type", "number").length <= 40, "more than 40 components");
  for (const text of texts) plainText(text);
  assert.equal(texts.join("\n").replace(CODE, "").match(/^### /gm)?.length, 1, "not one title");
  const chosenAmong = new Set(stringsOf(partsOf(card.components, "options"), "label"));
  for (const label of stringsOf(card.components, "label")) {
    assert.ok(label !== "" && label.length <= (chosenAmong.has(label) ? 100 : 80), "a label");
    assert.doesNotMatch(label, UNSEEN);
  }
  for (const value of stringsOf(card.components, "value")) assert.ok(value !== "" && value.length <= 100, "a choice");
  for (const id of stringsOf(card.components, "custom_id")) assert.ok(id !== "" && id.length <= 100, "a button's id");
  assert.ok(JSON.stringify(card).isWellFormed());

  const called = writeNotification(message, [ADA]);
  assert.deepEqual(called.allowed_mentions, { parse: [], users: [ADA] });
  assert.ok(called.content.length <= 2_000, "more than 2,000 characters");
  plainText(called.content);
}

/** A code block, in which no markup is active. */
const CODE = /^```\n[^`]+\n```$/gm;

/** Control characters other than line breaks, and characters that change the text direction. */
export const UNSEEN = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Throws if the text has active markup that is not ours. */
export function plainText(text: string): void {
  assert.ok(text.isWellFormed(), "half a character");
  assert.doesNotMatch(text, UNSEEN);
  const left = text
    .replace(CODE, "")
    // Both alternatives in one pattern, because a backslash inside backticks escapes nothing.
    .replace(/\\[^0-9A-Za-z\s]|`[^`\n]+`/g, "x")
    .replace(/\[[^[\]]*\]\(https?:\/\/[^()<>\s]+\)/g, "")
    .replace(/<t:\d+:[fR]>/g, "")
    .replaceAll(`<@${ADA}>`, "")
    .replace(/<(?:#|@&)\d+>/g, "")
    .replace(/\*\*([^*\n]*)\*\*/g, "$1")
    .replace(/^(?:### |> ?|-# )/gm, "");
  assert.doesNotMatch(left, /[\\*_~|>#\-[\]()<@:`]|^\s*(?:\d+[.)]|\+)\s/m);
}

/** Returns all values under that name, at any depth. */
function partsOf(node: unknown, name: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((each) => partsOf(each, name));
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === name ? [value] : partsOf(value, name)));
}

export function stringsOf(node: unknown, name: string, type = "string"): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => stringsOf(each, name, type));
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === type ? [String(value)] : stringsOf(value, name, type),
  );
}
