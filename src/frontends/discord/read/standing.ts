import { PermissionFlagsBits } from "discord.js";
import type { z } from "zod";
import type { Standing } from "../../../core/command.ts";
import type { interaction } from "./payload.ts";

/** Of a member's flags. Source: Discord docs, resources/guild, guild member flags (read 2026-11-22). */
const IS_GUEST = 1 << 4;

/**
 * The person's place in the server, as the interaction says it; undefined in a direct message. Where the bot itself is not in
 * the server, nobody belongs to a team that it knows.
 */
export function standingOf(payload: z.output<typeof interaction>): Standing | undefined {
  const { guild_id: guildId, member, authorizing_integration_owners: owners } = payload;
  if (!guildId || !member) return undefined;
  if (owners && owners["0"] === undefined) return { isAdmin: false, isGuest: true };
  const may = BigInt(member.permissions);
  const isAdmin = (may & (PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator)) !== 0n;
  return { isAdmin, isGuest: isGuest(member) };
}

export function isGuest({ flags }: { readonly flags: number }): boolean {
  return (flags & IS_GUEST) !== 0;
}
