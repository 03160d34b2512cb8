import type { ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Chain } from "../../core/film/film-chain.ts";
import type { Job } from "../../core/job/job.ts";
import { wordsIn } from "../words.ts";
import { cardOf } from "./card.ts";

/** One video of a batch for its owner alone: as a card of its own would be, without what belongs to the batch's. */
export function partWords(part: Job, now: EpochMs, chain?: Chain): ChatMessage {
  const words = wordsIn(part.locale);
  const { job: _, ...said } = cardOf(part, now, [], chain);
  const title = words.several.nth(part.partOf?.nth ?? 1, said.title);
  return { ...said, title };
}
