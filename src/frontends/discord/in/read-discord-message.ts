import { z } from "zod";
import type { EpochMs } from "../../../core/clock.ts";
import type { Act } from "../../../core/command.ts";
import { freeTextAct } from "../../../core/command-specs.ts";
import {
  type Attachment,
  type FoundPicture,
  isVideoType,
  mayBePicture,
  type NoPicture,
  pictureAt,
} from "../../../core/request/video-request.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";

/** Names the field, never its value. */
export interface Broken {
  readonly broken: string;
}

export const attachment = z.object({ url: z.string(), size: z.number() });

function readable<Item>(item: z.ZodType<Item>) {
  return z.array(item.nullable().catch(null)).catch([]).default([]);
}

const reported = {
  content_type: z.string().nullable().catch(null),
  width: z.number().nullable().catch(null),
  height: z.number().nullable().catch(null),
};

const file = attachment.extend({
  ...reported,
  filename: z.string().catch(""),
  title: z.string().nullable().catch(null),
});

const picture = z.object({ ...reported, url: z.string(), proxy_url: z.string().nullable().catch(null) });

const embed = z.object({
  type: z.string().nullable().catch(null),
  title: z.string().nullable().catch(null),
  image: picture.nullable().catch(null),
  thumbnail: picture.nullable().catch(null),
});

const shownComponent = z.object({
  items: readable(z.object({ media: picture })),
  media: picture.nullable().catch(null),
  accessory: z.unknown().optional(),
  components: z.array(z.unknown()).catch([]).default([]),
});

const content = z.object({
  attachments: readable(file),
  embeds: readable(embed),
  components: z.array(z.unknown()).catch([]).default([]),
  sticker_items: z.array(z.unknown()).catch([]).default([]),
});

/** A forwarded message is in `message_snapshots`. */
const message = content.extend({ message_snapshots: readable(z.object({ message: content })) });

const messageCommandData = z.object({
  target_id: z.string(),
  resolved: z.object({ messages: z.record(z.string(), message) }),
});

/** Files that are hidden until clicked. */
const SPOILER = /^SPOILER_/;
/** Discord nests components no deeper. */
const DEPTH_MAX = 4;

/** Every picture once, in the order people see them. */
export function readMessageAct(data: unknown): Act | Broken {
  const read = messageCommandData.safeParse(data);
  const target = read.success ? read.data.resolved.messages[read.data.target_id] : undefined;
  if (!target) return { broken: "data.resolved of a message command" };
  const media = mediaOf(target);
  const others = media.flatMap(({ other }) => (other ? [other] : []));
  return { kind: "animate", pictures: picturesIn(media), others };
}

const snowflake = z.string().regex(/^\d{1,20}$/);

const written = message.extend({
  id: snowflake,
  channel_id: snowflake,
  guild_id: snowflake.nullable().default(null),
  type: z.int(),
  content: z.string(),
  author: z.object({ id: snowflake, bot: z.boolean().nullish(), system: z.boolean().nullish() }),
  webhook_id: z.string().nullish(),
  mentions: readable(z.object({ id: z.string() })),
  member: z
    .object({ roles: z.array(z.string()).catch([]) })
    .nullable()
    .catch(null),
  referenced_message: message.nullable().catch(null),
});

/**
 * An ordinary message (0) or a reply (19). Source: Discord docs, resources/message, message types (read 2026-11-26).
 */
const WRITTEN: readonly number[] = [0, 19];

/**
 * A direct message, or one in a server that mentions the bot in its text. null for bots, webhooks, and a reply that
 * only notifies the bot.
 */
export function readReceivedMessage(payload: unknown, selfId: string) {
  const { data } = written.safeParse(payload);
  if (!data || !WRITTEN.includes(data.type)) return null;
  const { author, webhook_id: webhookId, guild_id: guildId, mentions, content: text } = data;
  if (author.bot || author.system || webhookId || author.id === selfId) return null;
  const isInText = text.includes(`<@${selfId}>`) || text.includes(`<@!${selfId}>`);
  const isNamed = isInText && present(mentions).some(({ id }) => id === selfId);
  if (guildId !== null && !isNamed) return null;
  const own = mediaOf(data);
  const pictures = picturesIn([...own, ...(data.referenced_message ? mediaOf(data.referenced_message) : [])]);
  const otherFiles = data.attachments.length - present(data.attachments).filter((each) => inFile(each).picture).length;
  const files = pictures.length + otherFiles === 0 ? null : { pictures, otherFiles };
  return {
    messageId: data.id,
    channelId: data.channel_id,
    guildId,
    userId: author.id,
    roles: data.member?.roles ?? [],
    act: freeTextAct(messageText(text), files),
  };
}

export type ReceivedMessage = NonNullable<ReturnType<typeof readReceivedMessage>>;

/** Removes mentions and custom emojis. */
function messageText(text: string): string {
  return text
    .replace(/<(https?:[^<>\s]*)>/gi, "$1")
    .replace(/<(?:@[!&]?|#|a?:\w+:)\d+>/g, " ")
    .trim();
}

function mediaOf(target: z.output<typeof message>): readonly Found[] {
  return [target, ...present(target.message_snapshots).map(({ message }) => message)].flatMap(foundIn);
}

function picturesIn(media: readonly Found[]): readonly FoundPicture[] {
  return onceEach(media.flatMap(({ picture }) => (picture ? [picture] : [])));
}

interface Found {
  readonly picture?: FoundPicture | undefined;
  readonly other?: NoPicture;
}

function foundIn({
  attachments,
  embeds,
  components,
  sticker_items: stickers,
}: z.output<typeof content>): readonly Found[] {
  return [
    ...present(attachments).map(inFile),
    ...present(embeds).map(inEmbed),
    ...components.flatMap((each) => mediaIn(each, 0)).map((media) => inMedia(media, null)),
    ...(stickers.length > 0 ? [{ other: "sticker" } as const] : []),
  ];
}

function inFile(posted: z.output<typeof file>): Found {
  const { content_type: type, filename, title, width, height } = posted;
  if (isVideoType(type)) return { other: "video" };
  if (!mayBePicture({ type, name: filename, width, height })) return {};
  const name = (title || filename).replace(SPOILER, "");
  return { picture: { source: "attachment", name, width, height, file: readAttachment(posted) } };
}

/** A video's preview is a still frame, not a picture that somebody posted. */
function inEmbed({ type, title, image, thumbnail }: z.output<typeof embed>): Found {
  if (type === "video" || type === "gifv") return { other: "video" };
  const shown = image ?? thumbnail;
  return shown ? inMedia(shown, title) : {};
}

function inMedia(media: z.output<typeof picture>, title: string | null): Found {
  if (isVideoType(media.content_type)) return { other: "video" };
  const named = pictureAt(media.url, title, media.width, media.height);
  // Use Discord's copy, which people saw. The original host then does not learn who fetches it.
  return { picture: { ...named, url: media.proxy_url || media.url } };
}

function mediaIn(component: unknown, depth: number): readonly z.output<typeof picture>[] {
  const read = shownComponent.safeParse(component);
  if (!read.success || depth > DEPTH_MAX) return [];
  const { items, media, accessory, components } = read.data;
  return [
    ...present(items).map((item) => item.media),
    ...(media ? [media] : []),
    ...[...components, accessory].flatMap((inner) => mediaIn(inner, depth + 1)),
  ];
}

/** The same file may be both an attachment and in a component or embed, with addresses on different hosts. */
function onceEach(pictures: readonly FoundPicture[]): readonly FoundPicture[] {
  const placeOf = (picture: FoundPicture) => {
    const url = picture.source === "attachment" ? picture.file.url : picture.url;
    const path = parseUrl(url)?.pathname ?? url;
    return path.startsWith("/attachments/") ? path : url;
  };
  const places = pictures.map(placeOf);
  return pictures.filter((_, index) => places.indexOf(places[index] ?? "") === index);
}

function present<Item>(list: readonly (Item | null)[]): readonly Item[] {
  return list.filter((each) => each !== null);
}

export function readAttachment(file: z.output<typeof attachment>): Attachment {
  const { url, size: sizeBytes } = file;
  const goneAt = goneAtOf(url);
  return { url, sizeBytes, ...(goneAt && { goneAt }) };
}

/** `ex` is in hexadecimal seconds. Source: Discord docs, reference (read 2026-11-21). */
function goneAtOf(url: string): EpochMs | null {
  const ex = parseUrl(url)?.searchParams.get("ex") ?? "";
  return /^[0-9a-f]{6,10}$/i.test(ex) ? Number.parseInt(ex, 16) * 1_000 : null;
}
