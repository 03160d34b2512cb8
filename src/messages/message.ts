import type { ChatMessage } from "../core/chat.ts";

/** A message from the parts that matter; the others stay empty. */
export function message(parts: Partial<ChatMessage> & Pick<ChatMessage, "tone" | "title">): ChatMessage {
  return { quote: null, body: [], bar: null, facts: [], video: null, buttons: [], ...parts };
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
