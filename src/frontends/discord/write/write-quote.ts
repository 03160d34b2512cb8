import { beginning, escapeLine, escapeText, fitted, plain } from "./escape.ts";

/**
 * Somebody's own words in at most `max` characters, every line of them marked as quoted; as code where only so all of them have
 * room, for in code nothing is escaped. Below words that are cut, `rest` says how many characters are missing; without it an
 * ellipsis stands for them.
 */
export function writeQuote(words: string, max: number, rest?: (characters: number) => string): string {
  const text = plain(words).trim();
  const quoted = text === "" ? "" : marked(text);
  if (quoted.length <= max) return quoted;
  const code = `\`\`\`\n${text}\n\`\`\``;
  if (!text.includes("`") && code.length <= max) return code;
  if (!rest) return fitted(text, max, marked);
  const { length } = [...text];
  const below = (missing: number) => `-# ${escapeLine(rest(missing))}`;
  const start = beginning(text, max - below(length).length - 1, marked);
  const note = below(length - [...start].length);
  return [...(start === "" ? [] : [marked(start)]), ...(note.length > max ? [] : [note])].join("\n");
}

function marked(text: string): string {
  return escapeText(text)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
