import type { Interaction } from "../act/interaction.ts";
import type { Draft } from "./draft.ts";
import type { Sticker } from "./message.ts";

/** A message as it lies in the book; a reader gets it drawn. */
export interface StoredMessage extends Draft {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly type: number;
  readonly notified: readonly string[];
  readonly ephemeralFor: string | null;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly madeBy: Interaction | null;
  readonly reference: string | null;
  readonly nonce: string | number | null;
  /** Of people's messages alone. */
  readonly stickers?: readonly Sticker[];
  /** The previews that Discord itself made of addresses in it. */
  readonly previews?: readonly object[];
  /** What it forwards, as that was then. */
  readonly forwarded?: StoredMessage;
}
