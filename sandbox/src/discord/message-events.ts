import type { World } from "./discord-world.ts";
import type { StoredMessage } from "./draft.ts";
import { partialMemberOf } from "./guild.ts";
import { wireMessage } from "./message-book.ts";
import { applicationId, placeWith } from "./place.ts";

/** Source: Discord docs, events/gateway, list of intents (read 2026-11-26). */
const GUILD_MESSAGES = 1 << 9;
const DIRECT_MESSAGES = 1 << 12;

/** Returns the text as Discord's client sends it: the name of the bot becomes a mention. */
export function asSent(typed: string): string {
  return typed.replace(/@reelay\b/gi, `<@${applicationId}>`);
}

export function mentionsIn(content: string): readonly string[] {
  return content.includes(`<@${applicationId}>`) ? [applicationId] : [];
}

/**
 * Tells a bot of a new message, if it asked for messages there. Without the MESSAGE_CONTENT intent it reads only what was
 * written to it: in its direct messages, or with a mention. Source: Discord docs, events/gateway, message content intent
 * (read 2026-11-26).
 */
export function tellOfMessage(world: World, message: StoredMessage): void {
  const place = placeWith(message.channelId);
  if (!place || message.ephemeralFor !== null || !["public", "thread", "post", "dm"].includes(place.kind)) return;
  const { guildId } = place;
  const session = world.gateway.sessionFor(guildId);
  const needed = guildId === null ? DIRECT_MESSAGES : GUILD_MESSAGES;
  if (!session || !(session.intents & needed) || (guildId !== null && !world.membership.hasBot())) return;
  const isForBot = message.mentioned.includes(applicationId);
  session.dispatch("MESSAGE_CREATE", {
    ...wireMessage(message, world, true),
    ...(isForBot && { ...wireMessage({ ...message, reference: null }, world) }),
    ...(guildId !== null && { guild_id: guildId, member: partialMemberOf(message.authorId, world.standings) }),
  });
}
