import type { ReplyHandle } from "../../core/chat.ts";

/** Where a new card lives: a private one is seen by its person alone. */
export function placeCard(reply: ReplyHandle, isPrivate: boolean): ReplyHandle {
  if (!isPrivate) return reply;
  if (reply.platform === "discord") return { ...reply, isPrivate };
  // Slack takes a person's id for their direct message with the bot. A response_url leads into the channel.
  const { threadTs: _, ...outside } = reply;
  return { ...outside, channelId: reply.userId, responseUrl: null };
}

/** Whether the card that lives there is seen by its person alone. */
export function isPlacedPrivately(reply: ReplyHandle): boolean {
  return reply.platform === "discord" ? reply.isPrivate : reply.channelId === reply.userId;
}
