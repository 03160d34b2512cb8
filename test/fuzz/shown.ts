import assert from "node:assert/strict";
import type { ChatMessage } from "../../src/core/chat.ts";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { writeMessage as onDiscord } from "../../src/frontends/discord/out/write-discord-message.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { startBody } from "../../src/video-api/wire.ts";
import { stringsOf } from "./sound-discord.ts";

/**
 * Throws if the message quotes a prompt other than the one that is sent, or shortens it without saying how much is missing.
 */
export function showsWhatIsSent(message: ChatMessage, each: readonly VideoRequest[]): void {
  const prompts = [...new Set(each.map((request) => startBody(request).prompt))];
  const card = onDiscord(message);
  sameAs(prompts, stringsOf(card.components, "content").join("\n"), quotedOnDiscord);
  sameAs(prompts, onSlack(message, { naming: mentioned }).blocks, quotedOnSlack);
}

/** A quoted text as people read it, and the number of characters that the message says are missing. */
interface Quoted {
  readonly text: string;
  readonly missing: number;
}

function sameAs<Payload>(prompts: readonly string[], payload: Payload, read: (payload: Payload) => readonly Quoted[]) {
  const quoted = read(payload);
  for (const prompt of prompts) {
    const isShown = quoted.some(
      ({ text, missing }) => prompt.startsWith(text) && [...prompt.slice(text.length)].length === missing,
    );
    assert.ok(isShown, `${JSON.stringify(prompt)} is sent, and what is shown is ${JSON.stringify(quoted)}`);
  }
}

const MISSING = /… and ([\d,]+) more characters?, (?:which is|all of which are) sent/;

function quotedOnDiscord(text: string): readonly Quoted[] {
  const titles = [...text.matchAll(/^\*\*\d\\\. (.*)\*\*$/gm)].map(([, title = ""]) => title);
  const code = [...text.matchAll(/^```\n([^`]*)\n```$/gm)].map(([, inner = ""]) => ({ text: inner, missing: 0 }));
  const blocks = [...text.matchAll(/((?:^> .*\n?)*)(?:^-# (… and .*)$)?/gm)].filter(([all]) => all !== "");
  return [
    ...titles.map((title) => ({ text: unescaped(title), missing: 0 })),
    ...code,
    ...blocks.map(([, lines = "", note = ""]) => ({
      text: unescaped(lines.replace(/\n$/, "").replace(/^> /gm, "")),
      missing: missingIn(note),
    })),
  ];
}

/** Removes the backslashes of escapes, as a reader sees the text. */
function unescaped(markdown: string): string {
  return markdown.replace(/\\([^0-9A-Za-z\s])/g, "$1");
}

function quotedOnSlack(blocks: ReturnType<typeof onSlack>["blocks"]): readonly Quoted[] {
  return blocks.flatMap((block): Quoted[] => {
    if (block.type === "header") return [{ text: block.text.text.replace(/^\d\. /, ""), missing: 0 }];
    if (block.type !== "rich_text") return [];
    return block.elements.flatMap((element, index) => {
      if (element.type !== "rich_text_quote") return [];
      const next = JSON.stringify(block.elements[index + 1] ?? "");
      return [{ text: stringsOf(element, "text").join(""), missing: missingIn(next) }];
    });
  });
}

function missingIn(note: string): number {
  return Number(MISSING.exec(note)?.[1]?.replaceAll(",", "") ?? 0);
}
