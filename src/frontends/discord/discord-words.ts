import type { ChatMessage } from "../../core/chat.ts";
import type { OwnMessages } from "../../core/front-end.ts";

/** Messages used only on Discord, in one language. */
export interface DiscordWords extends OwnMessages {
  /** Moderation refused an answer: the server's AutoMod rules, or Discord's link filter. */
  readonly moderated: (by: "automod" | "links") => ChatMessage;
  /** Discord refused an answer for another reason. Only the log has its code. */
  readonly refusedAnswer: ChatMessage;
}
