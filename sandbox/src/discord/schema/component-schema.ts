import { z } from "zod";
import { limits } from "../limits.ts";

const id = z.int().min(0).optional();
export const customId = z.string().min(1).max(limits.customId);
export const snowflake = z.string().regex(/^\d{1,20}$/);
const spoiler = z.boolean().nullish();
const emoji = z.object({ id: snowflake.nullish(), name: z.string().nullish(), animated: z.boolean().nullish() });

/** An address of a picture or video: the web's or a file of the same message. */
export const mediaUrl = z
  .string()
  .max(limits.url)
  .regex(/^(https?|attachment):\/\/\S+$/);

const buttonShape = {
  type: z.literal(2),
  id,
  label: z.string().min(1).max(limits.buttonLabel).nullish(),
  emoji: emoji.nullish(),
  disabled: z.boolean().nullish(),
};
const hasFace = (button: { label?: string | null | undefined; emoji?: unknown }) => button.label || button.emoji;
const faceless = {
  message: "A button needs a label or an emoji.",
  path: ["label"],
  params: { code: "BASE_TYPE_REQUIRED" },
};

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

export const selectOption = z.object({
  label: z.string().min(1).max(limits.selectText),
  value: z.string().min(1).max(limits.selectText),
  description: z.string().max(limits.selectText).nullish(),
  emoji: emoji.nullish(),
  default: z.boolean().nullish(),
});

/** The five kinds of menu, in a row of a message or under a label of a form. */
export const selectShape = {
  id,
  custom_id: customId,
  placeholder: z.string().max(limits.selectPlaceholder).nullish(),
  min_values: z.int().min(0).max(limits.selectOptions).nullish(),
  max_values: z.int().min(1).max(limits.selectOptions).nullish(),
  disabled: z.boolean().nullish(),
};
const stringSelect = z.object({
  type: z.literal(3),
  ...selectShape,
  options: z.array(selectOption).min(1).max(limits.selectOptions),
});
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
  .refine(({ components }) => components.length === 1 || components.every((each) => each.type === 2), {
    message: "A row holds up to five buttons or one menu.",
    path: ["components"],
    params: { code: "COMPONENT_LAYOUT_WIDTH_EXCEEDED" },
  });

export const textDisplay = z.object({
  type: z.literal(10),
  id,
  content: z.string().min(1).max(limits.displayText),
});
const description = z.string().max(limits.galleryDescription).nullish();
const media = z.object({ url: mediaUrl });
const thumbnail = z.object({ type: z.literal(11), id, media, description, spoiler });
const section = z.object({
  type: z.literal(9),
  id,
  components: z.array(textDisplay).min(1).max(limits.sectionTexts),
  accessory: z.discriminatedUnion("type", [button, thumbnail]),
});
const gallery = z.object({
  type: z.literal(12),
  id,
  items: z.array(z.object({ media, description, spoiler })).min(1).max(limits.galleryItems),
});
const file = z.object({
  type: z.literal(13),
  id,
  file: z.object({ url: z.string().regex(/^attachment:\/\/\S+$/) }),
  spoiler,
});
const separator = z.object({
  type: z.literal(14),
  id,
  divider: z.boolean().nullish(),
  spacing: z.literal([1, 2]).nullish(),
});
const container = z.object({
  type: z.literal(17),
  id,
  accent_color: z.int().min(0).max(0xffffff).nullish(),
  spoiler,
  components: z
    .array(z.discriminatedUnion("type", [row, section, textDisplay, gallery, file, separator]))
    .min(1)
    .max(limits.components),
});

/** A component that may stand at the top of a message; `messageFaults` judges whether it may stand in *this* one. */
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
/** Anything that `walkComponents` meets. */
export type AnyComponent =
  | MessageComponent
  | Button
  | z.output<typeof stringSelect>
  | z.output<typeof entitySelect>
  | z.output<typeof thumbnail>;
