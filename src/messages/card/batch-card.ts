import { partsToCancel, partsToRetry, priceOfAll, spentOn } from "../../core/batch/batch.ts";
import { buttonId } from "../../core/button.ts";
import type { Button, ChatMessage, Section, Select, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Film } from "../../core/film/card-files.ts";
import { type Chain, hasFilm, joinEnd, nthOf } from "../../core/film/film-chain.ts";
import { mayBeCharged } from "../../core/job/final-message.ts";
import { isSettled, isTakenOff, type Job, outcomeOf, type Running } from "../../core/job/job.ts";
import type { Ledger } from "../../core/job/ledger.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";
import { buttonFor } from "./buttons.ts";
import { countedExcerpt, excerpt, isFilmShown, showsMadePicture } from "./card-facts.ts";
import { quotedReason, refusalReason, takenOffText, videoLink } from "./card-outcome.ts";
import { jobStateText, needButtons, needText, progressOf, severalState, silenceTexts } from "./card-state.ts";

/** One line on a desktop, two on a phone. */
const PROMPT_PART = 60;
const OPTION_MAX = 75;

export function severalMessage(batch: Job, parts: readonly Job[], { now, words, chain }: Written): ChatMessage {
  const needs = ["key", "credits"] as const;
  const need = needs.find((one) => parts.some((part) => needOf(part) === one));
  const { body: sum, ...state } = severalInShort(batch, parts, words);
  const notes = [
    ...(parts.some(isLinkAlone) ? [words.several.justLinks] : []),
    ...(parts.some(({ video }) => video === "copy") ? [words.several.copies] : []),
    ...(parts.some(isBroken) ? [words.several.chainBroken] : []),
    ...new Set(parts.flatMap((part) => whyTakenOff(part, words))),
    ...silenceTexts(parts, now, words),
  ];
  const body = [...sum, ...paragraphs(...notes)];
  const batchMessage = message({ ...state, body, buttons: buttonsOf(batch, parts, { now, words, chain }) });
  const needy = parts.find((part) => need && needOf(part) === need);
  if (!need || !needy) return batchMessage;
  return {
    ...batchMessage,
    ...(need === "key" && { tone: "key" }),
    body: [...body, [needText(need, batch, words)]],
    buttons: [...needButtons(need, { ...batch, id: needy.id }, words), ...batchMessage.buttons],
  };
}

function needOf({ state }: Job): Running["waitingFor"] {
  return state.status === "running" ? state.waitingFor : null;
}

interface Written {
  readonly now: EpochMs;
  readonly words: Words;
  readonly chain: Pick<Chain, "canContinue">;
}

export function eachOf(
  parts: readonly Job[],
  now: { readonly now: EpochMs; readonly words: Words },
): Pick<ChatMessage, "sections" | "select" | "videos" | "frames" | "hidesPreview"> {
  const filmOf = (part: Job): Film => ({ nth: part.partOf?.nth ?? 1, description: part.request.prompt });
  const videos = parts.filter(hasFilm).map(filmOf);
  const frames = parts.filter(showsMadePicture).map(filmOf);
  return {
    sections: parts.map((part) => sectionOf(part, now)),
    videos,
    ...(frames.length > 0 && { frames }),
    select: chooseOne(parts, now.words),
    hidesPreview: parts.some(isFilmShown),
  };
}

function isLinkAlone({ video }: Job): boolean {
  return video === "too_large" || video === "not_taken";
}

function isBroken(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "not_started" && outcome.why === "broken";
}

function whyTakenOff(job: Job, words: Words): readonly string[] {
  const outcome = outcomeOf(job);
  return outcome?.kind === "not_started" && isTakenOff(outcome.why) ? takenOffText(outcome.why, words).slice(0, 1) : [];
}

export function severalInShort(batch: Job, parts: readonly Job[], words: Words) {
  return { ...severalState(batch, parts, words), body: sumLine(spentOn(parts), words) };
}

function sumLine({ charged, refunded, unknown }: Ledger, { several }: Words): readonly Sentence[] {
  const amounts = [
    ...(charged > 0 ? [several.charged(charged)] : []),
    ...(refunded > 0 ? [several.cameBack(refunded), several.net(charged - refunded)] : []),
    ...(unknown > 0 ? [several.perhaps(unknown)] : []),
  ];
  return amounts.length === 0 ? [] : [[amounts.join(" · ")]];
}

function sectionOf(part: Job, { now, words }: { readonly now: EpochMs; readonly words: Words }): Section {
  const title = titleOf(part, countedExcerpt(part.request.prompt, PROMPT_PART, words), words);
  const { state } = part;
  if (state.status === "running") return { title, body: [], bar: progressOf(part, state, now, words), isItem: true };
  const outcome = outcomeOf(part);
  if (outcome?.kind !== "succeeded") return { title, body: [[stateOf(part, words)]], isItem: true };
  const { credits, videoUrl } = outcome;
  const link = videoUrl === null ? [] : [" · ", ...videoLink(videoUrl, words)];
  return { title, body: [[jobStateText(part, words), ` · ${words.amounts.credits(credits)}`, ...link]], isItem: true };
}

/** The part's own card, opened in private, shows more. */
function stateOf(part: Job, words: Words): string {
  const outcome = outcomeOf(part);
  const isRefused = outcome?.kind === "refused" && !mayBeCharged(outcome);
  const reason = isRefused ? refusalReason(outcome.refusal, part, words) : quotedReason(outcome, words);
  return [jobStateText(part, words), ...(reason === null ? [] : [reason])].join(" · ");
}

function titleOf({ partOf }: Job, prompt: string, { several }: Words): string {
  return several.nth(partOf?.nth ?? 1, prompt);
}

function chooseOne(parts: readonly Job[], words: Words): Select {
  const options = parts.map((part) => ({
    label: excerpt(titleOf(part, part.request.prompt, words), OPTION_MAX),
    value: buttonId({ kind: "show_job", jobId: part.id }),
  }));
  return { label: words.several.choose, options };
}

function buttonsOf(batch: Job, parts: readonly Job[], { words, chain }: Written): readonly Button[] {
  const end = chain.canContinue ? joinEnd(batch, parts) : null;
  const joined = end ? [buttonFor({ kind: "join", jobId: batch.id }, words, nthOf(end))] : [];
  if (isSettled(batch))
    return [...retryButtons(batch, parts, words), ...joined, buttonFor({ kind: "delete", jobId: batch.id }, words)];
  return partsToCancel(parts).length > 0 ? [buttonFor({ kind: "cancel_rest", jobId: batch.id }, words)] : [];
}

function retryButtons(batch: Job, parts: readonly Job[], words: Words): readonly Button[] {
  const failed = partsToRetry(parts);
  return failed.length === 0 ? [] : [buttonFor({ kind: "retry_failed", jobId: batch.id }, words, priceOfAll(failed))];
}

export function restCancelled(videos: number, { several }: Words): ChatMessage {
  return message({ tone: "plain", title: videos > 0 ? several.restCancelled : several.nothingLeft });
}
