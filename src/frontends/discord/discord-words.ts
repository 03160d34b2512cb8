import type { ChatMessage } from "../../core/chat.ts";
import type { OwnMessages } from "../../core/ports.ts";

/** The messages that only this front end has, in one language. */
export interface DiscordWords extends OwnMessages {
  /** Discord's moderation refused an answer: the server's AutoMod rules, or Discord's own filter for links. */
  readonly moderated: (by: "automod" | "links") => ChatMessage;
  /** Discord refused an answer for a reason that only its code names, which the log has. */
  readonly refusedAnswer: ChatMessage;
}
