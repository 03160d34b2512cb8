import { type Asked, requestsOf, type Whole } from "../../core/batch/batch.ts";
import { buttonId } from "../../core/button.ts";
import type { ChatMessage, Select } from "../../core/chat.ts";
import { areChained, NO_CHAIN } from "../../core/film/film-chain.ts";
import type { Job } from "../../core/job/job.ts";
import type { Credits } from "../../core/request/price.ts";
import type { Piece, Sentence } from "../../core/sentence.ts";
import { scenesOf } from "../ask/scenes.ts";
import { chainFacts } from "../card/chain.ts";
import { deciderOf, reasonOf } from "../card/decision.ts";
import { excerpt } from "../card/excerpt.ts";
import { timeAt } from "../card/outcome.ts";
import { promptsOf } from "../card/prompts.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";
import { approveButton, declineButton, showPictureButton } from "./buttons.ts";

/** Requests in one list; a menu takes as many. */
const LISTED_MAX = 25;
const PROMPT_PART = 40;
/** What one option of a menu may say, in characters. Source: Slack's documentation, composition objects (read 2026-11-21). */
const OPTION_MAX = 75;

/** What is left under a cap this month; null where there is none. */
export interface LeftUnderCaps {
  readonly team: Credits | null;
  readonly person: Credits | null;
}

/** Asks managers whether the team pays for that video. */
export function approvalQuestion(job: Asked, left: LeftUnderCaps, words: Words): ChatMessage {
  const { question } = words.approvals;
  const shown = scenesOf(requestsOf(job), words);
  return message({
    tone: "waiting",
    title: question.title,
    ...shown,
    facts: [...shown.facts, ...chainLines(job, words)],
    body: [
      ...asksText(job, words),
      ...shown.body,
      ...whyAsked(job, words),
      ...leftLines(left, words),
      ...pictureLine(job, words),
      ...untilLine(job, words),
    ],
    buttons: [
      approveButton(job, words),
      declineButton(job.id, words),
      ...(job.request.picture?.file ? [showPictureButton(job.id, words)] : []),
    ],
  });
}

function asksText(job: Whole, { approvals }: Words): readonly Sentence[] {
  const { asks, asksSeveral } = approvals.question;
  const { length } = requestsOf(job);
  return [length > 1 ? asksSeveral(askerOf(job), length, job.price) : asks(askerOf(job), job.price)];
}

/** The same message when nobody can decide any longer; that it was approved does not say that the video began. */
export function approvalEnded(job: Asked, words: Words): ChatMessage {
  const { title, body } = endedWords(job, words);
  const shown = scenesOf(requestsOf(job), words);
  return message({
    tone: job.approval?.decision?.word === "approved" ? "good" : "plain",
    title,
    ...shown,
    body: [...shown.body, ...body],
    facts: [
      ...shown.facts,
      ...chainLines(job, words),
      [words.facts.price(job.price)],
      words.facts.askedBy(askerOf(job)),
    ],
  });
}

/** How the question ended: who decided what, when, and what they wrote with it. */
export function endedWords(
  { approval }: Job,
  words: Words,
): { readonly title: string; readonly body: readonly Sentence[] } {
  const { titles, ended } = words.approvals;
  const decision = approval?.decision ?? null;
  if (!decision) return { title: titles.over, body: [[ended.over]] };
  const { word, at } = decision;
  const when = timeAt(at, words);
  const how = word === "expired" ? ended.expired(when) : ended[word](deciderOf(decision, words), when);
  return { title: titles[word], body: [how, ...reasonOf(decision, words)] };
}

/** What waits for an approval, in the order given: who asks, the prompt, the price, until when. To choose one shows its question. */
export function approvalsList(jobs: readonly Whole[], words: Words): ChatMessage {
  const { list } = words.approvals;
  if (jobs.length === 0) return message({ tone: "plain", title: list.title, body: paragraphs(list.none) });
  const shown = jobs.slice(0, LISTED_MAX);
  const more = jobs.length - shown.length;
  return message({
    tone: "plain",
    title: list.title,
    body: [...shown.map((job) => line(job, words)), ...(more > 0 ? paragraphs(words.queue.more(more)) : [])],
    select: { label: list.choose, options: shown.map((job) => optionOf(job, words)) },
  });
}

function line(job: Whole, words: Words): Sentence {
  const { list, approvals, amounts } = words;
  const { state, price } = job;
  const prompt = list.quoted(excerpt(promptsOf(job), PROMPT_PART));
  const until = state.status === "waiting" ? [" · ", ...approvals.list.until(timeAt(state.until, words))] : [];
  return [askerOf(job), ` · ${prompt} · ${amounts.credits(price)}`, ...until];
}

function optionOf(job: Whole, { amounts }: Words): Select["options"][number] {
  const { id: jobId, price } = job;
  const label = excerpt(`${amounts.credits(price)}: ${promptsOf(job)}`, OPTION_MAX);
  return { label, value: buttonId({ kind: "show_approval", jobId }) };
}

function askerOf({ owner }: Job): Piece {
  return { kind: "person", userId: owner.userId };
}

function whyAsked({ approval }: Job, { approvals }: Words): readonly Sentence[] {
  const { because, mayBeOwn } = approvals.question;
  if (!approval) return [];
  return paragraphs(because[approval.because], ...(approval.mayBeOwn ? [mayBeOwn] : []));
}

function leftLines({ team, person }: LeftUnderCaps, { approvals, team: ofTeam }: Words): readonly Sentence[] {
  return paragraphs(
    ...(person === null ? [] : [approvals.question.leftForPerson(person)]),
    ...(team === null ? [] : [ofTeam.leftForTeam(team)]),
  );
}

/** What it goes on from, and that its videos go on from one another. */
function chainLines(job: Asked, words: Words): readonly Sentence[] {
  const isChain = areChained(requestsOf(job));
  return [
    ...chainFacts(job, { ...NO_CHAIN, before: job.before ?? null }, words),
    ...paragraphs(...(isChain ? [words.several.chained] : [])),
  ];
}

/** A picture that only the chat's own people can open is not linked: the address for the video service is for it alone. */
function pictureLine({ request: { picture } }: Job, { approvals }: Words): readonly Sentence[] {
  const { question } = approvals;
  if (!picture || picture.continues) return [];
  if (picture.file) return paragraphs(question.privatePicture);
  return [[{ kind: "link", label: question.picture, url: picture.url }]];
}

function untilLine({ state }: Job, words: Words): readonly Sentence[] {
  return state.status === "waiting" ? [words.approvals.expires(timeAt(state.until, words))] : [];
}
