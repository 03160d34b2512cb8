import { z } from "zod";
import { webAddress } from "./text-shapes.ts";

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
const section = z.strictObject({ type: z.literal("rich_text_section"), elements: z.array(inline) });

/** What a rich_text block holds: nothing in its `text` elements is ever interpreted. */
export const richTextElement = z.discriminatedUnion("type", [
  section,
  z.strictObject({ type: z.literal("rich_text_quote"), elements: z.array(inline), border }),
  z.strictObject({
    type: z.literal("rich_text_preformatted"),
    elements: z.array(z.discriminatedUnion("type", [text, link])),
    border,
  }),
  z.strictObject({
    type: z.literal("rich_text_list"),
    elements: z.array(section),
    style: z.enum(["bullet", "ordered"]),
    indent: z.int().min(0).max(8).optional(),
    offset: z.int().min(0).optional(),
    border,
  }),
]);
