import type { ChatMessage, Piece } from "../core/chat.ts";
import type { Words } from "./words.ts";

/** A message from the parts that matter; the others stay empty. */
export function message(parts: Partial<ChatMessage> & Pick<ChatMessage, "tone" | "title">): ChatMessage {
  return { quote: null, body: [], bar: null, facts: [], video: null, buttons: [], ...parts };
}

/** The prompt, exactly as it is sent: all of it, or how much of it has no room. */
export function quoteOf(prompt: string, { facts }: Words): Pick<ChatMessage, "quote" | "cutQuote"> {
  return { quote: prompt, cutQuote: facts.moreSent };
}

/** The body of a message where each sentence is plain text. */
export function paragraphs(...texts: readonly string[]): ChatMessage["body"] {
  return texts.map((text) => [text]);
}

/** A message whose words stand together in the catalogue. */
export function told(
  tone: ChatMessage["tone"],
  { title, body }: { readonly title: string; readonly body: readonly string[] },
  rest: Partial<ChatMessage> = {},
): ChatMessage {
  return message({ tone, title, body: paragraphs(...body), ...rest });
}

/** One of our commands by what stands behind its prefix: "", "-key set". */
export function command(prefix: string, rest = ""): Extract<Piece, { kind: "command" }> {
  return { kind: "command", text: `/${prefix}${rest}` };
}
