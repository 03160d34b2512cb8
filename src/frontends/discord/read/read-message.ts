import type { Act } from "../../../core/command.ts";
import type { FoundPicture, NoPicture } from "../../../core/request/found-picture.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import {
  type MessageContent,
  type MessageEmbed,
  type MessageFile,
  type MessagePicture,
  messageCommandData,
  shownComponent,
} from "../write/message-payload.ts";
import { readAttachment } from "./read-attachment.ts";
import type { Broken } from "./unread.ts";

/** Discord's own mark of a file that is hidden until somebody presses on it. */
const SPOILER = /^SPOILER_/;
/** A component that holds another one three times over is nothing Discord sends. */
const DEPTH_MAX = 4;

/** A command that was used on a message: every picture in it, in the order in which people see them, once each. */
export function readMessageAct(data: unknown): Act | Broken {
  const read = messageCommandData.safeParse(data);
  const target = read.success ? read.data.resolved.messages[read.data.target_id] : undefined;
  if (!target) return { broken: "data.resolved of a message command" };
  const contents = [target, ...present(target.message_snapshots).map(({ message }) => message)];
  const found = contents.flatMap(foundIn);
  const pictures = found.flatMap(({ picture }) => (picture ? [picture] : []));
  const others = found.flatMap(({ other }) => (other ? [other] : []));
  return { kind: "animate", pictures: onceEach(pictures), others };
}

interface Found {
  readonly picture?: FoundPicture | undefined;
  readonly other?: NoPicture;
}

function foundIn({ attachments, embeds, components, sticker_items: stickers }: MessageContent): readonly Found[] {
  return [
    ...present(attachments).map(inFile),
    ...present(embeds).map(inEmbed),
    ...components.flatMap((each) => mediaIn(each, 0)).map((media) => inMedia(media, null)),
    ...(stickers.length > 0 ? [{ other: "sticker" } as const] : []),
  ];
}

function inFile(file: MessageFile): Found {
  if (isVideo(file)) return { other: "video" };
  const isPicture = file.content_type?.toLowerCase().startsWith("image/") ?? Boolean(file.width && file.height);
  if (!isPicture) return {};
  const name = (file.title || file.filename).replace(SPOILER, "");
  return { picture: { source: "attachment", name, file: readAttachment(file) } };
}

/** The preview of a film is a still of it, and not what somebody posted. */
function inEmbed({ type, title, image, thumbnail }: MessageEmbed): Found {
  if (type === "video" || type === "gifv") return { other: "video" };
  const shown = image ?? thumbnail;
  return shown ? inMedia(shown, title ?? null) : {};
}

function inMedia(media: MessagePicture, title: string | null): Found {
  if (isVideo(media)) return { other: "video" };
  const { width = null, height = null } = media;
  const host = parseUrl(media.url)?.hostname;
  const name = title || (host ? `picture from ${host}` : "picture");
  // Discord's copy is what people saw: public, by https, and no stranger learns who looks.
  return { picture: { source: "address", name, url: media.proxy_url || media.url, width, height } };
}

function mediaIn(component: unknown, depth: number): readonly MessagePicture[] {
  const read = shownComponent.safeParse(component);
  if (!read.success || depth > DEPTH_MAX) return [];
  const { items, media, accessory, components } = read.data;
  return [
    ...present(items).map((item) => item.media),
    ...(media ? [media] : []),
    ...[...components, accessory].flatMap((inner) => mediaIn(inner, depth + 1)),
  ];
}

function isVideo({ content_type: type }: { readonly content_type?: string | null | undefined }): boolean {
  return type?.toLowerCase().startsWith("video/") ?? false;
}

/** A file that a component or an embed shows may stand among the attachments as well, at another host of Discord's. */
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
