import type { ChatMessage } from "./chat.ts";
import type { EpochMs } from "./clock.ts";
import type { Command } from "./command.ts";
import type { Owner } from "./job/ids.ts";
import type { Locale } from "./text/locale.ts";

/** The people who have been welcomed. Both reject where the store fails. */
export interface Welcomed {
  /** True once for each person, who is welcomed from then on. */
  note(owner: Owner): Promise<boolean>;
  /** null: not yet. */
  at(owner: Owner): Promise<EpochMs | null>;
}

/** The message for a person who comes for the first time; null: nothing, or nothing more. Rejects where the store fails. */
export type WelcomeOf = (visitor: Command) => Promise<ChatMessage | null>;

/** What a person finds on a page of their own; a message with a title begins a part of it. Rejects where the store fails. */
export type HomeOf = (owner: Owner, locale: Locale) => Promise<readonly ChatMessage[]>;
