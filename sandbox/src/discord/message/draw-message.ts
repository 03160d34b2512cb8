import { kind } from "../act/interaction.ts";
import type { Cdn } from "../routes/cdn.ts";
import type { Embed } from "../schema/message-schema.ts";
import { drawComponents, type Media, present } from "./draw-components.ts";
import type { DiscordMessage } from "./message.ts";
import type { StoredMessage } from "./stored-message.ts";

/** The message as a client draws it, with addresses that work from now on for a day. */
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
    mentions: message.notified,
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
