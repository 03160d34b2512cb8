import { ChannelType, InteractionContextType, PermissionFlagsBits } from "discord.js";
import type { z } from "zod";
import type { Permission } from "../../../core/command.ts";
import type { interaction } from "./payload.ts";

/** What the bot itself can do where an interaction came from. */
export interface Reach {
  /** It sees the channel, so its own token can edit a card there. */
  readonly hasAccess: boolean;
  /** What it lacks there; absent where nobody could give it. */
  readonly missing?: readonly Permission[];
}

export const THREADS: readonly number[] = [
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

/** Everything the bot needs in a server, as an invitation asks for it. */
export const NEEDED_PERMISSIONS: bigint = Object.values(BITS).reduce((sum, bit) => sum | bit, 0n);

/**
 * The installation that a command came by says whether the bot itself is there: "0" names the server, or is "0" in its
 * direct messages. Source: Discord docs, receiving-and-responding, authorizing_integration_owners (read 2026-11-21).
 */
export function reachOf(payload: z.output<typeof interaction>): Reach {
  const { guild_id: guildId, context, authorizing_integration_owners: owners, app_permissions: said } = payload;
  if (context === InteractionContextType.PrivateChannel) return { hasAccess: false };
  if (!guildId) return { hasAccess: true };
  if (owners && owners["0"] === undefined) return { hasAccess: false };
  if (!said) return { hasAccess: true };
  const has = (bit: bigint) => (BigInt(said) & (bit | PermissionFlagsBits.Administrator)) !== 0n;
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
