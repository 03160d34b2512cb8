import type { ChatMessage } from "../../core/chat.ts";
import type { Job } from "../../core/job/job.ts";
import { wordsIn } from "../words.ts";
import { hasVideo } from "./several.ts";

/** What a card says that stays for the films in it while its job goes on in another: nothing in it moves, or can be pressed. */
export function leftCard(card: ChatMessage, { locale }: Job, parts: readonly Job[]): ChatMessage {
  const { select: _, sections, ...said } = card;
  const ready = parts.filter(hasVideo).length;
  const title = ready > 0 ? wordsIn(locale).several.partly(ready, parts.length) : said.title;
  const still = sections?.map(({ bar: _bar, ...section }) => section);
  return { ...said, tone: "plain", title, bar: null, buttons: [], ...(still && { sections: still }) };
}
