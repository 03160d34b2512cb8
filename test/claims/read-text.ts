import { en } from "../../src/messages/words/en.ts";

/** A message's statements about money. "nothing charged yet" must be true only at the time of reading. */
export type Statement = "nothing charged" | "nothing charged yet" | "refunded" | "charged";

const PATTERNS: readonly (readonly [Statement, RegExp])[] = [
  ["nothing charged", /\bnothing (?:was )?charged\b(?! yet)/i],
  ["nothing charged yet", /\bnothing (?:has been )?charged yet/i],
  ["refunded", /\bwere refunded\b/],
  ["charged", /\bcredits used\b/],
];

/** Extracts the statements about money from one of the bot's English messages. */
export function statementsIn(text: string): readonly Statement[] {
  return PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([statement]) => statement);
}

const { received, starting, queued, making, overdue } = en.card;
const UNDER_WAY = [received.title, starting, queued.title, making, overdue.title, en.state.waitingForTurn];

/** Returns true if a card with this title shows a running video. On Slack the title begins with an emoji. */
export function isUnderWay(title: string): boolean {
  const words = title.replace(/^\P{L}+/u, "");
  return UNDER_WAY.some((each) => words === each || words.startsWith(`${each} `));
}
