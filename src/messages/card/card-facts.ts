import { requestsOf, type Whole } from "../../core/batch/batch.ts";
import type { ChatMessage, Piece, Sentence } from "../../core/chat.ts";
import { addressOf } from "../../core/film/card-films.ts";
import { type Chain, continuesOf } from "../../core/film/film-chain.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { told } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";

/** The small print of a card: settings, price, who asked. What it cost in the end, the final word says. */
export function factsOf(job: Job, words: Words): readonly Sentence[] {
  const facts = isSettled(job)
    ? [...settingsFacts(job.request, words), ...payerFacts(job.team !== undefined, words)]
    : factsForOwner(job, words);
  return [...facts, words.facts.askedBy({ kind: "person", userId: job.owner.userId })];
}

/** The small print for the person who asked and need not be told so. */
export function factsForOwner(
  { request, price, team }: Pick<Job, "request" | "price" | "team">,
  words: Words,
): readonly Sentence[] {
  return [...settingsFacts(request, words), [words.facts.price(price)], ...payerFacts(team !== undefined, words)];
}

/** Says that a team pays; that people pay themselves is not said. */
export function payerFacts(isTeams: boolean, { facts }: Words): readonly Sentence[] {
  return isTeams ? [[facts.paidByTeam]] : [];
}

/** The small print where the price is said above it. */
export function settingsFacts(request: VideoRequest, words: Words): readonly Sentence[] {
  return [[settingsText(request, words)]];
}

/** A request's settings in one line: "16:9 · 10 seconds · 480p". */
function settingsText(request: VideoRequest, words: Words): string {
  return Object.values(PARTS)
    .flatMap((part) => part(request, words) ?? [])
    .join(" · ");
}

/** What of each part of a request stands there; null: nothing. A new part does not compile until it stands here. */
const PARTS: {
  readonly [Part in keyof Required<VideoRequest>]: (request: VideoRequest, words: Words) => string | null;
} = {
  prompt: () => null,
  aspectRatio: ({ aspectRatio, picture }, { facts }) =>
    picture?.decidesRatio && !picture.isChecked ? facts.shapeOfPicture : aspectRatio,
  duration: ({ duration }, { facts }) => facts.seconds(duration),
  resolution: ({ resolution }) => resolution,
  picture: ({ picture }, { facts }) => (picture && !picture.continues ? facts.fromPicture : null),
  style: ({ style }, { styles }) => (style ? styles.fact(style.name) : null),
};

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

/** What it shows in one text: the prompt, or each scene of a batch once. */
export function promptsOf(job: Whole): string {
  return [...new Set(requestsOf(job).map(({ prompt }) => prompt))].join(" / ");
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Here each code unit is a character, and nothing need be taken apart. */
const plain = /^[\x20-\x7e]*$/;

/** The beginning of a text on one line, `most` characters at most; a cut falls between whole characters and shows as "…". */
export function excerpt(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (plain.test(line)) return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
  // A character may be many code units long; nothing beyond this can be needed.
  const parts: string[] = [];
  for (const { segment } of letters.segment(line.slice(0, most * 20))) {
    parts.push(segment);
    if (parts.length > most) break;
  }
  const isWhole = parts.length <= most && line.length <= most * 20;
  return isWhole ? line : `${parts.slice(0, most - 1).join("")}…`;
}
