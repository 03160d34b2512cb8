import type { ChatMessage } from "../../../core/chat.ts";
import type { Section } from "../../../core/section.ts";
import { aligned } from "../../../core/text/aligned.ts";
import { shares } from "../limits.ts";
import { escapeLine, fitted, plain } from "./escape.ts";
import type { CommandIds } from "./mentions.ts";
import { writeBar } from "./write-bar.ts";
import { writeQuote } from "./write-quote.ts";
import { writeSentence } from "./write-sentence.ts";

/** A part of a message in at most `max` characters; a table is whole or absent, and the quote takes what the rest leaves. "" where nothing fits. */
export function writeSection(
  { title, quote, table, body, bar }: Section,
  max: number,
  { commands, cutQuote }: { readonly commands: CommandIds; readonly cutQuote: ChatMessage["cutQuote"] | undefined },
): string {
  let room = max;
  const take = (text: string) => {
    if (text === "" || text.length > room) return [];
    room -= text.length + 1;
    return [text];
  };
  const heading = fitted(title.trim(), shares.title, escapeLine);
  const above = take(heading === "" ? "" : `**${heading}**`);
  const below = [
    ...take(table ? writeTable(table) : ""),
    ...body.flatMap((sentence) => take(writeSentence(sentence, room, commands))),
    ...take(bar ? writeBar(bar, room) : ""),
  ];
  return [...above, ...take(writeQuote(quote ?? "", room, cutQuote)), ...below].join("\n");
}

/** Nothing can be escaped inside of backticks, so there are none. */
function writeTable(table: readonly (readonly string[])[]): string {
  const cells = table.map((row) => row.map((cell) => plain(cell).replace(/\s+/g, " ").replace(/`/g, "'").trim()));
  return ["```", ...aligned(cells), "```"].join("\n");
}
