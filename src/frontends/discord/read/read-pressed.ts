import { MessageFlags } from "discord.js";
import { z } from "zod";
import { isCardButton, readButtonId } from "../../../core/button.ts";
import { type PressedOn, SELECT_ID } from "../../../core/chat.ts";

/** The message that something was pressed in; Discord describes it, so no sender can make it up. */
export interface Pressed {
  /** null: its id cannot be read. */
  readonly messageId: string | null;
  /** A private word of ours and no card: what comes of the press may take its place. */
  readonly isReplaceable: boolean;
  /** The ids of its buttons and of what its menu offers; null: it was not described. */
  readonly buttonIds: readonly string[] | null;
}

const shown = z.object({
  id: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullable()
    .catch(null),
  flags: z.int().catch(0),
  components: z.unknown().optional(),
});

/** Reads the message of a press, or of a form that was opened by one; null where there is none. */
export function readPressed(message: unknown): Pressed | null {
  const read = shown.safeParse(message);
  if (!read.success) return null;
  const { id: messageId, flags, components } = read.data;
  const isPrivate = (flags & MessageFlags.Ephemeral) !== 0;
  const buttonIds = components === undefined ? null : idsIn(components);
  return { messageId, isReplaceable: isPrivate && !buttonIds?.some(isOfCard), buttonIds };
}

/** Where a button was pressed. */
export function pressedOn(pressed: Pressed | null, channelId: string, customId: string): PressedOn {
  const { messageId = null, buttonIds = null } = pressed ?? {};
  return {
    place: messageId === null ? null : { channelId, messageId },
    shows: buttonIds?.includes(customId) ?? null,
  };
}

function isOfCard(id: string): boolean {
  const action = readButtonId(id);
  return action !== null && isCardButton(action);
}

/** The ids of all buttons, however deep they stand. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  const own = "custom_id" in value && typeof value.custom_id === "string" ? [value.custom_id] : [];
  const offered = own[0] === SELECT_ID && "options" in value ? valuesIn(value.options) : [];
  return [...own, ...offered, ...("components" in value ? idsIn(value.components) : [])];
}

/** What a menu offers, each by its button's id. */
function valuesIn(options: unknown): string[] {
  const read = z.array(z.object({ value: z.string() })).safeParse(options);
  return read.success ? read.data.map(({ value }) => value) : [];
}
