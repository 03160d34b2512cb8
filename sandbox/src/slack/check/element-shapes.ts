import { z } from "zod";
import { limits } from "./limits.ts";
import { picks } from "./pick-shapes.ts";
import {
  actionId,
  anyText,
  confirm,
  interactive,
  option,
  placeholder,
  plainText,
  richOption,
  webAddress,
} from "./text-shapes.ts";

const dispatch = z
  .strictObject({ trigger_actions_on: z.array(z.enum(["on_enter_pressed", "on_character_entered"])).max(2) })
  .optional();
const typed = {
  action_id: actionId,
  placeholder,
  focus_on_load: interactive.focus_on_load,
  dispatch_action_config: dispatch,
};

const button = z.strictObject({
  type: z.literal("button"),
  action_id: actionId,
  text: plainText(limits.buttonText),
  value: z.string().max(limits.buttonValue).optional(),
  url: webAddress.optional(),
  style: z.enum(["primary", "danger"]).optional(),
  confirm: confirm.optional(),
  accessibility_label: z.string().max(limits.buttonText).optional(),
});

const options = z.array(option).min(1).max(limits.selectOptions);
const choices = {
  ...interactive,
  placeholder,
  options: options.optional(),
  option_groups: z
    .array(z.strictObject({ label: plainText(limits.optionText), options }))
    .min(1)
    .max(limits.selectOptions)
    .optional(),
};
const oneSource = (select: { options?: unknown; option_groups?: unknown }) =>
  (select.options === undefined) !== (select.option_groups === undefined);
const oneSourceOnly = { error: "must have either options or option_groups" };
const staticSelect = z
  .strictObject({ type: z.literal("static_select"), ...choices, initial_option: option.optional() })
  .refine(oneSource, oneSourceOnly)
  .refine(
    ({ initial_option: first, options = [], option_groups: groups = [] }) =>
      first === undefined || [...options, ...groups.flatMap((group) => group.options)].some(sameAs(first)),
    { error: "initial option must be one of the options", path: ["initial_option"] },
  );
const multiStaticSelect = z
  .strictObject({
    type: z.literal("multi_static_select"),
    ...choices,
    initial_options: options.optional(),
    max_selected_items: z.int().min(1).optional(),
  })
  .refine(oneSource, oneSourceOnly);

const richOptions = z.array(richOption).min(1).max(limits.radioOptions);
const radioButtons = z
  .strictObject({
    type: z.literal("radio_buttons"),
    ...interactive,
    options: richOptions,
    initial_option: richOption.optional(),
  })
  .refine(({ initial_option: first, options }) => first === undefined || options.some(sameAs(first)), {
    error: "initial option must be one of the options",
    path: ["initial_option"],
  });
const checkboxes = z.strictObject({
  type: z.literal("checkboxes"),
  ...interactive,
  options: richOptions,
  initial_options: richOptions.optional(),
});

const overflow = z.strictObject({
  type: z.literal("overflow"),
  action_id: actionId,
  confirm: confirm.optional(),
  options: z.array(option).min(1).max(limits.overflowOptions),
});

const length = z.int().min(0).max(limits.inputText);
const plainTextInput = z.strictObject({
  type: z.literal("plain_text_input"),
  ...typed,
  initial_value: z.string().max(limits.inputText).optional(),
  multiline: z.boolean().optional(),
  min_length: length.optional(),
  max_length: length.min(1).optional(),
});
const urlInput = z.strictObject({ type: z.literal("url_text_input"), ...typed, initial_value: z.string().optional() });
const emailInput = z.strictObject({
  type: z.literal("email_text_input"),
  ...typed,
  initial_value: z.string().optional(),
});
const number = z.string().regex(/^-?\d+(\.\d+)?$/);
const numberInput = z.strictObject({
  type: z.literal("number_input"),
  ...typed,
  is_decimal_allowed: z.boolean(),
  initial_value: number.optional(),
  min_value: number.optional(),
  max_value: number.optional(),
});
const fileInput = z.strictObject({
  type: z.literal("file_input"),
  action_id: actionId,
  filetypes: z.array(z.string().min(1)).min(1).optional(),
  max_files: z.int().min(1).max(10).optional(),
});

const imageFields = {
  type: z.literal("image"),
  image_url: webAddress.optional(),
  slack_file: z.union([z.strictObject({ id: z.string() }), z.strictObject({ url: webAddress })]).optional(),
  alt_text: z.string().min(1).max(limits.altText),
};
const oneImage = (image: { image_url?: unknown; slack_file?: unknown }) =>
  (image.image_url === undefined) !== (image.slack_file === undefined);
const oneImageOnly = { error: "must have either image_url or slack_file" };
const image = z.strictObject(imageFields).refine(oneImage, oneImageOnly);

export const imageBlock = (blockId: z.ZodOptional<z.ZodString>) =>
  z
    .strictObject({ ...imageFields, title: plainText(limits.altText).optional(), block_id: blockId })
    .refine(oneImage, oneImageOnly);

const select = [staticSelect, multiStaticSelect, radioButtons, checkboxes] as const;
export const actionsElement = z.discriminatedUnion("type", [button, overflow, ...select]);
export const accessory = z.discriminatedUnion("type", [button, overflow, image, ...select]);
export const inputElement = z.discriminatedUnion("type", [
  plainTextInput,
  urlInput,
  emailInput,
  numberInput,
  fileInput,
  ...picks,
  ...select,
]);
export const contextElement = z.discriminatedUnion("type", [...anyText(limits.sectionField).options, image]);

export type Button = z.infer<typeof button>;
export type Menu = z.infer<typeof staticSelect>;
export type Choice = z.infer<typeof option>;
export type InputElement = z.infer<typeof inputElement>;

function sameAs(one: unknown) {
  const told = JSON.stringify(one);
  return (other: unknown) => JSON.stringify(other) === told;
}
