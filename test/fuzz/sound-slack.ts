import assert from "node:assert/strict";
import { checkBlocks } from "../../sandbox/src/slack/check-blocks.ts";
import { mentions } from "../../sandbox/src/slack/timeline.ts";
import type { ChatMessage } from "../../src/core/chat.ts";
import { writeMessage } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned, withoutControls } from "../../src/frontends/slack/out/write-slack-text.ts";
import { SLACK_ADA } from "./hostile.ts";
import { UNSEEN } from "./sound-discord.ts";

const everyone = [SLACK_ADA, "U0000000009"];

/**
 * Throws if the message as written for Slack could ping, format, link, forge a card, break the payload or exceed a limit.
 */
export function soundOnSlack(message: ChatMessage): void {
  const { text, blocks } = writeMessage(message, { naming: mentioned });
  const checked = checkBlocks(blocks, "message");
  assert.ok(checked.ok, checked.ok ? "" : checked.problems.join("; "));
  assert.ok(text.trim() !== "" && text.length <= 4_000, "the spoken text");
  assert.ok(
    mentions({ text, blocks }, everyone).every((id) => id === SLACK_ADA),
    "somebody else is mentioned",
  );
  const headers = JSON.stringify(blocks).split('"type":"header"').length - 1;
  const own = withoutControls(message.title).trim() === "" ? 0 : 1;
  // A section may have its own header.
  assert.ok(headers >= own && headers <= own + (message.sections?.length ?? 0), "the headers");
  for (const markup of [text, ...markupIn(blocks)]) {
    const left = markup
      .replace(/<!date\^\d+\^[^|<>]*\|[\d :UTC-]*>/g, "")
      .replace(/<https?:[^|<>]*\|[^|<>]*>/g, "")
      .replaceAll(`<@${SLACK_ADA}>`, "")
      .replace(/<#[CGD]\w+>/g, "");
    assert.doesNotMatch(left, /[<>]|:[\w+'-]+:|[~]/);
  }
  for (const shown of [text, ...wordsIn(blocks)]) {
    assert.ok(shown.isWellFormed(), "half a character");
    assert.doesNotMatch(shown, /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  }
  assert.doesNotMatch(text, UNSEEN);
}

function markupIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(markupIn);
  if (typeof node !== "object" || node === null) return [];
  if ("type" in node && node.type === "mrkdwn" && "text" in node && typeof node.text === "string") return [node.text];
  return Object.values(node).flatMap(markupIn);
}

function wordsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === "text" && typeof value === "string" ? [value] : wordsIn(value),
  );
}
