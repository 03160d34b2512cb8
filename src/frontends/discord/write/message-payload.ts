import { z } from "zod";
import { attachment } from "../read/payload.ts";

/** What of a list can be read; the rest is left out. */
function readable<Item>(item: z.ZodType<Item>) {
  return z.array(item.nullable().catch(null)).catch([]).default([]);
}

const file = attachment.extend({ filename: z.string().catch(""), title: z.string().nullish().catch(null) });

const picture = z.object({
  url: z.string(),
  proxy_url: z.string().nullish().catch(null),
  content_type: z.string().nullish().catch(null),
  width: z.number().nullish().catch(null),
  height: z.number().nullish().catch(null),
});

const embed = z.object({
  type: z.string().nullish().catch(null),
  title: z.string().nullish().catch(null),
  image: picture.nullish().catch(null),
  thumbnail: picture.nullish().catch(null),
});

/** A component that shows pictures, or that holds one that does. */
export const shownComponent = z.object({
  items: readable(z.object({ media: picture })),
  media: picture.nullish().catch(null),
  accessory: z.unknown().optional(),
  components: z.array(z.unknown()).catch([]).default([]),
});

const content = z.object({
  attachments: readable(file),
  embeds: readable(embed),
  components: z.array(z.unknown()).catch([]).default([]),
  sticker_items: z.array(z.unknown()).catch([]).default([]),
});

/** The part of a message that pictures are in; what was forwarded stands in its snapshots. */
const message = content.extend({ message_snapshots: readable(z.object({ message: content })) });

export type MessageContent = z.output<typeof content>;
export type MessageFile = z.output<typeof file>;
export type MessageEmbed = z.output<typeof embed>;
export type MessagePicture = z.output<typeof picture>;

/** `data` of a command that is used on a message. */
export const messageCommandData = z.object({
  target_id: z.string(),
  resolved: z.object({ messages: z.record(z.string(), message) }),
});
