import { z } from "zod";
import { limits } from "../limits.ts";
import { mediaUrl, messageComponent, snowflake } from "./component-schema.ts";

const picture = z.object({ url: mediaUrl });

const embed = z
  .object({
    title: z.string().max(limits.embedTitle).nullish(),
    description: z.string().max(limits.embedDescription).nullish(),
    url: mediaUrl.nullish(),
    timestamp: z.iso.datetime({ offset: true }).nullish(),
    color: z.int().min(0).max(0xffffff).nullish(),
    footer: z.object({ text: z.string().min(1).max(limits.embedFooter), icon_url: mediaUrl.nullish() }).nullish(),
    image: picture.nullish(),
    thumbnail: picture.nullish(),
    author: z
      .object({
        name: z.string().min(1).max(limits.embedAuthor),
        url: mediaUrl.nullish(),
        icon_url: mediaUrl.nullish(),
      })
      .nullish(),
    fields: z
      .array(
        z.object({
          name: z.string().min(1).max(limits.embedFieldName),
          value: z.string().min(1).max(limits.embedFieldValue),
          inline: z
            .boolean()
            .nullish()
            .transform((isInline) => isInline ?? false),
        }),
      )
      .max(limits.embedFields)
      .nullish(),
  })
  .refine(
    ({ title, description, footer, image, thumbnail, author, fields }) =>
      title || description || footer || image || thumbnail || author || fields?.length,
    { message: "This field is required", path: ["description"], params: { code: "BASE_TYPE_REQUIRED" } },
  );

export type Embed = z.output<typeof embed>;

const mentionIds = z.array(snowflake).max(limits.mentionIds).nullish();

const allowedMentions = z
  .object({
    parse: z.array(z.literal(["users", "roles", "everyone"])).nullish(),
    users: mentionIds,
    roles: mentionIds,
    replied_user: z.boolean().nullish(),
  })
  .refine(
    ({ parse, users, roles }) =>
      !(parse?.includes("users") && users?.length) && !(parse?.includes("roles") && roles?.length),
    {
      message: "parse and the list of ids are mutually exclusive.",
      path: ["parse"],
      params: { code: "MUTUALLY_EXCLUSIVE" },
    },
  );

export type AllowedMentions = z.output<typeof allowedMentions>;

/** `id` is the index of an uploaded file or, in an edit, the id of an attachment to keep. */
const attachment = z.object({
  id: z.union([snowflake, z.int().min(0).transform(String)]),
  filename: z.string().nullish(),
  description: z.string().max(limits.attachmentDescription).nullish(),
});

/** What a message is made of and what an edit may change: absent keeps, null empties. */
export const messageBody = z.object({
  content: z.string().max(limits.content).nullish(),
  embeds: z.array(embed).max(limits.embeds).nullish(),
  components: z.array(messageComponent).max(limits.components).nullish(),
  allowed_mentions: allowedMentions.nullish(),
  flags: z.int().min(0).nullish(),
  attachments: z.array(attachment).max(limits.attachments).nullish(),
});

export type MessageBody = z.output<typeof messageBody>;

export const channelMessageBody = messageBody.extend({
  nonce: z.union([z.string().max(limits.nonce), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  message_reference: z
    .object({
      type: z.literal(0).nullish(),
      message_id: snowflake,
      channel_id: snowflake.nullish(),
      fail_if_not_exists: z.boolean().nullish(),
    })
    .nullish(),
});
