import { z } from "zod";
import { limits } from "./slack-limits.ts";

export const plainText = (max: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: z.string().min(1).max(max), emoji: z.boolean().optional() });

const mrkdwnText = (max: number) =>
  z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(max), verbatim: z.boolean().optional() });

const anyText = (max: number) => z.discriminatedUnion("type", [plainText(max), mrkdwnText(max)]);

const webAddress = z.url({ protocol: /^https?$/ }).max(limits.url);

const actionId = z.string().min(1).max(limits.actionId).optional();

const confirm = z.strictObject({
  title: plainText(limits.confirmTitle).optional(),
  text: anyText(limits.confirmText),
  confirm: plainText(limits.confirmButton).optional(),
  deny: plainText(limits.confirmButton).optional(),
  style: z.enum(["primary", "danger"]).optional(),
});

const placeholder = plainText(limits.placeholder).optional();

const interactive = {
  action_id: actionId,
  confirm: confirm.optional(),
  focus_on_load: z.boolean().optional(),
};

export const option = z.strictObject({
  text: plainText(limits.optionText),
  value: z.string().min(1).max(limits.optionValue),
  description: plainText(limits.optionText).optional(),
  url: webAddress.optional(),
});

/** Checkboxes and radio buttons may be formatted. */
export const richOption = z.strictObject({
  text: anyText(limits.optionText),
  value: z.string().min(1).max(limits.optionValue),
  description: anyText(limits.optionText).optional(),
});

export type Option = z.infer<typeof option> | z.infer<typeof richOption>;

/** Slack's own ids: `U` and `W` are people's, `C`, `D` and `G` conversations'. */
const userId = z.string().regex(/^[UW][A-Z0-9]+$/);
const channelId = z.string().regex(/^[CG][A-Z0-9]+$/);
const conversationId = z.string().regex(/^[CDGUW][A-Z0-9]+$/);

const one = { ...interactive, placeholder };
const several = { ...one, max_selected_items: z.int().min(1).optional() };
/** Of a form's own input alone, which is where these elements may stand here. */
const response_url_enabled = z.boolean().optional();

const conversation = {
  default_to_current_conversation: z.boolean().optional(),
  filter: z
    .strictObject({
      include: z
        .array(z.enum(["im", "mpim", "private", "public"]))
        .min(1)
        .optional(),
      exclude_bot_users: z.boolean().optional(),
      exclude_external_shared_channels: z.boolean().optional(),
    })
    .refine((given) => Object.keys(given).length > 0, { error: "must not be empty" })
    .optional(),
};

/** An empty list of what is chosen at first is refused, as an empty one of options is (bolt-js #482, read 2026-11-22). */
const initial = (id: z.ZodString) => z.array(id).min(1).optional();

/** The menus that Slack fills by itself. Source: Slack's documentation, block-kit/block-elements/select-menu-element and multi-select-menu-element (read 2026-11-22). */
export const picks = [
  z.strictObject({ type: z.literal("users_select"), ...one, initial_user: userId.optional() }),
  z.strictObject({ type: z.literal("multi_users_select"), ...several, initial_users: initial(userId) }),
  z.strictObject({
    type: z.literal("channels_select"),
    ...one,
    initial_channel: channelId.optional(),
    response_url_enabled,
  }),
  z.strictObject({ type: z.literal("multi_channels_select"), ...several, initial_channels: initial(channelId) }),
  z.strictObject({
    type: z.literal("conversations_select"),
    ...one,
    ...conversation,
    initial_conversation: conversationId.optional(),
    response_url_enabled,
  }),
  z.strictObject({
    type: z.literal("multi_conversations_select"),
    ...several,
    ...conversation,
    initial_conversations: initial(conversationId),
  }),
] as const;

export type PickElement = z.infer<(typeof picks)[number]>;

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

const imageBlock = (blockId: z.ZodOptional<z.ZodString>) =>
  z
    .strictObject({ ...imageFields, title: plainText(limits.altText).optional(), block_id: blockId })
    .refine(oneImage, oneImageOnly);

const select = [staticSelect, multiStaticSelect, radioButtons, checkboxes] as const;
const actionsElement = z.discriminatedUnion("type", [button, overflow, ...select]);
const accessory = z.discriminatedUnion("type", [button, overflow, image, ...select]);
export const inputElement = z.discriminatedUnion("type", [
  plainTextInput,
  urlInput,
  emailInput,
  numberInput,
  fileInput,
  ...picks,
  ...select,
]);
const contextElement = z.discriminatedUnion("type", [...anyText(limits.sectionField).options, image]);

export type Button = z.infer<typeof button>;
export type Menu = z.infer<typeof staticSelect>;
export type Choice = z.infer<typeof option>;
export type InputElement = z.infer<typeof inputElement>;

function sameAs(one: unknown) {
  const told = JSON.stringify(one);
  return (other: unknown) => JSON.stringify(other) === told;
}

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    underline: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

const text = z.strictObject({ type: z.literal("text"), text: z.string().min(1), style });
const link = z.strictObject({
  type: z.literal("link"),
  url: webAddress,
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
  style,
});

const inline = z.discriminatedUnion("type", [
  text,
  link,
  z.strictObject({
    type: z.literal("emoji"),
    name: z.string().min(1),
    unicode: z.string().optional(),
    url: webAddress.optional(),
    style,
  }),
  z.strictObject({ type: z.literal("user"), user_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal("usergroup"), usergroup_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal("channel"), channel_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal("broadcast"), range: z.enum(["here", "channel", "everyone"]), style }),
  z.strictObject({ type: z.literal("color"), value: z.string(), style }),
  z.strictObject({
    type: z.literal("date"),
    timestamp: z.int(),
    format: z.string().min(1),
    url: webAddress.optional(),
    fallback: z.string().optional(),
    style,
  }),
]);

const border = z.literal([0, 1]).optional();
const richTextSection = z.strictObject({ type: z.literal("rich_text_section"), elements: z.array(inline) });

const richTextElement = z.discriminatedUnion("type", [
  richTextSection,
  z.strictObject({ type: z.literal("rich_text_quote"), elements: z.array(inline), border }),
  z.strictObject({
    type: z.literal("rich_text_preformatted"),
    elements: z.array(z.discriminatedUnion("type", [text, link])),
    border,
  }),
  z.strictObject({
    type: z.literal("rich_text_list"),
    elements: z.array(richTextSection),
    style: z.enum(["bullet", "ordered"]),
    indent: z.int().min(0).max(8).optional(),
    offset: z.int().min(0).optional(),
    border,
  }),
]);

const blockId = z.string().min(1).max(limits.blockId).optional();

const section = z
  .strictObject({
    type: z.literal("section"),
    block_id: blockId,
    text: anyText(limits.sectionText).optional(),
    fields: z.array(anyText(limits.sectionField)).min(1).max(limits.sectionFields).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine(({ text, fields }) => text !== undefined || fields !== undefined, {
    error: "missing required field: text",
  });

const actions = z
  .strictObject({
    type: z.literal("actions"),
    block_id: blockId,
    elements: z.array(actionsElement).min(1).max(limits.actionsElements),
  })
  .refine(({ elements }) => areUnique(elements.map((element) => element.action_id)), {
    error: "`action_id` must be unique",
    path: ["elements"],
  });

const header = z.strictObject({ type: z.literal("header"), block_id: blockId, text: plainText(limits.headerText) });
const divider = z.strictObject({ type: z.literal("divider"), block_id: blockId });
const context = z.strictObject({
  type: z.literal("context"),
  block_id: blockId,
  elements: z.array(contextElement).min(1).max(limits.contextElements),
});
const richText = z.strictObject({
  type: z.literal("rich_text"),
  block_id: blockId,
  elements: z.array(richTextElement).min(1),
});
const markdown = z.strictObject({
  type: z.literal("markdown"),
  block_id: blockId,
  text: z.string().min(1).max(limits.markdown),
});
const input = z.strictObject({
  type: z.literal("input"),
  block_id: blockId,
  label: plainText(limits.inputLabel),
  hint: plainText(limits.inputLabel).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: inputElement,
});

export const blockShape = z.discriminatedUnion("type", [
  section,
  actions,
  header,
  divider,
  context,
  richText,
  markdown,
  input,
  imageBlock(blockId),
]);

export type Block = z.infer<typeof blockShape>;
export type InputBlock = z.infer<typeof input>;

export function areUnique(ids: readonly (string | undefined)[]): boolean {
  const given = ids.filter((id) => id !== undefined);
  return new Set(given).size === given.length;
}
