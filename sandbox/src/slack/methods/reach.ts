import { type Refusal, refuse } from "../act/answer.ts";
import { type Channel, ids, type Workspace } from "../workspace.ts";

/** The channel the bot means, where it may write; a person's user id stands for the direct message with them. */
export function reach(
  workspace: Workspace,
  channelId: string,
): { readonly ok: true; readonly channel: Channel } | Refusal {
  const channel = workspace.channel(channelId) ?? workspace.directMessage(channelId);
  if (channel?.members.has(ids.botUserId)) return { ok: true, channel };
  return channel?.kind === "public"
    ? refuse("not_in_channel", `the bot has not joined #${channel.name}`)
    : refuse("channel_not_found", `the bot knows no channel ${channelId}`);
}
