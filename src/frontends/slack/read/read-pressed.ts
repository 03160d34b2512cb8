import type { z } from "zod";
import { type PressedOn, SELECT_ID } from "../../../core/chat.ts";
import type { pressPayload } from "./payloads.ts";

/** A button stands in an element of a block; nothing that Slack sends holds one deeper. */
const DEPTH_MAX = 4;

type Press = z.infer<typeof pressPayload>;

/** Where a button was pressed, or something was chosen in a menu: `meaning` is its id. Slack describes a message that everyone sees, and a form or a Home tab whole. */
export function pressedOn({ container, channel, message, view }: Press, meaning: string): PressedOn {
  const { message_ts: messageId, channel_id: containerChannelId, is_ephemeral: isEphemeral } = container;
  const channelId = channel?.id ?? containerChannelId;
  const isPlaced = !view && !isEphemeral && messageId && channelId;
  const blocks = view?.blocks ?? message?.blocks;
  return {
    place: isPlaced ? { channelId, messageId } : null,
    shows: blocks === undefined ? null : holds(blocks, meaning, 0),
  };
}

function holds(value: unknown, meaning: string, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return false;
  if ("action_id" in value && value.action_id === SELECT_ID) return offers(value, meaning);
  if ("action_id" in value && value.action_id === meaning) return true;
  return Object.values(value).some((inner) => holds(inner, meaning, depth + 1));
}

function offers(menu: object, meaning: string): boolean {
  const options: unknown = "options" in menu ? menu.options : [];
  return Array.isArray(options) && options.some((option) => option?.value === meaning);
}
