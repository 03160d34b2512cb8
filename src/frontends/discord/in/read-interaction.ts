import { ChannelType, InteractionContextType, PermissionFlagsBits } from "discord.js";
import type { DiscordReply } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import type { Act, AgeRestriction, Command, Permission, Standing } from "../../../core/command.ts";
import { type Locale, localeOf } from "../../../core/text/locale.ts";
import { GUEST_FLAG, TOKEN_LIFE_MS } from "../discord-limits.ts";
import { answerable, type Broken, type Interaction, interaction, interactionTypes } from "./discord-payload.ts";
import { readComponent, readPressed, readTyping, readUsed } from "./read-discord-act.ts";
import { readForm } from "./read-discord-form.ts";

/** Everything needed to answer an interaction, and the way to do so. */
export interface Caller {
  readonly id: string;
  readonly token: string;
  readonly applicationId: string;
  /** It came from a message of ours, which can be left as it is or deleted. */
  readonly hasMessage: boolean;
  /** The message is private and no card, so the result may replace it; absent where it may not. */
  readonly isReplaceable?: boolean;
  /** English where it is absent. */
  readonly locale?: Locale;
}

export type Read =
  | { readonly kind: "command"; readonly caller: Caller; readonly command: Command; readonly reply: DiscordReply }
  /** An interaction that is ours to answer, but is not as Discord describes it. */
  | { readonly kind: "broken"; readonly caller: Caller; readonly what: string }
  /** Somebody types into an option that has no suggestions. */
  | { readonly kind: "typing"; readonly caller: Caller }
  /** Nobody waits for an answer to it, or none can be given. */
  | { readonly kind: "unanswerable"; readonly what: string };

/** Reads an INTERACTION_CREATE payload. Whatever it holds, the answer is a value and never a throw. */
export function readInteraction(payload: unknown, how: { prefix: string; receivedAt: EpochMs }): Read {
  const whole = interaction.safeParse(payload);
  const ours = whole.success ? whole : answerable.safeParse(payload);
  if (!ours.success) return { kind: "unanswerable", what: whatIsAmiss(ours.error) };
  const { id, token, application_id: applicationId } = ours.data;
  const locale = localeOf(ours.data.locale);
  const spoken = locale === "en" ? {} : { locale };
  if (!whole.success) {
    const caller: Caller = { id, token, applicationId, hasMessage: false, ...spoken };
    return { kind: "broken", caller, what: whatIsAmiss(whole.error) };
  }
  const { type, data, guild_id: guildId = null, channel_id: channelId, member, user, message } = whole.data;
  const pressed = readPressed(message);
  const replaceable = pressed?.isReplaceable ? { isReplaceable: true } : {};
  const caller: Caller = { id, token, applicationId, hasMessage: pressed !== null, ...replaceable, ...spoken };
  const userId = member?.user.id ?? user?.id;
  const isTyping = type === interactionTypes.autocomplete;
  const typing = isTyping ? readTyping(data, how.prefix) : null;
  if (isTyping && (typing === null || userId === undefined)) return { kind: "typing", caller };
  if (userId === undefined) return { kind: "broken", caller, what: "user: missing" };
  const act =
    typing ??
    (type === interactionTypes.component ? readComponent(data, pressed, channelId) : readAct(type, data, how.prefix));
  if ("broken" in act) return { kind: "broken", caller, what: act.broken };
  const { hasAccess, missing } = reachOf(whole.data);
  const standing = standingOf(whole.data);
  const reply: DiscordReply = {
    platform: "discord",
    applicationId,
    guildId,
    channelId,
    userId,
    token,
    tokenUntil: how.receivedAt + TOKEN_LIFE_MS,
    messageId: null,
    movedTo: null,
    isPrivate: false,
    editableUntil: hasAccess ? null : how.receivedAt + TOKEN_LIFE_MS,
    attachmentLimit: whole.data.attachment_size_limit ?? null,
  };
  return {
    kind: "command",
    caller,
    reply,
    command: {
      eventId: `discord:${id}`,
      owner: { platform: "discord", userId },
      workspace: guildId,
      roles: guildId === null ? [] : (member?.roles ?? []),
      receivedAt: how.receivedAt,
      reply,
      ...spoken,
      act,
      ...threadOf(whole.data.channel),
      ageRestriction: guildId === null ? "no" : ageRestrictionOf(whole.data.channel),
      ...(missing ? { missing } : {}),
      ...(standing ? { standing } : {}),
    },
  };
}

/** A channel has a parent too: its category, in which nobody writes. */
function threadOf(channel: Interaction["channel"]): Pick<Command, "threadOf"> {
  return channel && THREADS.includes(channel.type) && channel.parent_id ? { threadOf: channel.parent_id } : {};
}

/** A thread's own mark does not count: its channel's does. */
function ageRestrictionOf(channel: Interaction["channel"]): AgeRestriction {
  if (!channel || THREADS.includes(channel.type) || typeof channel.nsfw !== "boolean") return "ask";
  return channel.nsfw ? "yes" : "no";
}

function readAct(type: number, data: unknown, prefix: string): Act | Broken {
  switch (type) {
    case interactionTypes.command:
      return readUsed(data, prefix);
    case interactionTypes.form:
      return readForm(data);
    default:
      return { kind: "unknown", what: `interaction of type ${type}` };
  }
}

/** Returns the first problem by its place and kind; never the value, which may be a key. */
function whatIsAmiss({
  issues: [first],
}: {
  issues: readonly { path: readonly PropertyKey[]; code?: unknown }[];
}): string {
  return first ? `${first.path.map(String).join(".") || "payload"}: ${String(first.code)}` : "payload";
}

const THREADS: readonly number[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

const BITS: Readonly<Record<Permission, bigint>> = {
  view_channel: PermissionFlagsBits.ViewChannel,
  send_messages: PermissionFlagsBits.SendMessages,
  send_in_threads: PermissionFlagsBits.SendMessagesInThreads,
  embed_links: PermissionFlagsBits.EmbedLinks,
  attach_files: PermissionFlagsBits.AttachFiles,
  read_history: PermissionFlagsBits.ReadMessageHistory,
};

/** All permissions that the bot needs in a server, as an invitation asks for them. */
export const NEEDED_PERMISSIONS: bigint = Object.values(BITS).reduce((sum, bit) => sum | bit, 0n);

/**
 * Returns what the bot itself can do where an interaction came from: whether it sees the channel, so that its own token
 * can edit a card there, and which permissions it lacks. The field is absent where nobody could grant any. The
 * installation that a command came by says whether the bot itself is there: "0" names the server, or is "0" in its
 * direct messages. Source: Discord docs, receiving-and-responding, authorizing_integration_owners (read 2026-11-21).
 */
function reachOf(payload: Interaction): {
  readonly hasAccess: boolean;
  readonly missing?: readonly Permission[];
} {
  const { guild_id: guildId, context, authorizing_integration_owners: owners, app_permissions: permissions } = payload;
  if (context === InteractionContextType.PrivateChannel) return { hasAccess: false };
  if (!guildId) return { hasAccess: true };
  if (owners && owners["0"] === undefined) return { hasAccess: false };
  if (!permissions) return { hasAccess: true };
  const has = (bit: bigint) => (BigInt(permissions) & (bit | PermissionFlagsBits.Administrator)) !== 0n;
  const isThread = THREADS.includes(payload.channel?.type ?? 0);
  const needed: readonly Permission[] = [
    "view_channel",
    isThread ? "send_in_threads" : "send_messages",
    "embed_links",
    "attach_files",
    "read_history",
  ];
  return { hasAccess: has(BITS.view_channel), missing: needed.filter((permission) => !has(BITS[permission])) };
}

/**
 * Returns the person's standing in the server, as the interaction describes it; undefined in a direct message. Where
 * the bot itself is not in the server, nobody belongs to a team that it knows.
 */
export function standingOf(payload: Interaction): Standing | undefined {
  const { guild_id: guildId, member, authorizing_integration_owners: owners } = payload;
  if (!guildId || !member) return undefined;
  if (owners && owners["0"] === undefined) return { isAdmin: false, isGuest: true };
  const may = BigInt(member.permissions);
  const isAdmin = (may & (PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator)) !== 0n;
  return { isAdmin, isGuest: (member.flags & GUEST_FLAG) !== 0 };
}
