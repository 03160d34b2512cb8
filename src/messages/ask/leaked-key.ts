import type { ChatMessage } from "../../core/chat.ts";
import { addKeyButton } from "../card/buttons.ts";
import { told } from "../message.ts";
import type { Words } from "../words.ts";

export interface LeakedKeyWords {
  /** For a form's field. */
  readonly text: string;
  readonly message: ChatMessage;
}

/** Something that was typed looks like a key; it is repeated nowhere. */
export function looksLikeAKey(words: Words): LeakedKeyWords {
  const { atField: text, suspected } = words.leak;
  return { text, message: told("bad", suspected, { buttons: [addKeyButton(words)] }) };
}

/** The person's own stored key is in a prompt or an address. */
export function ownKeyInText(words: Words): ChatMessage {
  return told("bad", words.leak.own, { buttons: [addKeyButton(words)] });
}
