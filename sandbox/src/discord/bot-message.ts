import { people } from "../people.ts";
import { flag } from "./discord-limits.ts";
import type { World } from "./discord-world.ts";
import type { Draft, StoredMessage } from "./draft.ts";
import type { Interaction } from "./interaction-book.ts";
import { notifiedBy } from "./message-book.ts";
import { tellOfMessage } from "./message-events.ts";
import { type AllowedMentions, type MessageComponent, walkComponents } from "./message-schema.ts";
import { applicationId, type Place } from "./place.ts";

interface Sending {
  readonly place: Place;
  readonly type: number;
  readonly allowed?: AllowedMentions | null | undefined;
  readonly madeBy?: Interaction;
  readonly reference?: string | null;
  readonly nonce?: string | number | null;
}

export function addBotMessage(world: World, draft: Draft, sending: Sending): StoredMessage {
  const { place, madeBy } = sending;
  const ephemeralFor = draft.flags & flag.ephemeral && madeBy ? madeBy.person.discordId : null;
  const mentioned = mentionedBy({
    content: draft.content,
    components: draft.components,
    allowed: sending.allowed,
    by: madeBy ? "webhook" : "channel",
    place,
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
    reference: sending.reference ?? null,
    nonce: sending.nonce ?? null,
  });
  tellOfMessage(world, message);
  return message;
}

/** The types that answers have. Source: Discord docs, resources/message "Message Types" (read 2026-11-21). */
export function answerType({ commandType, messageId }: Interaction): number {
  if (commandType === 1) return 20;
  if (commandType === 3) return 23;
  return messageId === null ? 0 : 19;
}

/** The mentions that are allowed if the bot says nothing. Source: Discord's API documentation (read 2026-11-21). */
const DEFAULTS = {
  webhook: { parse: ["users"] },
  channel: { parse: ["users", "roles", "everyone"] },
} as const satisfies Record<string, AllowedMentions>;

interface Mentioning {
  readonly content: string;
  readonly components: readonly MessageComponent[];
  readonly allowed: AllowedMentions | null | undefined;
  readonly by: keyof typeof DEFAULTS;
  readonly place: Place;
}

function mentionedBy({ content, components, allowed, by, place }: Mentioning): readonly string[] {
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
  return here.filter((id) => named.has(id) && (rule.parse?.includes("users") || rule.users?.includes(id)));
}
