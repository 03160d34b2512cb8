import type { ChatMessage } from "../../core/chat.ts";

/** What a person reads where nobody else can answer in time: this module's own few sentences. */
export const sorry = {
  /** The desk threw. */
  ours: plainly("Something went wrong on our side. Nothing was charged."),
  /** The desk took too long. */
  cannotSave: plainly("Reelay cannot save this now. Nothing was charged."),
  /** The payload is not as Discord describes it. */
  unreadable: plainly("Reelay could not read this. Nothing was charged. Please try again."),
  /** It came while the process was ending. */
  restarting: plainly("Reelay is restarting. Nothing was charged. Please try again in a minute."),
  /** The second half of an answer failed. What it did before is not known here, so nothing is said about it. */
  unfinished: plainly("Something went wrong on our side. Please look at the status before you try again."),
} as const;

function plainly(title: string): ChatMessage {
  return { tone: "bad", title, quote: null, body: [], bar: null, facts: [], video: null, buttons: [] };
}
