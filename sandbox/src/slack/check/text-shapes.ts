import { z } from "zod";
import { limits } from "./limits.ts";

/** A text object that is never interpreted. */
export const plainText = (max: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: z.string().min(1).max(max), emoji: z.boolean().optional() });

const mrkdwnText = (max: number) =>
  z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(max), verbatim: z.boolean().optional() });

export const anyText = (max: number) => z.discriminatedUnion("type", [plainText(max), mrkdwnText(max)]);

export const webAddress = z.url({ protocol: /^https?$/ }).max(limits.url);

export const actionId = z.string().min(1).max(limits.actionId).optional();

export const confirm = z.strictObject({
  title: plainText(limits.confirmTitle).optional(),
  text: anyText(limits.confirmText),
  confirm: plainText(limits.confirmButton).optional(),
  deny: plainText(limits.confirmButton).optional(),
  style: z.enum(["primary", "danger"]).optional(),
});

export const placeholder = plainText(limits.placeholder).optional();

/** What every element has that a person acts on. */
export const interactive = {
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
