import type { ChatMessage, Piece, Sentence } from "../../core/chat.ts";
import { addressOf } from "../../core/film/card-films.ts";
import type { Chain } from "../../core/film/film-chain.ts";
import { continuesOf } from "../../core/film/film-chain.ts";
import type { Job } from "../../core/job/job.ts";
import { told } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";

/** Which part of a chain a video is, and what it goes on from: "Part 2 of 4 · goes on from this card". */
export function chainFacts(job: Job, { before, parts }: Chain, { chain }: Words): readonly Sentence[] {
  const continues = continuesOf(job);
  if (continues === null) return [];
  const part = chain.part(continues.nth, parts > continues.nth ? parts : null);
  return [[`${part} · `, linked(before, { label: chain.thatCard, otherwise: chain.earlierVideo })]];
}

/** What goes on from a video. */
export function continuedIn({ after }: Chain, { chain }: Words): readonly Sentence[] {
  const nth = after && continuesOf(after)?.nth;
  if (!after || !nth) return [];
  const label = chain.continued(nth);
  return [[linked(after, { label, otherwise: label })]];
}

/** Said with the frame that a video begins with. */
export function frameTitle({ locale }: Pick<Job, "locale">): string {
  return wordsIn(locale).chain.begins;
}

/** A link to that video's card, where others can follow one. */
function linked(job: Job | null, { label, otherwise }: { readonly label: string; readonly otherwise: string }): Piece {
  const url = job && !job.partOf ? addressOf(job.reply) : null;
  return url === null ? otherwise : { kind: "link", label, url };
}

/** Neither its file nor its link can be had. */
export function filmGone({ chain }: Words): ChatMessage {
  return told("bad", chain.gone);
}

/** Nothing here can take a frame out of a film, or bring it to the service. */
export function cannotContinue({ chain }: Words): ChatMessage {
  return told("bad", chain.notHere);
}
