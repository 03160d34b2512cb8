/**
 * Placeholder for how to reach the bot's operators, in the last sentence of its text. If no contact is set, that sentence is
 * left out.
 */
export const OPERATORS = "\u{F4B07}";

/** The sentence endings of all languages in `words/`. */
const SENTENCE_ENDS = [".", "!", "?", "。"];

export function withContact(text: string, contact: string | null): string {
  if (contact !== null) return text.replaceAll(OPERATORS, () => contact);
  const at = text.indexOf(OPERATORS);
  if (at < 0) return text;
  const from = Math.max(...SENTENCE_ENDS.map((end) => text.lastIndexOf(end, at))) + 1;
  const ends = SENTENCE_ENDS.map((end) => text.indexOf(end, at)).filter((end) => end >= 0);
  return text.slice(0, from) + text.slice(Math.min(...ends, text.length) + 1);
}
