import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { linesOf, readMessage } from "../../src/cli/read-message.ts";
import type { Platform } from "../../src/core/platform.ts";

export const VIDEO_LINK = /https?:\/\/[^\s)>|\]"]+\.mp4/;

/** The id of the button with that label, with or without a price. Null: there is none. */
export function buttonOf(payload: unknown, label: string): string | null {
  return readMessage(payload).buttons.find((button) => button.label.split(" · ")[0] === label && button.id)?.id ?? null;
}

/** The messages posted after `after` that the person can see on one platform, oldest first. */
export function messagesBefore(
  { discord, slack, journal }: Sandbox,
  platform: Platform,
  { after, personId }: { readonly after: number; readonly personId: string },
) {
  const fresh = new Set(
    journal
      .since(after)
      .filter((entry) => entry.place === platform && entry.kind === "message")
      .map(({ messageId }) => messageId),
  );
  const drawn = <Raw extends object>(id: string, raw: Raw) => ({ id, text: linesOf(raw).join("\n"), raw });
  const all =
    platform === "discord"
      ? [discord.channelId, discord.dmChannelId(personId)].flatMap((channel) =>
          discord.messages(personId, channel).map((message) => drawn(message.id, message)),
        )
      : [slack.channelId, slack.dmChannelId(personId)].flatMap((channel) =>
          slack.messages(personId, channel).map((message) => drawn(message.ts, message)),
        );
  return all.filter(({ id }) => fresh.has(id));
}
