import { z } from "zod";
import { limits } from "./slack-limits.ts";

const shape = <T extends string, F extends z.core.$ZodLooseShape>(type: T, fields: F) =>
  z.strictObject({ type: z.literal(type), ...fields });

const flag = z.boolean().optional();
const words = (max: number) => z.string().min(1).max(max);

export const plainText = (max: number) => shape("plain_text", { text: words(max), emoji: flag });
const mrkdwnText = (max: number) => shape("mrkdwn", { text: words(max), verbatim: flag });
const anyText = (max: number) => z.discriminatedUnion("type", [plainText(max), mrkdwnText(max)]);

const webAddress = z.url({ protocol: /^https?$/ }).max(limits.url);
const action_id = words(limits.actionId).optional();
const block_id = words(limits.blockId).optional();
const placeholder = plainText(limits.placeholder).optional();
const emphasis = z.enum(["primary", "danger"]).optional();

const confirm = z
  .strictObject({
    title: plainText(limits.confirmTitle).optional(),
    text: anyText(limits.confirmText),
    confirm: plainText(limits.confirmButton).optional(),
    deny: plainText(limits.confirmButton).optional(),
    style: emphasis,
  })
  .optional();

const interactive = { action_id, confirm, focus_on_load: flag };

const option = z.strictObject({
  text: plainText(limits.optionText),
  value: words(limits.optionValue),
  description: plainText(limits.optionText).optional(),
  url: webAddress.optional(),
});

const richOption = z.strictObject({
  text: anyText(limits.optionText),
  value: words(limits.optionValue),
  description: anyText(limits.optionText).optional(),
});

export type Option = z.infer<typeof option> | z.infer<typeof richOption>;

/** `U` and `W` are people's ids, `C`, `D` and `G` conversations'. */
const userId = z.string().regex(/^[UW][A-Z0-9]+$/);
const channelId = z.string().regex(/^[CG][A-Z0-9]+$/);
const conversationId = z.string().regex(/^[CDGUW][A-Z0-9]+$/);

const one = { ...interactive, placeholder };
const several = { ...one, max_selected_items: z.int().min(1).optional() };
const response_url_enabled = flag;

const conversation = {
  default_to_current_conversation: flag,
  filter: z
    .strictObject({
      include: z
        .array(z.enum(["im", "mpim", "private", "public"]))
        .min(1)
        .optional(),
      exclude_bot_users: flag,
      exclude_external_shared_channels: flag,
    })
    .refine((given) => Object.keys(given).length > 0, { error: "must not be empty" })
    .optional(),
};

/** Slack refuses an empty list, as for options (bolt-js #482, read 2026-11-22). */
const initial = (id: z.ZodString) => z.array(id).min(1).optional();

/** Slack fills these menus itself. Source: Slack docs, block-kit/block-elements (read 2026-11-22). */
const picks = [
  shape("users_select", { ...one, initial_user: userId.optional() }),
  shape("multi_users_select", { ...several, initial_users: initial(userId) }),
  shape("channels_select", { ...one, initial_channel: channelId.optional(), response_url_enabled }),
  shape("multi_channels_select", { ...several, initial_channels: initial(channelId) }),
  shape("conversations_select", {
    ...one,
    ...conversation,
    initial_conversation: conversationId.optional(),
    response_url_enabled,
  }),
  shape("multi_conversations_select", { ...several, ...conversation, initial_conversations: initial(conversationId) }),
] as const;

export type PickElement = z.infer<(typeof picks)[number]>;

const button = shape("button", {
  action_id,
  text: plainText(limits.buttonText),
  value: z.string().max(limits.buttonValue).optional(),
  url: webAddress.optional(),
  style: emphasis,
  confirm,
  accessibility_label: z.string().max(limits.buttonText).optional(),
});

const options = z.array(option).min(1).max(limits.selectOptions);
const choices = {
  ...one,
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

interface Offering {
  readonly initial_option?: unknown;
  readonly options?: readonly unknown[] | undefined;
  readonly option_groups?: readonly { readonly options: readonly unknown[] }[] | undefined;
}
function offersItsFirst({ initial_option: first, options = [], option_groups: groups = [] }: Offering): boolean {
  const offered = [...options, ...groups.flatMap((group) => group.options)].map((each) => JSON.stringify(each));
  return first === undefined || offered.includes(JSON.stringify(first));
}
const offeredOnly = { error: "initial option must be one of the options", path: ["initial_option"] };

const staticSelect = shape("static_select", { ...choices, initial_option: option.optional() })
  .refine(oneSource, oneSourceOnly)
  .refine(offersItsFirst, offeredOnly);
const multiStaticSelect = shape("multi_static_select", {
  ...choices,
  initial_options: options.optional(),
  max_selected_items: several.max_selected_items,
}).refine(oneSource, oneSourceOnly);

const richOptions = z.array(richOption).min(1).max(limits.radioOptions);
const radioButtons = shape("radio_buttons", {
  ...interactive,
  options: richOptions,
  initial_option: richOption.optional(),
}).refine(offersItsFirst, offeredOnly);
const checkboxes = shape("checkboxes", {
  ...interactive,
  options: richOptions,
  initial_options: richOptions.optional(),
});

const overflow = shape("overflow", {
  action_id,
  confirm,
  options: z.array(option).min(1).max(limits.overflowOptions),
});

const typed = {
  action_id,
  placeholder,
  focus_on_load: flag,
  dispatch_action_config: z
    .strictObject({ trigger_actions_on: z.array(z.enum(["on_enter_pressed", "on_character_entered"])).max(2) })
    .optional(),
};
const length = z.int().min(0).max(limits.inputText);
const number = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .optional();
const typedInputs = [
  shape("plain_text_input", {
    ...typed,
    initial_value: z.string().max(limits.inputText).optional(),
    multiline: flag,
    min_length: length.optional(),
    max_length: length.min(1).optional(),
  }),
  shape("url_text_input", { ...typed, initial_value: z.string().optional() }),
  shape("email_text_input", { ...typed, initial_value: z.string().optional() }),
  shape("number_input", {
    ...typed,
    is_decimal_allowed: z.boolean(),
    initial_value: number,
    min_value: number,
    max_value: number,
  }),
] as const;
const fileInput = shape("file_input", {
  action_id,
  filetypes: z.array(z.string().min(1)).min(1).optional(),
  max_files: z.int().min(1).max(10).optional(),
});

const imageFields = {
  image_url: webAddress.optional(),
  slack_file: z.union([z.strictObject({ id: z.string() }), z.strictObject({ url: webAddress })]).optional(),
  alt_text: words(limits.altText),
};
const oneImage = (image: { image_url?: unknown; slack_file?: unknown }) =>
  (image.image_url === undefined) !== (image.slack_file === undefined);
const oneImageOnly = { error: "must have either image_url or slack_file" };
const image = shape("image", imageFields).refine(oneImage, oneImageOnly);

const select = [staticSelect, multiStaticSelect, radioButtons, checkboxes] as const;
const actionsElement = z.discriminatedUnion("type", [button, overflow, ...select]);
const inputElement = z.discriminatedUnion("type", [...typedInputs, fileInput, ...picks, ...select]);

export type Button = z.infer<typeof button>;
export type Menu = z.infer<typeof staticSelect>;
export type Choice = z.infer<typeof option>;
export type InputElement = z.infer<typeof inputElement>;

const style = z.strictObject({ bold: flag, italic: flag, strike: flag, underline: flag, code: flag }).optional();
const text = shape("text", { text: z.string().min(1), style });
const link = shape("link", { url: webAddress, text: z.string().optional(), unsafe: flag, style });
const inline = z.array(
  z.discriminatedUnion("type", [
    text,
    link,
    shape("emoji", {
      name: z.string().min(1),
      unicode: z.string().optional(),
      url: webAddress.optional(),
      style,
    }),
    shape("user", { user_id: z.string().min(1), style }),
    shape("usergroup", { usergroup_id: z.string().min(1), style }),
    shape("channel", { channel_id: z.string().min(1), style }),
    shape("broadcast", { range: z.enum(["here", "channel", "everyone"]), style }),
    shape("color", { value: z.string(), style }),
    shape("date", {
      timestamp: z.int(),
      format: z.string().min(1),
      url: webAddress.optional(),
      fallback: z.string().optional(),
      style,
    }),
  ]),
);

const border = z.literal([0, 1]).optional();
const richTextSection = shape("rich_text_section", { elements: inline });
const richTextElement = z.discriminatedUnion("type", [
  richTextSection,
  shape("rich_text_quote", { elements: inline, border }),
  shape("rich_text_preformatted", { elements: z.array(z.discriminatedUnion("type", [text, link])), border }),
  shape("rich_text_list", {
    elements: z.array(richTextSection),
    style: z.enum(["bullet", "ordered"]),
    indent: z.int().min(0).max(8).optional(),
    offset: z.int().min(0).optional(),
    border,
  }),
]);

const section = shape("section", {
  block_id,
  text: anyText(limits.sectionText).optional(),
  fields: z.array(anyText(limits.sectionField)).min(1).max(limits.sectionFields).optional(),
  accessory: z.discriminatedUnion("type", [button, overflow, image, ...select]).optional(),
  expand: flag,
}).refine(({ text, fields }) => text !== undefined || fields !== undefined, {
  error: "missing required field: text",
});

const actions = shape("actions", {
  block_id,
  elements: z.array(actionsElement).min(1).max(limits.actionsElements),
}).refine(({ elements }) => areUnique(elements.map((element) => element.action_id)), {
  error: "`action_id` must be unique",
  path: ["elements"],
});

const context = z.discriminatedUnion("type", [...anyText(limits.sectionField).options, image]);
const input = shape("input", {
  block_id,
  label: plainText(limits.inputLabel),
  hint: plainText(limits.inputLabel).optional(),
  optional: flag,
  dispatch_action: flag,
  element: inputElement,
});

export const blockShape = z.discriminatedUnion("type", [
  section,
  actions,
  shape("header", { block_id, text: plainText(limits.headerText) }),
  shape("divider", { block_id }),
  shape("context", { block_id, elements: z.array(context).min(1).max(limits.contextElements) }),
  shape("rich_text", { block_id, elements: z.array(richTextElement).min(1) }),
  shape("markdown", { block_id, text: words(limits.markdown) }),
  input,
  shape("image", { ...imageFields, title: plainText(limits.altText).optional(), block_id }).refine(
    oneImage,
    oneImageOnly,
  ),
]);

export type Block = z.infer<typeof blockShape>;
export type InputBlock = z.infer<typeof input>;

export function areUnique(ids: readonly (string | undefined)[]): boolean {
  const given = ids.filter((id) => id !== undefined);
  return new Set(given).size === given.length;
}
