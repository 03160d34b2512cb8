import type { ChatMessage } from "../../core/chat.ts";
import { paragraphs } from "../message.ts";
import type { Words } from "../words.ts";
import { coarseTime } from "./coarse-time.ts";

/** A card that begins while such videos take longer than usual, `takesMs` milliseconds. */
export function beginsSlowly(card: ChatMessage, takesMs: number, words: Words): ChatMessage {
  return { ...card, body: [...card.body, ...paragraphs(words.health.thisOne(coarseTime(takesMs, words)))] };
}
