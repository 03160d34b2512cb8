import type { DiscordReply, MessagePlace, ReplyHandle, SlackReply } from "./chat.ts";
import type { EpochMs } from "./clock.ts";

/** Where a card is. All differences between the platforms' handles are here. */
export interface CardPlace {
  isKnown(): boolean;
  isAt(place: MessagePlace): boolean | null;
  /** True if edits change this message, false for an older copy of the card. */
  isLiveAt(place: MessagePlace): boolean;
  isPastEditing(now: EpochMs): boolean;
  /** When the card starts to warn that it can soon no longer be edited. Null: never. */
  lastEditAt(): EpochMs | null;
  /** Until when people besides the owner can be notified: `Infinity` for always, 0 for never (a private card). */
  notifiesOthersUntil(): EpochMs;
  isPrivate(): boolean;
  address(): string | null;
  holdsFiles(): boolean;

  at(place: MessagePlace): ReplyHandle;
  privately(): ReplyHandle;
  inChannel(channelId: string): ReplyHandle;
  inPlaceOf(before: ReplyHandle): ReplyHandle;
  /** Keeps the files beside the first card, because the platform's answer does not list them. */
  withFilesOf(before: ReplyHandle): ReplyHandle;
  /** Records the file only if the card's *Delete* removes it. Elsewhere the film's message has its own *Delete*. */
  withJoinedFilm(fileId: string): ReplyHandle;
  withoutOpenAddress(): ReplyHandle;
}

export function cardPlace(reply: ReplyHandle): CardPlace {
  switch (reply.platform) {
    case "discord":
      return discordPlace(reply);
    case "slack":
      return slackPlace(reply);
  }
}

/** Twice the longest gap between polls in the card's first 15 minutes, so at least one edit shows the warning. */
const LAST_EDIT_MS = 120_000;

function discordPlace(reply: DiscordReply): CardPlace {
  const { messageId, movedTo, guildId } = reply;
  const editableUntil = movedTo ? null : reply.editableUntil;
  const lastEditAt = () => (editableUntil === null ? null : editableUntil - LAST_EDIT_MS);
  return {
    isKnown: () => true,
    isAt(place) {
      const messageIds = [messageId, movedTo?.messageId ?? null].filter((id) => id !== null);
      return messageIds.length === 0 ? null : messageIds.includes(place.messageId);
    },
    isLiveAt(place) {
      if (movedTo) return movedTo.messageId === place.messageId;
      return messageId === null || messageId === place.messageId;
    },
    isPastEditing: (now) => editableUntil !== null && now >= editableUntil,
    lastEditAt,
    notifiesOthersUntil() {
      if (reply.isPrivate) return 0;
      // In a server without the bot, only the card's token reaches the card. Without a server, the bot reaches
      // only its own direct messages.
      return lastEditAt() ?? (guildId === null ? 0 : Number.POSITIVE_INFINITY);
    },
    isPrivate: () => reply.isPrivate,
    address() {
      const { channelId, messageId: shownId } = movedTo ?? reply;
      if (shownId === null || reply.isPrivate) return null;
      return `https://discord.com/channels/${guildId ?? "@me"}/${channelId}/${shownId}`;
    },
    holdsFiles: () => hasFiles(reply),

    at: (place) => ({ ...reply, ...place, movedTo: null }),
    // The bot's own token cannot reach an ephemeral message.
    privately: () => ({ ...reply, isPrivate: true, editableUntil: reply.tokenUntil }),
    inChannel(channelId) {
      const { platform, applicationId, userId } = reply;
      const card = { messageId: null, movedTo: null, isPrivate: false, editableUntil: null, attachmentLimit: null };
      return { platform, applicationId, guildId, channelId, userId, token: "", tokenUntil: 0, ...card };
    },
    inPlaceOf(before) {
      if (!isAlike(reply, before)) return reply;
      const earlier = hasFiles(before) ? before : before.earlier;
      return earlier ? { ...reply, earlier } : reply;
    },
    withFilesOf: (before) => withFiles(reply, before),
    withJoinedFilm: () => reply,
    withoutOpenAddress: () => reply,
  };
}

function slackPlace(reply: SlackReply): CardPlace {
  const { ts, userId } = reply;
  const channelId = reply.cardChannelId ?? reply.channelId;
  const isIt = (place: MessagePlace) => ts === place.messageId && channelId === place.channelId;
  /**
   * The channel of a direct message begins with D. Until the first message, the person's id is used as the channel id.
   * Source: Slack docs, conversations (read 2026-11-21).
   */
  const isDirect = channelId.startsWith("D") || channelId === userId;
  return {
    isKnown: () => ts !== null || reply.isUneditable,
    isAt: (place) => (ts === null ? null : isIt(place)),
    isLiveAt: isIt,
    isPastEditing: () => false,
    lastEditAt: () => null,
    notifiesOthersUntil: () => (isDirect ? 0 : Number.POSITIVE_INFINITY),
    isPrivate: () => reply.channelId === userId,
    /**
     * Slack documents links to a channel (docs.slack.dev, interactivity/deep-linking, read 2026-11-22), but not that
     * `message_ts` leads to the message.
     */
    address() {
      if (ts === null || reply.cardChannelId === null) return null;
      const at = { team: reply.teamId, channel: reply.cardChannelId, message_ts: ts };
      return `https://slack.com/app_redirect?${new URLSearchParams(at)}`;
    },
    // The files are in the card's thread.
    holdsFiles: () => false,

    at: (place) => ({ ...reply, ts: place.messageId, cardChannelId: place.channelId, isUneditable: false }),
    privately() {
      // Slack accepts a person's id for their direct message with the bot, but a response_url posts into the channel.
      const { threadTs: _, ...outside } = reply;
      return { ...outside, channelId: userId, responseUrl: null };
    },
    inChannel(toChannelId) {
      const { platform, teamId, enterpriseId } = reply;
      const card = { ts: null, cardChannelId: null, isUneditable: false };
      const address = { responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
      return { platform, teamId, enterpriseId, channelId: toChannelId, userId, ...card, ...address };
    },
    inPlaceOf(before) {
      const files = isAlike(reply, before) ? (before.files ?? []) : [];
      return files.length > 0 ? { ...reply, files } : reply;
    },
    withFilesOf: (before) => withFiles(reply, before),
    withJoinedFilm: (id) => ({ ...reply, files: [...(reply.files ?? []), { id, isJoined: true }] }),
    withoutOpenAddress: () => ({ ...reply, responseUrl: null }),
  };
}

function hasFiles({ files = [] }: DiscordReply): boolean {
  return files.length > 0;
}

function withFiles<Reply extends ReplyHandle>(reply: Reply, before: ReplyHandle): Reply {
  if (reply.files !== undefined || !isAlike(reply, before) || before.files === undefined) return reply;
  return { ...reply, files: before.files };
}

function isAlike<Reply extends ReplyHandle>(reply: Reply, before: ReplyHandle): before is Reply {
  return before.platform === reply.platform;
}
