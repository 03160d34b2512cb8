import type { ChatMessage, Section } from "../../core/chat.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { excerpt } from "../card/excerpt.ts";
import { settingsFacts } from "../card/facts.ts";
import { paragraphs, quoteOf } from "../message.ts";
import type { Words } from "../words.ts";

/** A longer one stands below its beginning. */
const TITLE_MAX = 80;

/** What several videos show, before they have a card: the one prompt of all versions, or each scene under its number; their settings where those are alike. */
export function scenesOf(
  each: readonly VideoRequest[],
  words: Words,
): Pick<ChatMessage, "quote" | "cutQuote" | "body" | "sections" | "facts"> {
  const prompts = new Set(each.map(({ prompt }) => prompt));
  const settings = each.map((request) => settingsFacts(request, words));
  const areAlike = new Set(settings.map((facts) => JSON.stringify(facts))).size === 1;
  const [quote = ""] = prompts;
  const facts = areAlike ? (settings[0] ?? []) : [];
  if (prompts.size === 1 && areAlike)
    return {
      ...quoteOf(quote, words),
      body: each.length === 1 ? [] : paragraphs(words.several.versions(each.length)),
      facts,
    };
  const sections = each.map(({ prompt }, index): Section => {
    const own = areAlike ? [] : (settings[index] ?? []);
    const begin = excerpt(prompt, TITLE_MAX);
    const whole = begin === prompt ? {} : { quote: prompt };
    return { title: words.several.nth(index + 1, begin), ...whole, body: own };
  });
  return { quote: null, cutQuote: words.facts.moreSent, body: [], sections, facts };
}
