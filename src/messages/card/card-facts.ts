import { paymentOf, requestsOf } from "../../core/batch/batch.ts";
import { cardPlace } from "../../core/card-place.ts";
import type { Piece, Sentence } from "../../core/chat.ts";
import { type Chain, continuesOf, isMadeHere } from "../../core/film/film-chain.ts";
import { isSettled, type Job, type Whole } from "../../core/job/job.ts";
import type { Credits } from "../../core/request/price.ts";
import type { FittedCopy, VideoRequest } from "../../core/request/video-request.ts";
import { type Words, wordsIn } from "../words.ts";

/** The final message states the actual cost instead of the price. */
export function factsOf(job: Job, parts: readonly Job[], words: Words): readonly Sentence[] {
  const { request, price, owner } = job;
  const facts = settingsFacts(request, words, isSettled(job) ? {} : { price });
  const payer = payerText(job, parts, words);
  const copy = [job, ...parts].map(fittedCopyOf).find((fitted) => fitted !== null);
  return [
    ...facts,
    ...(copy ? [[words.facts.sentAs(copy.width, copy.height)]] : []),
    ...(payer === null ? [] : [[payer]]),
    words.facts.askedBy({ kind: "person", userId: owner.userId }),
  ];
}

function fittedCopyOf({ request: { picture } }: Job): FittedCopy | null {
  return typeof picture?.fit === "object" ? picture.fit : null;
}

/** Shown only if a team pays. */
export function payerText(job: Job, parts: readonly Job[], { facts }: Words): string | null {
  const payment = paymentOf(job, parts);
  return job.team && payment !== "never" ? facts.byTeam[payment] : null;
}

/** "16:9 · 10 seconds · 480p" */
export function settingsFacts(
  request: VideoRequest,
  words: Words,
  { price }: { readonly price?: Credits } = {},
): readonly Sentence[] {
  const { aspectRatio, duration, resolution, picture, style } = request;
  const isOfPicture = picture?.decidesRatio && !picture.isChecked;
  // A part with null is not shown. A new part does not compile until it is added here.
  const parts: { readonly [Part in keyof Required<VideoRequest>]: string | null } = {
    prompt: null,
    aspectRatio: isOfPicture ? words.facts.shapeOfPicture : aspectRatio,
    duration: words.amounts.seconds(duration),
    resolution,
    picture: picture && !picture.continues ? words.facts.fromPicture : null,
    style: style ? words.styles.fact(style.name) : null,
  };
  const settings = Object.values(parts).filter((part) => part !== null);
  const priced = price === undefined ? [] : [[words.facts.price(price)]];
  return [[settings.join(" · ")], ...priced];
}

/** "Part 2 of 4 · goes on from this card" */
export function chainFacts(job: Job, { before, parts }: Chain, { chain }: Words): readonly Sentence[] {
  const continues = continuesOf(job);
  if (continues === null) return [];
  const part = chain.part(continues.nth, parts > continues.nth ? parts : null);
  const from = linked(before, { label: chain.thatCard, otherwise: chain.earlierVideo });
  return [[`${part} · `, from, ...(continues.isOfCopy ? [` · ${chain.ofCopy}`] : [])]];
}

export function continuedIn({ after }: Chain, { chain }: Words): readonly Sentence[] {
  const nth = after && continuesOf(after)?.nth;
  if (!after || !nth) return [];
  const label = chain.continued(nth);
  return [[linked(after, { label, otherwise: label })]];
}

/** The card shows the picture until the video ends. */
export function showsMadePicture(job: Job): boolean {
  const { picture } = job.request;
  return !isSettled(job) && picture !== null && isMadeHere(picture);
}

export function isFilmShown({ video }: Job): boolean {
  return video === "due" || video === "here" || video === "copy";
}

export function frameTitle({ locale }: Pick<Job, "locale">): string {
  return wordsIn(locale).chain.begins;
}

function linked(job: Job | null, { label, otherwise }: { readonly label: string; readonly otherwise: string }): Piece {
  const url = job && !job.partOf ? cardPlace(job.reply).address() : null;
  return url === null ? otherwise : { kind: "link", label, url };
}

/** Returns each distinct scene of a batch. */
export function promptsOf(job: Whole): string {
  return [...new Set(requestsOf(job).map(({ prompt }) => prompt))].join(" / ");
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Each code unit of such a text is one character, so it need not be segmented. */
const plain = /^[\x20-\x7e]*$/;

/** At most `most` characters on one line. Cuts between whole characters, and shows a cut as "…". */
export function excerpt(text: string, most: number): string {
  const line = onOneLine(text);
  if (plain.test(line)) return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
  // One character may be many code units long.
  const parts: string[] = [];
  for (const { segment } of letters.segment(line.slice(0, most * 20))) {
    parts.push(segment);
    if (parts.length > most) break;
  }
  const isWhole = parts.length <= most && line.length <= most * 20;
  return isWhole ? line : `${parts.slice(0, most - 1).join("")}…`;
}

export function countedExcerpt(text: string, most: number, { facts }: Words): string {
  const line = onOneLine(text);
  const shown = excerpt(line, most);
  if (shown === line) return line;
  const shownCharacters = [...shown].length - "…".length;
  return `${shown} ${facts.moreCharacters([...line].length - shownCharacters)}`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
