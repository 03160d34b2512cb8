import type { ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Chain } from "../../core/film/chain.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { message } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";
import { pickButton } from "./buttons.ts";
import { cardOf } from "./card.ts";

/** One video of a batch for its owner alone: as a card of its own would be, without what belongs to the batch's. */
export function partWords(part: Job, now: EpochMs, chain?: Chain): ChatMessage {
  const words = wordsIn(part.locale);
  const { job: _, ...said } = cardOf(part, now, [], chain);
  const isReady = outcomeOf(part)?.kind === "succeeded";
  const title = words.several.nth(part.partOf?.nth ?? 1, said.title);
  return { ...said, title, buttons: [...said.buttons, ...(isReady ? [pickButton(part.id, words)] : [])] };
}

/** The owner's favourite among the videos of a batch is that one now; `isShown`: on the card, too. */
export function pickedNow(nth: number, isShown: boolean, { several }: Words): ChatMessage {
  const body = isShown ? [[several.pickShown]] : [];
  return message({ tone: "good", title: several.picked(nth), body });
}
