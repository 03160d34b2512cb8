import type { ChatMessage, Piece } from "../core/chat.ts";
import type { Words } from "./words.ts";

/** Builds a message from the parts that matter; the others stay empty. */
export function message(parts: Partial<ChatMessage> & Pick<ChatMessage, "tone" | "title">): ChatMessage {
  return { quote: null, body: [], bar: null, facts: [], video: null, buttons: [], ...parts };
}

/** Quotes the prompt exactly as it is sent: all of it, or as much as there is room for. */
export function quoteOf(prompt: string, { facts }: Words): Pick<ChatMessage, "quote" | "cutQuote"> {
  return { quote: prompt, cutQuote: facts.moreSent };
}

/** Builds the body of a message from sentences of plain text. */
export function paragraphs(...texts: readonly string[]): ChatMessage["body"] {
  return texts.map((text) => [text]);
}

/** Builds a message whose words stand together in the catalogue. */
export function told(
  tone: ChatMessage["tone"],
  { title, body }: { readonly title: string; readonly body: readonly string[] },
  rest: Partial<ChatMessage> = {},
): ChatMessage {
  return message({ tone, title, body: paragraphs(...body), ...rest });
}

/** Names one of our commands by the part after its prefix: "", "-key set". */
export function command(prefix: string, rest = ""): Extract<Piece, { kind: "command" }> {
  return { kind: "command", text: `/${prefix}${rest}` };
}
