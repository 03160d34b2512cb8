import { type Interaction, kind } from "../act/interaction.ts";
import { applicationId, installedBy, placeWith, userOf } from "../place.ts";
import type { Cdn } from "../routes/cdn.ts";
import { drawMessage } from "./draw-message.ts";
import type { DiscordMessage } from "./message.ts";
import type { MessageBook } from "./message-book.ts";
import type { StoredMessage } from "./stored-message.ts";

interface Means {
  readonly cdn: Cdn;
  readonly book: MessageBook;
}

/**
 * The message as the API tells it. `blind` is what a bot without the MESSAGE_CONTENT intent reads over REST: what
 * people wrote in a guild is left out, its own words are not.
 */
export function wireMessage(message: StoredMessage, means: Means, blind = false): Record<string, unknown> {
  const drawn = drawMessage(message, means.cdn);
  const { madeBy } = message;
  const place = placeWith(message.channelId);
  const isHidden = blind && message.authorId !== applicationId && place?.guildId !== null;
  const referenced = means.book.find(message.reference);
  return {
    id: drawn.id,
    channel_id: drawn.channelId,
    type: drawn.type,
    author: userOf(drawn.authorId),
    content: isHidden ? "" : drawn.content,
    embeds: isHidden ? [] : drawn.embeds,
    components: isHidden ? [] : drawn.components,
    attachments: isHidden ? [] : drawn.attachments,
    flags: drawn.flags,
    timestamp: new Date(drawn.createdAt).toISOString(),
    edited_timestamp: drawn.editedAt === null ? null : new Date(drawn.editedAt).toISOString(),
    mentions: drawn.mentions.map(userOf),
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    ...(drawn.stickers.length === 0 || isHidden ? {} : { sticker_items: drawn.stickers }),
    ...(drawn.forwarded === null || isHidden ? {} : { message_snapshots: [{ message: snapshot(drawn.forwarded) }] }),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(madeBy === null ? {} : madeByInteraction(madeBy)),
    ...(message.reference === null
      ? {}
      : {
          message_reference: {
            type: message.forwarded ? 1 : 0,
            message_id: message.reference,
            channel_id: message.channelId,
            ...(place?.guildId ? { guild_id: place.guildId } : {}),
          },
          referenced_message:
            referenced && !message.forwarded ? wireMessage({ ...referenced, reference: null }, means, blind) : null,
        }),
  };
}

/** The part of a message that is forwarded: nobody learns who wrote it. */
function snapshot(drawn: DiscordMessage) {
  const { type, content, embeds, components, attachments, flags, stickers, createdAt } = drawn;
  return {
    type,
    content,
    embeds,
    components,
    attachments,
    flags,
    mentions: [],
    mention_roles: [],
    timestamp: new Date(createdAt).toISOString(),
    edited_timestamp: null,
    ...(stickers.length === 0 ? {} : { sticker_items: stickers }),
  };
}

function madeByInteraction(made: Interaction) {
  const legacy = { id: made.id, type: made.kind, name: made.name, user: userOf(made.person.discordId) };
  return {
    webhook_id: applicationId,
    application_id: applicationId,
    ...(made.kind === kind.command ? { interaction: legacy } : {}),
    interaction_metadata: metadata(made),
  };
}

function metadata(made: Interaction): Record<string, unknown> {
  return {
    id: made.id,
    type: made.kind,
    user: userOf(made.person.discordId),
    authorizing_integration_owners: installedBy(made.place, made.person),
    ...(made.kind === kind.command ? { name: made.name, command_type: made.commandType } : {}),
    ...(made.kind === kind.command && made.messageId ? { target_message_id: made.messageId } : {}),
    ...(made.kind === kind.component ? { interacted_message_id: made.messageId } : {}),
    ...(made.opener ? { triggering_interaction_metadata: metadata(made.opener) } : {}),
  };
}
