import type { DiscordReply, ReplyHandle } from "../../core/chat.ts";

/** The handle as Discord's own; another platform's in here is a bug. */
export function discordReply(reply: ReplyHandle): DiscordReply {
  if (reply.platform !== "discord") throw new Error(`a ${reply.platform} reply in Discord's module`);
  return reply;
}
