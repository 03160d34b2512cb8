import type { Interaction } from "../act/interaction.ts";
import { flag } from "../limits.ts";
import { applicationId, type Place } from "../place.ts";
import type { AllowedMentions } from "../schema/message-schema.ts";
import type { World } from "../world.ts";
import type { Draft } from "./draft.ts";
import { mentionedBy } from "./mentions.ts";
import { notifiedBy } from "./message-book.ts";
import type { StoredMessage } from "./stored-message.ts";

interface Sending {
  readonly place: Place;
  readonly type: number;
  readonly allowed?: AllowedMentions | null | undefined;
  readonly madeBy?: Interaction;
  readonly reference?: string | null;
  readonly nonce?: string | number | null;
}

/** Puts a message of the bot's into the world and notifies whom it calls. */
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
  return world.book.add({
    ...draft,
    channelId: place.id,
    authorId: applicationId,
    type: sending.type,
    notified: notifiedBy({ flags: draft.flags, channelId: place.id, ephemeralFor, mentioned }),
    ephemeralFor,
    madeBy: madeBy ?? null,
    reference: sending.reference ?? null,
    nonce: sending.nonce ?? null,
  });
}

/** The types that answers have. Source: Discord docs, resources/message "Message Types" (read 2026-11-21). */
export function answerType({ commandType, messageId }: Interaction): number {
  if (commandType === 1) return 20;
  if (commandType === 3) return 23;
  return messageId === null ? 0 : 19;
}
