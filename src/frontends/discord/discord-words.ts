import type { ChatMessage } from "../../core/chat.ts";
import type { OwnMessages } from "../../core/front-end.ts";

export interface DiscordWords extends OwnMessages {
  readonly moderated: (by: "automod" | "links") => ChatMessage;
  /** Refused for another reason. Only the log has Discord's code. */
  readonly refusedAnswer: ChatMessage;
}
