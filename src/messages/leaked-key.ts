import type { ChatMessage } from "../core/chat.ts";
import { addKeyButton } from "./buttons.ts";
import { message, paragraphs } from "./message.ts";

export interface LeakedKeyWords {
  /** For a form's field. */
  readonly text: string;
  readonly message: ChatMessage;
}

const CURE =
  "If it is one, make a new one where you got it and delete the old one: what was typed into a chat may have been seen.";

/** Something that was typed looks like a key; it is repeated nowhere. */
export function looksLikeAKey(): LeakedKeyWords {
  const what = "This looks as if an API key or a token were in it, so it was neither sent on nor kept.";
  return {
    text: `${what} ${CURE} If it is none, write it in another way.`,
    message: message({
      tone: "bad",
      title: "Is there a key in this?",
      body: paragraphs(`${what} Only you see this.`, CURE, "If it is none, write it in another way.", NOTHING),
      buttons: [addKeyButton],
    }),
  };
}

/** The person's own stored key is in a prompt or an address. */
export function ownKeyInText(): ChatMessage {
  return message({
    tone: "bad",
    title: "Your API key is in this",
    body: paragraphs(
      "What you sent has your own API key in it, so it was neither sent on nor kept. Only you see this.",
      "What was typed into a chat may have been seen: make a new key in the dashboard of your account at the video service, delete the old one there, and add the new one here.",
      NOTHING,
    ),
    buttons: [addKeyButton],
  });
}

const NOTHING = "Nothing was charged.";
