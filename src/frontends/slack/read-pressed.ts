import type { z } from "zod";
import type { PressedOn } from "../../core/chat.ts";
import type { pressPayload } from "./payloads.ts";

/** A button stands in an element of a block; nothing that Slack sends holds one deeper. */
const DEPTH_MAX = 4;

type Press = z.infer<typeof pressPayload>;

/** Where a button was pressed. Slack describes a message that everyone sees, and a form or a Home tab whole. */
export function pressedOn({ actions: [pressed], container, channel, message, view }: Press): PressedOn {
  const { message_ts: messageId, channel_id: containerChannelId, is_ephemeral: isEphemeral } = container;
  const channelId = channel?.id ?? containerChannelId;
  const isPlaced = !view && !isEphemeral && messageId && channelId;
  const blocks = view?.blocks ?? message?.blocks;
  return {
    place: isPlaced ? { channelId, messageId } : null,
    shows: blocks === undefined ? null : holds(blocks, pressed.action_id, 0),
  };
}

function holds(value: unknown, actionId: string, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return false;
  if ("action_id" in value && value.action_id === actionId) return true;
  return Object.values(value).some((inner) => holds(inner, actionId, depth + 1));
}
