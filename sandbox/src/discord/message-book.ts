import type { SandboxClock } from "../clock.ts";
import type { EntryKind, Journal } from "../journal.ts";
import { personWith } from "../people.ts";
import type { Cdn } from "./cdn.ts";
import { flag } from "./discord-limits.ts";
import type { Draft, StoredMessage } from "./draft.ts";
import { type Interaction, kind } from "./interaction-book.ts";
import type { AnyComponent, Embed, MessageComponent } from "./message-schema.ts";
import { applicationId, installedBy, placeWith, userOf } from "./place.ts";
import type { DiscordMessage } from "./wire-types.ts";

export type MessageBook = ReturnType<typeof openMessageBook>;

const KEPT = 10_000;

export function openMessageBook(deps: {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly cdn: Cdn;
  readonly nextId: () => string;
}) {
  const { clock, journal, cdn, nextId } = deps;
  const messages = new Map<string, StoredMessage>();

  const write = (kind: EntryKind, message: StoredMessage, payload: unknown = drawMessage(message, cdn)) => {
    const owner = personWith(message.ephemeralFor ?? "");
    journal.add({
      place: "discord",
      kind,
      ...(owner ? { personId: owner.id } : {}),
      channelId: message.channelId,
      messageId: message.id,
      ...(message.madeBy ? { interactionId: message.madeBy.id } : {}),
      payload,
    });
  };

  const keepFiles = (draft: Draft) => {
    for (const file of draft.files) cdn.keep(file);
  };

  return {
    add(made: Omit<StoredMessage, "id" | "createdAt" | "editedAt">): StoredMessage {
      const message: StoredMessage = { ...made, id: nextId(), createdAt: clock.now(), editedAt: null };
      messages.set(message.id, message);
      const oldest = messages.keys().next().value;
      if (messages.size > KEPT && oldest !== undefined) messages.delete(oldest);
      keepFiles(message);
      write("message", message);
      if (message.notified.length > 0) write("pinged", message, { personIds: message.notified });
      return message;
    },
    /** Never notifies anybody. The first edit of "thinking…" is its answer and leaves no "(edited)". */
    edit(message: StoredMessage, draft: Draft): StoredMessage {
      const isAnswer = (message.flags & flag.loading) !== 0;
      const edited = { ...message, ...draft, editedAt: isAnswer ? null : clock.now() };
      messages.set(message.id, edited);
      keepFiles(draft);
      write("edited", edited);
      return edited;
    },
    remove(message: StoredMessage) {
      messages.delete(message.id);
      write("deleted", message);
    },
    find: (id: string | null): StoredMessage | undefined => (id === null ? undefined : messages.get(id)),
    inChannel: (channelId: string): readonly StoredMessage[] =>
      [...messages.values()].filter((message) => message.channelId === channelId),
  };
}

export function notifiedBy(message: {
  readonly flags: number;
  readonly channelId: string;
  readonly ephemeralFor: string | null;
  readonly mentioned: readonly string[];
}): readonly string[] {
  if (message.flags & (flag.suppressNotifications | flag.loading)) return [];
  const partner = placeWith(message.channelId)?.person?.discordId;
  const called = partner === undefined ? message.mentioned : [partner];
  return called.filter((id) => message.ephemeralFor === null || message.ephemeralFor === id);
}

export function drawMessage(message: StoredMessage, cdn: Cdn): DiscordMessage {
  const { madeBy } = message;
  const attachments = message.files.map((file) => cdn.attachment(file));

  const mediaAt = (url: string): Media => {
    const name = /^attachment:\/\/(.+)$/.exec(url)?.[1];
    const own = attachments.find((attachment) => attachment.filename === name);
    return {
      id: own?.id ?? message.id,
      url: own?.url ?? url,
      proxy_url: own?.proxy_url ?? url,
      width: own?.width ?? null,
      height: own?.height ?? null,
      content_type: own?.content_type ?? null,
      ...(own ? { attachment_id: own.id } : {}),
      name: own?.filename ?? null,
      size: own?.size ?? null,
    };
  };

  return {
    id: message.id,
    channelId: message.channelId,
    authorId: message.authorId,
    type: message.type,
    flags: message.flags,
    content: message.content,
    embeds: [...message.embeds.map((embed) => drawEmbed(embed, mediaAt)), ...(message.previews ?? [])],
    components: drawComponents(message.components, mediaAt),
    attachments,
    mentions: message.mentioned.filter((id) => message.ephemeralFor === null || message.ephemeralFor === id),
    ephemeralFor: message.ephemeralFor,
    createdAt: message.createdAt,
    editedAt: message.editedAt,
    interaction:
      madeBy?.kind === kind.command ? { id: madeBy.id, name: madeBy.name, userId: madeBy.person.discordId } : null,
    reference: message.reference,
    stickers: message.stickers ?? [],
    forwarded: message.forwarded ? drawMessage(message.forwarded, cdn) : null,
  };
}

function drawEmbed(embed: Embed, mediaAt: (url: string) => Media): object {
  const address = (url: string) => mediaAt(url).url;
  const picture = (one: Embed["image"]) => {
    if (!one) return one;
    const { url, proxy_url, width, height, content_type } = mediaAt(one.url);
    return present({ url, proxy_url, width, height, content_type });
  };
  const withIcon = <Part extends { icon_url?: string | null | undefined }>(part: Part | null | undefined) =>
    part && present({ ...part, icon_url: part.icon_url && address(part.icon_url) });
  return present({
    type: "rich",
    ...embed,
    image: picture(embed.image),
    thumbnail: picture(embed.thumbnail),
    footer: withIcon(embed.footer),
    author: withIcon(embed.author),
  });
}

export interface Media {
  readonly id: string;
  readonly url: string;
  readonly proxy_url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly content_type: string | null;
  readonly attachment_id?: string;
  readonly name: string | null;
  readonly size: number | null;
}

/**
 * Components as Discord tells them: with everything filled in that a bot may leave out. One without an `id` of its
 * own gets the next number, from 1, in the order of reading.
 */
function drawComponents(components: readonly MessageComponent[], mediaAt: (url: string) => Media): unknown[] {
  let last = 0;

  const draw = (component: AnyComponent): object => {
    last += 1;
    const head = { type: component.type, id: component.id || last };
    switch (component.type) {
      case 1:
        return { ...head, components: component.components.map(draw) };
      case 9: {
        const texts = component.components.map(draw);
        return { ...head, components: texts, accessory: draw(component.accessory) };
      }
      case 10:
        return { ...head, content: component.content };
      case 11:
        return { ...head, ...shown(component) };
      case 12:
        return { ...head, items: component.items.map(shown) };
      case 13: {
        const { name, size, ...file } = mediaAt(component.file.url);
        return { ...head, file, name, size, spoiler: component.spoiler ?? false };
      }
      case 14:
        return { ...head, divider: component.divider ?? true, spacing: component.spacing ?? 1 };
      case 17: {
        const { accent_color, spoiler } = component;
        const inside = component.components.map(draw);
        return { ...head, accent_color: accent_color ?? null, spoiler: spoiler ?? false, components: inside };
      }
      case 2:
        return present({ ...component, ...head });
      case 3:
      case 5:
      case 6:
      case 7:
      case 8: {
        const { min_values, max_values } = component;
        const options = component.type === 3 ? { options: component.options.map(present) } : {};
        return present({
          ...component,
          ...head,
          min_values: min_values ?? 1,
          max_values: max_values ?? 1,
          ...options,
        });
      }
    }
  };

  const shown = (item: { media: { url: string }; description?: string | null | undefined; spoiler?: unknown }) => {
    const { name: _, size: __, ...media } = mediaAt(item.media.url);
    return { media, description: item.description ?? null, spoiler: item.spoiler === true };
  };

  return components.map(draw);
}

/** Without what is null: a bot may write null for "nothing", Discord never reads it back. */
function present(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined));
}

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
