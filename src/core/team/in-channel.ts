import type { ReplyHandle } from "../chat.ts";

/** A place of its own in that channel of the same server or workspace, without a card and without a way back to a command. */
export function inChannel(reply: ReplyHandle, channelId: string): ReplyHandle {
  const { userId } = reply;
  if (reply.platform === "slack") {
    const { platform, teamId, enterpriseId = null } = reply;
    const card = { ts: null, cardChannelId: null, isUneditable: false };
    return {
      platform,
      teamId,
      enterpriseId,
      channelId,
      userId,
      ...card,
      responseUrl: null,
      responseUrlUntil: 0,
      responseUrlUses: 0,
    };
  }
  const { platform, applicationId, guildId } = reply;
  const card = { messageId: null, movedTo: null, isPrivate: false, editableUntil: null };
  return { platform, applicationId, guildId, channelId, userId, token: "", tokenUntil: 0, ...card };
}
