import { type Json, list, number, record, text } from "../core/json.ts";

/** Bits of a message's flags. Source: Discord docs, resources/message "Message Flags". */
export const EPHEMERAL = 64;
export const THINKING = 128;
export const COMPONENTS_V2 = 32_768;

/** Later than this after the one before, a message has a head of its own. Source: Discord's client (seen 2026-11-21). */
const CONTINUED_WITHIN_MS = 7 * 60_000;

/** Whether the message stands under the head of the one before it, as Discord's client groups them. */
export function isContinued(message: Json, before: Json | undefined): boolean {
  if (!before || text(message.reference) || text(record(message.interaction).name)) return false;
  const isSame = message.authorId === before.authorId && message.ephemeralFor === before.ephemeralFor;
  return isSame && (number(message.createdAt) ?? 0) - (number(before.createdAt) ?? 0) < CONTINUED_WITHIN_MS;
}

/** So long may the bot think about an answer. Source: Discord docs, interactions/receiving-and-responding (read 2026-11-21). */
const THINKING_MAX_MS = 15 * 60_000;

/** Whether the answer was deferred and never came: the client stops waiting when the bot can no longer give it. */
export function isGivenUp(message: Json, now: number): boolean {
  const isThinking = ((number(message.flags) ?? 0) & THINKING) !== 0;
  return isThinking && now - (number(message.createdAt) ?? now) >= THINKING_MAX_MS;
}

/** The first words of a message, in Discord's markdown: a reply to it quotes them. */
export function quoteOf(message: Json): string {
  const words = [text(message.content), ...textsIn(list(message.components))].find((each) => each.trim() !== "");
  return words ?? (list(message.attachments).length > 0 ? "Click to see attachment" : "");
}

function textsIn(components: readonly unknown[]): readonly string[] {
  return components.map(record).flatMap((each) => [text(each.content), ...textsIn(list(each.components))]);
}
