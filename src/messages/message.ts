import type { ChatMessage, Field, Piece, TextField } from "../core/chat.ts";
import type { Words } from "./words.ts";

/** Builds a message from the parts that matter; the others stay empty. */
export function message(parts: Partial<ChatMessage> & Pick<ChatMessage, "tone" | "title">): ChatMessage {
  return { quote: null, body: [], bar: null, facts: [], video: null, buttons: [], ...parts };
}

/** Quotes the prompt exactly as it is sent: all of it, or as much as there is room for. */
export function quoteOf(prompt: string, { facts }: Words): Pick<ChatMessage, "quote" | "cutQuote"> {
  return { quote: prompt, cutQuote: facts.moreSent };
}

/** A text may be empty: a sentence that sends people to the operator is, where these have not said how to reach them. */
export function paragraphs(...texts: readonly string[]): ChatMessage["body"] {
  return texts.filter((text) => text !== "").map((text) => [text]);
}

/** Builds a message whose words stand together in the catalogue. */
export function textMessage(
  tone: ChatMessage["tone"],
  { title, body }: { readonly title: string; readonly body: readonly string[] },
  rest: Partial<ChatMessage> = {},
): ChatMessage {
  return message({ tone, title, body: paragraphs(...body), ...rest });
}

/** A problem with something typed: shown at its field of a form, which stays open, or in a message. */
export interface TurnedAway {
  readonly text: string;
  readonly message: ChatMessage;
}

/** Says that something typed into the form of that title is wrong. */
export function problem(title: string, text: string, next: readonly string[] = []): TurnedAway {
  return { text, message: textMessage("bad", { title, body: [text, ...next] }) };
}

/** Names one of our commands by the part after its prefix: "", "-key set". */
export function command(prefix: string, rest = ""): Extract<Piece, { kind: "command" }> {
  return { kind: "command", text: `/${prefix}${rest}` };
}

/** Builds a field for text: one line, empty and optional where the parts do not say otherwise. */
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
