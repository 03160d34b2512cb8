import { personOf, placeFor } from "../act/dispatch-interaction.ts";
import { visibleMessage } from "../act/use-command.ts";
import { type SandboxFile, storeFile } from "../store-file.ts";
import type { World } from "../world.ts";
import type { Sticker } from "./message.ts";

/** What else there is to a message than words and files. */
export interface Posting {
  readonly channelId?: string | undefined;
  readonly sticker?: keyof typeof STICKER_FORMATS | undefined;
  /** An address of a picture, which Discord shows a preview of. */
  readonly link?: { readonly url: string; readonly width: number; readonly height: number } | undefined;
  /** The id of a message that is passed on. */
  readonly forwards?: string | undefined;
}

/** Source: Discord's API documentation (read 2026-11-21). */
const STICKER_FORMATS = { png: 1, apng: 2, lottie: 3, gif: 4 } as const;

/** A person writes an ordinary message; its id. */
export function postMessage(
  world: World,
  {
    personId,
    content,
    files = [],
    how: { channelId, sticker, link, forwards } = {},
  }: {
    readonly personId: string;
    readonly content: string;
    readonly files?: readonly SandboxFile[] | undefined;
    readonly how?: Posting | undefined;
  },
): string {
  const person = personOf(personId);
  const place = placeFor(person, channelId);
  const forwarded = forwards === undefined ? undefined : visibleMessage(world, person.discordId, forwards);
  return world.book.add({
    flags: 0,
    content: link ? `${content} ${link.url}`.trim() : content,
    embeds: [],
    components: [],
    files: files.map((file) => storeFile(world, place.id, file)),
    channelId: place.id,
    authorId: person.discordId,
    type: 0,
    notified: [],
    ephemeralFor: null,
    madeBy: null,
    reference: forwards ?? null,
    nonce: null,
    ...(sticker && { stickers: [stickerOf(world.nextId(), sticker)] }),
    ...(link && { previews: [previewOf(link)] }),
    ...(forwarded && { forwarded }),
  }).id;
}

function stickerOf(id: string, format: keyof typeof STICKER_FORMATS): Sticker {
  return { id, name: "Wave", format_type: STICKER_FORMATS[format] };
}

/** Discord shows a picture that is addressed by itself as the thumbnail of an embed of its own kind. */
function previewOf({ url, width, height }: NonNullable<Posting["link"]>): object {
  return { type: "image", url, thumbnail: { url, proxy_url: url, width, height } };
}
