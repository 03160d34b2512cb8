/**
 * Stands in a sentence for where the people who run this bot can be reached. Where they have not said that, the sentence is
 * left out. It is the last one of its text. The character has no other use.
 */
export const OPERATORS = "\u{F4B07}";

const SENTENCE = new RegExp(`(?:^|(?<=[.!?。])\\s*)[^.!?。]*${OPERATORS}[^.!?。]*[.。]`, "u");

export function withContact(text: string, contact: string | null): string {
  return contact === null ? text.replace(SENTENCE, "") : text.replaceAll(OPERATORS, () => contact);
}
