import type { ChatMessage } from "./chat.ts";
import type { Owner } from "./job.ts";
import type { Locale } from "./locale.ts";

/** What a person finds on a page of their own; a message with a title begins a part of it. Rejects where the store fails. */
export type HomeOf = (owner: Owner, locale: Locale) => Promise<readonly ChatMessage[]>;
