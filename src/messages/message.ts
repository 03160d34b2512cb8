import type { ChatMessage, Field, Piece, TextField } from "../core/chat.ts";
import type { Words } from "./words.ts";

export function message(parts: Partial<ChatMessage> & Pick<ChatMessage, "tone" | "title">): ChatMessage {
  return { quote: null, body: [], bar: null, facts: [], video: null, buttons: [], ...parts };
}

export function quoteOf(prompt: string, { facts }: Words): Pick<ChatMessage, "quote" | "cutQuote"> {
  return { quote: prompt, cutQuote: facts.moreSent };
}

/** Drops empty texts: a sentence that refers to the operator is empty if no contact is set. */
export function paragraphs(...texts: readonly string[]): ChatMessage["body"] {
  return texts.filter((text) => text !== "").map((text) => [text]);
}

export function textMessage(
  tone: ChatMessage["tone"],
  { title, body }: { readonly title: string; readonly body: readonly string[] },
  rest: Partial<ChatMessage> = {},
): ChatMessage {
  return message({ tone, title, body: paragraphs(...body), ...rest });
}

/** Shown at a field of a form that stays open, or as a message. */
export interface TurnedAway {
  readonly text: string;
  readonly message: ChatMessage;
}

export function problem(title: string, text: string, next: readonly string[] = []): TurnedAway {
  return { text, message: textMessage("bad", { title, body: [text, ...next] }) };
}

/** `rest` follows the prefix: "", "-key set". */
export function command(prefix: string, rest = ""): Extract<Piece, { kind: "command" }> {
  return { kind: "command", text: `/${prefix}${rest}` };
}

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
