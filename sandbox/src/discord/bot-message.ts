import { people } from "../people.ts";
import { flag } from "./discord-limits.ts";
import type { World } from "./discord-world.ts";
import { type Draft, draftEdit, type StoredMessage, type Writing } from "./draft.ts";
import type { Interaction } from "./interaction-book.ts";
import { notifiedBy, wireMessage } from "./message-book.ts";
import { type AllowedMentions, walkComponents } from "./message-schema.ts";
import { applicationId, type Place, partialMemberOf, placeWith } from "./place.ts";

interface Sending {
  readonly place: Place;
  readonly type: number;
  readonly allowed?: AllowedMentions | null | undefined;
  readonly madeBy?: Interaction;
  readonly reference?: string | null;
  readonly nonce?: string | number | null;
}

export function addBotMessage(world: World, draft: Draft, sending: Sending): StoredMessage {
  const { place, madeBy, reference = null } = sending;
  const ephemeralFor = draft.flags & flag.ephemeral && madeBy ? madeBy.person.discordId : null;
  const mentioned = mentionedBy(draft, {
    allowed: sending.allowed,
    by: madeBy ? "webhook" : "channel",
    place,
    repliesTo: world.book.find(reference),
  });
  const message = world.book.add({
    ...draft,
    channelId: place.id,
    authorId: applicationId,
    type: sending.type,
    mentioned,
    notified: notifiedBy({ flags: draft.flags, channelId: place.id, ephemeralFor, mentioned }),
    ephemeralFor,
    madeBy: madeBy ?? null,
    reference,
    nonce: sending.nonce ?? null,
  });
  dispatchMessage(world, message);
  return message;
}

/** An edit of the text evaluates mentions again. Source: discord-api-docs #3378 (read 2026-11-26). */
export function draftBotEdit(world: World, before: StoredMessage, written: Writing, by: keyof typeof DEFAULTS) {
  const draft = draftEdit(written, before, world);
  const { content, components, allowed_mentions: allowed } = written.body;
  const place = placeWith(before.channelId);
  if (!place || (content === undefined && components === undefined)) return { ...draft, mentioned: before.mentioned };
  return {
    ...draft,
    mentioned: mentionedBy(draft, { allowed, by, place, repliesTo: world.book.find(before.reference) }),
  };
}

export function answerType({ commandType, messageId }: Interaction): number {
  if (commandType === 1) return 20;
  if (commandType === 3) return 23;
  return messageId === null ? 0 : 19;
}

/** The mentions that Discord allows if the bot does not specify them. */
const DEFAULTS = {
  webhook: { parse: ["users"] },
  channel: { parse: ["users", "roles", "everyone"], replied_user: true },
} as const satisfies Record<string, AllowedMentions>;

interface Mentioning {
  readonly allowed: AllowedMentions | null | undefined;
  readonly by: keyof typeof DEFAULTS;
  readonly place: Place;
  readonly repliesTo: StoredMessage | undefined;
}

function mentionedBy({ content, components }: Draft, { allowed, by, place, repliesTo }: Mentioning): readonly string[] {
  const rule: AllowedMentions = allowed ?? DEFAULTS[by];
  const displays = walkComponents(components).flatMap(({ component }) =>
    component.type === 10 ? [component.content] : [],
  );
  const text = [content, ...displays].join("\n");
  const here = people
    .map((person) => person.discordId)
    .filter((id) => place.person === null || place.person.discordId === id);
  if (rule.parse?.includes("everyone") && /@(everyone|here)\b/.test(text)) return here;
  const named = new Set([...text.matchAll(/<@!?(\d+)>/g)].map((match) => match[1]));
  return here.filter(
    (id) =>
      (named.has(id) && (rule.parse?.includes("users") || rule.users?.includes(id))) ||
      (rule.replied_user === true && repliesTo?.authorId === id),
  );
}

const GUILD_MESSAGES = 1 << 9;
const DIRECT_MESSAGES = 1 << 12;

/**
 * Without the MESSAGE_CONTENT intent the bot reads only direct messages and mentions. Source: Discord docs, events/gateway
 * (read 2026-11-26).
 */
export function dispatchMessage(world: World, message: StoredMessage): void {
  const place = placeWith(message.channelId);
  if (!place || message.ephemeralFor !== null || !["public", "thread", "post", "dm"].includes(place.kind)) return;
  const { guildId } = place;
  const needed = guildId === null ? DIRECT_MESSAGES : GUILD_MESSAGES;
  const sessions = world.gateway.sessionsFor(guildId).filter(({ intents }) => intents & needed);
  if (sessions.length === 0 || (guildId !== null && !world.membership.hasBot())) return;
  const isForBot = message.mentioned.includes(applicationId);
  const payload = {
    ...wireMessage(message, world, true),
    ...(isForBot && { ...wireMessage({ ...message, reference: null }, world) }),
    ...(guildId !== null && { guild_id: guildId, member: partialMemberOf(message.authorId, world.standings) }),
  };
  for (const session of sessions) session.dispatch("MESSAGE_CREATE", payload);
}
