import { z } from "zod";
import { limits } from "./discord-limits.ts";
import { flaw } from "./refusal.ts";

const id = z.int().min(0).optional();
export const customId = z.string().min(1).max(limits.customId);
export const snowflake = z.string().regex(/^\d{1,20}$/);

/** Discord accepts null, too, and never returns it. */
const optional = <Part extends z.ZodType>(part: Part) => part.nullish().transform((given) => given ?? undefined);

const filled = <Part extends z.ZodType, Value>(part: Part, value: Value) =>
  part.nullish().transform((given) => given ?? value);

const isSpoiler = filled(z.boolean(), false);
const emoji = z.object({ id: snowflake.nullish(), name: z.string().nullish(), animated: z.boolean().nullish() });

const mediaUrl = z
  .string()
  .max(limits.url)
  .regex(/^(https?|attachment):\/\/\S+$/);

const buttonShape = {
  type: z.literal(2),
  id,
  label: optional(z.string().min(1).max(limits.buttonLabel)),
  emoji: optional(emoji),
  disabled: optional(z.boolean()),
};
const hasFace = (button: { label?: string | undefined; emoji?: unknown }) => button.label || button.emoji;
const faceless = flaw(["label"], "BASE_TYPE_REQUIRED", "A button needs a label or an emoji.");

const pressButton = z
  .object({ ...buttonShape, style: z.literal([1, 2, 3, 4]), custom_id: customId })
  .refine(hasFace, faceless);
const linkButton = z
  .object({
    ...buttonShape,
    style: z.literal(5),
    url: z
      .string()
      .max(limits.buttonUrl)
      .regex(/^(https?|discord):\/\/\S+$/),
    custom_id: z.undefined({ message: "A link button has no custom_id." }).optional(),
  })
  .refine(hasFace, faceless);
const button = z.discriminatedUnion("style", [pressButton, linkButton]);

const selectOption = z.object({
  label: z.string().min(1).max(limits.selectText),
  value: z.string().min(1).max(limits.selectText),
  description: optional(z.string().max(limits.selectText)),
  emoji: optional(emoji),
  default: optional(z.boolean()),
});

/** Values are unique. Source: Discord's refusal, as bots report it (read 2026-11-24). */
export const selectOptions = z
  .array(selectOption)
  .min(1)
  .max(limits.selectOptions)
  .superRefine((options, context) => {
    for (const [index, { value }] of options.entries())
      if (options.findIndex((each) => each.value === value) < index)
        context.addIssue({
          code: "custom",
          ...flaw([index, "value"], "COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"),
        });
  });

export const selectShape = {
  id,
  custom_id: customId,
  placeholder: optional(z.string().max(limits.selectPlaceholder)),
  min_values: filled(z.int().min(0).max(limits.selectOptions), 1),
  max_values: filled(z.int().min(1).max(limits.selectOptions), 1),
  disabled: optional(z.boolean()),
};
const stringSelect = z.object({ type: z.literal(3), ...selectShape, options: selectOptions });
const entitySelect = z.object({ type: z.literal([5, 6, 7, 8]), ...selectShape });

const row = z
  .object({
    type: z.literal(1),
    id,
    components: z
      .array(z.discriminatedUnion("type", [button, stringSelect, entitySelect]))
      .min(1)
      .max(limits.rowButtons),
  })
  .refine(
    ({ components }) => components.length === 1 || components.every((each) => each.type === 2),
    flaw(["components"], "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row holds up to five buttons or one menu."),
  );

export const textDisplay = z.object({
  type: z.literal(10),
  id,
  content: z.string().min(1).max(limits.displayText),
});
const description = filled(z.string().max(limits.galleryDescription), null);
const media = z.object({ url: mediaUrl });
const thumbnail = z.object({ type: z.literal(11), id, media, description, spoiler: isSpoiler });
const section = z.object({
  type: z.literal(9),
  id,
  components: z.array(textDisplay).min(1).max(limits.sectionTexts),
  accessory: z.discriminatedUnion("type", [button, thumbnail]),
});
const gallery = z.object({
  type: z.literal(12),
  id,
  items: z
    .array(z.object({ media, description, spoiler: isSpoiler }))
    .min(1)
    .max(limits.galleryItems),
});
const file = z.object({
  type: z.literal(13),
  id,
  file: z.object({ url: z.string().regex(/^attachment:\/\/\S+$/) }),
  spoiler: isSpoiler,
});
const separator = z.object({
  type: z.literal(14),
  id,
  divider: filled(z.boolean(), true),
  spacing: filled(z.literal([1, 2]), 1),
});
const container = z.object({
  type: z.literal(17),
  id,
  accent_color: filled(z.int().min(0).max(0xffffff), null),
  spoiler: isSpoiler,
  components: z
    .array(z.discriminatedUnion("type", [row, section, textDisplay, gallery, file, separator]))
    .min(1)
    .max(limits.components),
});

export const messageComponent = z.discriminatedUnion("type", [
  row,
  section,
  textDisplay,
  gallery,
  file,
  separator,
  container,
]);

export type MessageComponent = z.output<typeof messageComponent>;
type Button = z.output<typeof button>;
export type AnyComponent =
  | MessageComponent
  | Button
  | z.output<typeof stringSelect>
  | z.output<typeof entitySelect>
  | z.output<typeof thumbnail>;

interface Step {
  readonly component: AnyComponent;
  readonly path: readonly (string | number)[];
}

export function walkComponents(components: readonly MessageComponent[]): Step[] {
  return components.flatMap((component, index) => walk(component, ["components", index]));
}

function walk(component: AnyComponent, path: Step["path"]): Step[] {
  const inside: readonly AnyComponent[] = "components" in component ? component.components : [];
  return [
    { component, path },
    ...inside.flatMap((each, index) => walk(each, [...path, "components", index])),
    ...("accessory" in component ? walk(component.accessory, [...path, "accessory"]) : []),
  ];
}

const TRANSLATIONS = new Set(["name_localizations", "description_localizations"]);

/** A list has no translations unless they are requested. Source: Discord's documentation (read 2026-11-21). */
export function untranslated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untranslated);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !TRANSLATIONS.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, untranslated(value)]));
}

const picture = z.object({ url: mediaUrl });

const embed = z
  .object({
    title: optional(z.string().max(limits.embedTitle)),
    description: optional(z.string().max(limits.embedDescription)),
    url: optional(mediaUrl),
    timestamp: optional(z.iso.datetime({ offset: true })),
    color: optional(z.int().min(0).max(0xffffff)),
    footer: z.object({ text: z.string().min(1).max(limits.embedFooter), icon_url: optional(mediaUrl) }).nullish(),
    image: optional(picture),
    thumbnail: optional(picture),
    author: optional(
      z.object({
        name: z.string().min(1).max(limits.embedAuthor),
        url: optional(mediaUrl),
        icon_url: optional(mediaUrl),
      }),
    ),
    fields: optional(
      z
        .array(
          z.object({
            name: z.string().min(1).max(limits.embedFieldName),
            value: z.string().min(1).max(limits.embedFieldValue),
            inline: filled(z.boolean(), false),
          }),
        )
        .max(limits.embedFields),
    ),
  })
  .refine(
    ({ title, description, footer, image, thumbnail, author, fields }) =>
      title || description || footer || image || thumbnail || author || fields?.length,
    flaw(["description"], "BASE_TYPE_REQUIRED", "This field is required"),
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
    flaw(["parse"], "MUTUALLY_EXCLUSIVE", "parse and the list of ids are mutually exclusive."),
  );

export type AllowedMentions = z.output<typeof allowedMentions>;

const attachment = z.object({
  id: z.union([snowflake, z.int().min(0).transform(String)]),
  filename: z.string().nullish(),
  description: z.string().max(limits.attachmentDescription).nullish(),
});

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
