import type { DiscordReply, ReplyHandle } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import { TOKEN_LIFE_MS } from "../limits.ts";

/** The handle as Discord's own; another platform's in here is a bug. */
export function discordReply(reply: ReplyHandle): DiscordReply {
  if (reply.platform !== "discord") throw new Error(`a ${reply.platform} reply in Discord's module`);
  return reply;
}

/** The reply as that of a card only its owner sees, or not; the bot's own hand knows no ephemeral message. */
export function asPrivate(reply: DiscordReply, isPrivate: boolean, receivedAt: EpochMs): DiscordReply {
  return isPrivate ? { ...reply, isPrivate, editableUntil: receivedAt + TOKEN_LIFE_MS } : { ...reply, isPrivate };
}
