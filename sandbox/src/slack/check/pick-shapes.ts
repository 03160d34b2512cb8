import { z } from "zod";
import { interactive, placeholder } from "./text-shapes.ts";

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
