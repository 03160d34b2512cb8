import type { ChatMessage, Field, Piece, TextField } from "../core/chat.ts";
import type { Words } from "./words.ts";

/** Builds a message from the given parts; the others are empty. */
export function message(parts: Partial<ChatMessage> & Pick<ChatMessage, "tone" | "title">): ChatMessage {
  return { quote: null, body: [], bar: null, facts: [], video: null, buttons: [], ...parts };
}

/** Quotes the prompt exactly as sent, in full or as much as fits. */
export function quoteOf(prompt: string, { facts }: Words): Pick<ChatMessage, "quote" | "cutQuote"> {
  return { quote: prompt, cutQuote: facts.moreSent };
}

/** Empty texts are dropped: a sentence that refers people to the operator is empty if no contact is set. */
export function paragraphs(...texts: readonly string[]): ChatMessage["body"] {
  return texts.filter((text) => text !== "").map((text) => [text]);
}

/** Builds a message from a title and body of the catalogue. */
export function textMessage(
  tone: ChatMessage["tone"],
  { title, body }: { readonly title: string; readonly body: readonly string[] },
  rest: Partial<ChatMessage> = {},
): ChatMessage {
  return message({ tone, title, body: paragraphs(...body), ...rest });
}

/** A problem with an input, shown at its field of a form, which stays open, or in a message. */
export interface TurnedAway {
  readonly text: string;
  readonly message: ChatMessage;
}

/** Says that an input in the form of that title is wrong. */
export function problem(title: string, text: string, next: readonly string[] = []): TurnedAway {
  return { text, message: textMessage("bad", { title, body: [text, ...next] }) };
}

/** Names one of our commands by the part after its prefix: "", "-key set". */
export function command(prefix: string, rest = ""): Extract<Piece, { kind: "command" }> {
  return { kind: "command", text: `/${prefix}${rest}` };
}

/** Builds a text field; by default one line, empty and optional. */
export function textField(
  id: TextField["id"],
  label: string,
  parts: Partial<TextField> & Pick<TextField, "maxLength">,
): TextField {
  return { kind: "text", id, label, hint: null, value: "", isLong: false, isRequired: false, ...parts };
}

type ChoiceField = Extract<Field, { readonly kind: "choice" }>;

export function choiceField(
  id: ChoiceField["id"],
  label: string,
  value: string,
  options: ChoiceField["options"],
  parts: Partial<ChoiceField> = {},
): ChoiceField {
  return { kind: "choice", id, label, hint: null, value, options, ...parts };
}
