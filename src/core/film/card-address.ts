import type { ReplyHandle } from "../chat.ts";

/**
 * Where people see the card; null: others cannot, or it is not known. Slack documents an address of a channel (docs.slack.dev,
 * interactivity/deep-linking, read 2026-11-22); that `message_ts` leads on to the message is not documented.
 */
export function addressOf(reply: ReplyHandle): string | null {
  if (reply.platform === "slack") {
    if (reply.ts === null || reply.cardChannelId === null) return null;
    const at = { team: reply.teamId, channel: reply.cardChannelId, message_ts: reply.ts };
    return `https://slack.com/app_redirect?${new URLSearchParams(at)}`;
  }
  const { channelId, messageId } = reply.movedTo ?? reply;
  if (messageId === null || reply.isPrivate) return null;
  return `https://discord.com/channels/${reply.guildId ?? "@me"}/${channelId}/${messageId}`;
}
