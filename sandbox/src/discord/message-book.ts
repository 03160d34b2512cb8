import type { SandboxClock } from "../clock.ts";
import type { EntryKind, Journal } from "../journal.ts";
import { personWith } from "../people.ts";
import type { Cdn, DiscordAttachment } from "./cdn.ts";
import { flag } from "./discord-limits.ts";
import type { Draft, Sticker, StoredMessage } from "./draft.ts";
import { type Interaction, kind } from "./interaction-book.ts";
import type { AnyComponent, Embed, MessageComponent } from "./message-schema.ts";
import { applicationId, installedBy, placeWith, userOf } from "./place.ts";

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
    edit(message: StoredMessage, draft: Draft & Pick<StoredMessage, "mentioned">): StoredMessage {
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

export interface DiscordMessage {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  /** 0 an ordinary message, 19 a reply, 20 the answer to a slash command, 23 to a message command. */
  readonly type: number;
  readonly flags: number;
  readonly content: string;
  readonly embeds: readonly unknown[];
  readonly components: readonly unknown[];
  readonly attachments: readonly DiscordAttachment[];
  readonly mentions: readonly string[];
  readonly ephemeralFor: string | null;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly interaction: { readonly id: string; readonly name: string; readonly userId: string } | null;
  readonly reference: string | null;
  readonly stickers: readonly Sticker[];
  readonly forwarded: DiscordMessage | null;
}

export function drawMessage(message: StoredMessage, cdn: Cdn): DiscordMessage {
  const { madeBy } = message;
  const attachments = message.files.map((file) => cdn.attachment(file));

  const media = (url: string) => mediaAt(url, attachments, message.id);

  return {
    id: message.id,
    channelId: message.channelId,
    authorId: message.authorId,
    type: message.type,
    flags: message.flags,
    content: message.content,
    ephemeralFor: message.ephemeralFor,
    createdAt: message.createdAt,
    editedAt: message.editedAt,
    reference: message.reference,
    embeds: [...message.embeds.map((embed) => drawEmbed(embed, media)), ...(message.previews ?? [])],
    components: drawComponents(message.components, media),
    attachments,
    mentions: message.mentioned.filter((id) => message.ephemeralFor === null || message.ephemeralFor === id),
    interaction:
      madeBy?.kind === kind.command ? { id: madeBy.id, name: madeBy.name, userId: madeBy.person.discordId } : null,
    stickers: message.stickers ?? [],
    forwarded: message.forwarded ? drawMessage(message.forwarded, cdn) : null,
  };
}

function mediaAt(url: string, attachments: readonly DiscordAttachment[], messageId: string) {
  const name = /^attachment:\/\/(.+)$/.exec(url)?.[1];
  const own = attachments.find((attachment) => attachment.filename === name);
  return {
    id: own?.id ?? messageId,
    url: own?.url ?? url,
    proxy_url: own?.proxy_url ?? url,
    width: own?.width ?? null,
    height: own?.height ?? null,
    content_type: own?.content_type ?? null,
    ...(own ? { attachment_id: own.id } : {}),
    name: own?.filename ?? null,
    size: own?.size ?? null,
  };
}

function drawEmbed(embed: Embed, mediaAt: (url: string) => Media): object {
  const { image, thumbnail, footer, author } = embed;
  const picture = (of: string) => {
    const { url, proxy_url, width, height, content_type } = mediaAt(of);
    return { url, proxy_url, ...(width && { width, height }), ...(content_type && { content_type }) };
  };
  const withIcon = (part: { readonly icon_url?: string | undefined }) =>
    part.icon_url === undefined ? part : { ...part, icon_url: mediaAt(part.icon_url).url };
  return {
    type: "rich",
    ...embed,
    ...(image && { image: picture(image.url) }),
    ...(thumbnail && { thumbnail: picture(thumbnail.url) }),
    ...(footer && { footer: withIcon(footer) }),
    ...(author && { author: withIcon(author) }),
  };
}

type Media = ReturnType<typeof mediaAt>;

/** Components without an `id` get the next number, from 1, in reading order. */
function drawComponents(components: readonly MessageComponent[], mediaAt: (url: string) => Media): unknown[] {
  let last = 0;

  const draw = (component: AnyComponent): object => {
    last += 1;
    const numbered = { ...component, id: component.id || last };
    switch (component.type) {
      case 1:
      case 17:
        return { ...numbered, components: component.components.map(draw) };
      case 9: {
        const texts = component.components.map(draw);
        return { ...numbered, components: texts, accessory: draw(component.accessory) };
      }
      case 11:
        return { ...shown(component), id: numbered.id };
      case 12:
        return { ...numbered, items: component.items.map(shown) };
      case 13: {
        const { name, size, ...file } = mediaAt(component.file.url);
        return { ...numbered, file, name, size };
      }
      default:
        return numbered;
    }
  };

  const shown = <Item extends { readonly media: { readonly url: string } }>(item: Item) => {
    const { name: _, size: __, ...media } = mediaAt(item.media.url);
    return { ...item, media };
  };

  return components.map(draw);
}

interface Means {
  readonly cdn: Cdn;
  readonly book: MessageBook;
}

/** `hidesContent`: without the MESSAGE_CONTENT intent, the bot cannot read what people wrote in a server. */
export function wireMessage(message: StoredMessage, means: Means, hidesContent = false): Record<string, unknown> {
  const drawn = drawMessage(message, means.cdn);
  const { madeBy, reference } = message;
  const guildId = placeWith(message.channelId)?.guildId ?? undefined;
  const isHidden = hidesContent && message.authorId !== applicationId && guildId !== undefined;
  const referenced = message.forwarded ? undefined : means.book.find(reference);
  return {
    id: drawn.id,
    channel_id: drawn.channelId,
    author: userOf(drawn.authorId),
    ...wireContent(drawn),
    ...(isHidden && { content: "", embeds: [], components: [], attachments: [], sticker_items: undefined }),
    edited_timestamp: drawn.editedAt === null ? null : new Date(drawn.editedAt).toISOString(),
    mentions: drawn.mentions.map(userOf),
    mention_everyone: false,
    pinned: false,
    tts: false,
    message_snapshots: drawn.forwarded && !isHidden ? [{ message: wireContent(drawn.forwarded) }] : undefined,
    nonce: message.nonce ?? undefined,
    ...(madeBy && madeByInteraction(madeBy)),
    ...(reference !== null && {
      message_reference: {
        type: message.forwarded ? 1 : 0,
        message_id: reference,
        channel_id: message.channelId,
        guild_id: guildId,
      },
      referenced_message: referenced ? wireMessage({ ...referenced, reference: null }, means, hidesContent) : null,
    }),
  };
}

function wireContent({ createdAt, stickers, ...drawn }: DiscordMessage) {
  const { type, content, embeds, components, attachments, flags } = drawn;
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
    sticker_items: stickers.length === 0 ? undefined : stickers,
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
