import type { ChatMessage } from "../../../core/chat.ts";
import { plainText } from "../answer/plain-text.ts";
import { limits } from "../limits.ts";
import { richQuote, richSentences, textOf } from "../read/rich-text.ts";
import { mentionsOf, richBlock, richSection, withIds } from "./blocks.ts";
import { isUserId } from "./naming.ts";
import type { WireMessage, Wording } from "./write.ts";

/** A short message that calls people: one line with their names, what happened, and the rest below. */
export function writeNotification(message: ChatMessage, { naming, calling = [] }: Wording): WireMessage {
  const { title, quote, body } = message;
  const called = mentionsOf(calling);
  const line = [...called, ...textOf(called.length === 0 ? "" : " "), ...textOf(title.trim(), { bold: true })];
  const blocks = richBlock(
    line.length === 0 ? null : richSection(line),
    ...richQuote(quote ?? "", limits.quotes),
    richSentences(body, naming),
  );
  // Named here too: what notifies must not hang on how a client draws its blocks.
  const names = calling.filter(isUserId).map((userId) => `<@${userId}>`);
  return { text: [...names, plainText(message, naming)].join(" "), blocks: withIds(blocks) };
}
