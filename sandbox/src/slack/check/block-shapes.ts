import { z } from "zod";
import { accessory, actionsElement, contextElement, imageBlock, inputElement } from "./element-shapes.ts";
import { limits } from "./limits.ts";
import { richTextElement } from "./rich-text-shapes.ts";
import { anyText, plainText } from "./text-shapes.ts";

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

/** One block of a message or a form; which of them may stand where is `checkBlocks`' to say. */
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

/** Blocks without an id are no matter: Slack gives each its own. */
export function areUnique(ids: readonly (string | undefined)[]): boolean {
  const given = ids.filter((id) => id !== undefined);
  return new Set(given).size === given.length;
}
