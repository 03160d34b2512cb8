import type { ChatMessage } from "../../../core/chat.ts";
import type { Section } from "../../../core/section.ts";
import type { Sentence } from "../../../core/sentence.ts";
import { withoutControls } from "../read/rich-text.ts";
import { mrkdwnOf, plainMrkdwn, wordsOf } from "../write/mrkdwn.ts";
import type { Naming } from "../write/naming.ts";
import { truncate } from "../write/truncate.ts";

/** Characters before they are escaped, which makes them five times as many at worst. */
const TEXT_MAX = 700;
/** How much of somebody's own words is spoken. */
const QUOTE_MAX = 150;

/** All of a message in sentences: what notifications and screen readers say, and a client that draws no blocks. */
export function plainText({ title, quote, body, bar, sections = [] }: ChatMessage, naming: Naming): string {
  const sentences: readonly Sentence[] = [
    [titled(title, quote)],
    ...body,
    ...(bar === null ? [] : [[bar.words]]),
    ...sections.flatMap(sectionSentences),
  ];
  const said = sentences.map((sentence) => ended(sentence, tidy(wordsOf(sentence, naming))));
  const words = said.filter(([first]) => first !== undefined).map((sentence) => tidy(wordsOf(sentence, naming)));
  const whole = words.join(" ");
  // Markup that is cut in two would be worse than its mere words.
  if (whole.length > TEXT_MAX) return plainMrkdwn(truncate(whole, TEXT_MAX));
  const shown = said.map((sentence) => tidy(mrkdwnOf(sentence.map(unadorned), naming))).filter((text) => text !== "");
  return shown.join(" ") || "Reelay.";
}

function sectionSentences({ title, table = [], body, bar }: Section): readonly Sentence[] {
  const rows = table.map((row) => [row.filter((cell) => cell !== "").join(", ")]);
  return [[title], ...rows, ...body, ...(bar ? [[bar.words]] : [])];
}

/** "Making the video: “a paper boat”." */
function titled(title: string, quote: string | null): string {
  const words = truncate(tidy(quote ?? ""), QUOTE_MAX);
  if (words === "") return title;
  const name = tidy(title);
  return /[?!]$/.test(name) ? `${name} “${words}”.` : `${name.replace(/(?<![.…:])[.…:]+$/, "")}: “${words}”.`;
}

function ended(sentence: Sentence, words: string): Sentence {
  if (words === "") return [];
  return /[.!?…:]$/.test(words) ? sentence : [...sentence, "."];
}

/** Only times are shown in their own way: each reader's own clock is worth it. */
function unadorned(piece: Sentence[number]): Sentence[number] {
  if (typeof piece === "string" || piece.kind === "time" || piece.kind === "person") return piece;
  return piece.kind === "link" ? piece.label : piece.text;
}

function tidy(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim();
}
