import { type Asked, requestsOf } from "../../core/batch/batch.ts";
import { buttonId } from "../../core/button.ts";
import type { ChatMessage, Piece, Select, Sentence } from "../../core/chat.ts";
import { areChained, NO_CHAIN } from "../../core/film/film-chain.ts";
import { type Job, outcomeOf, type Whole } from "../../core/job/job.ts";
import { PERIODS } from "../../core/period.ts";
import { unreachable } from "../../core/result.ts";
import type { TeamNews } from "../../core/team/notice.ts";
import type { LeftUnderCaps } from "../../core/team/usage.ts";
import { scenesOf } from "../ask/video-forms.ts";
import { buttonFor } from "../card/buttons.ts";
import { chainFacts, excerpt, promptsOf } from "../card/card-facts.ts";
import { deciderOf, quotedReason, reasonOf, reasonTexts, timeAt } from "../card/card-outcome.ts";
import { jobStateText } from "../card/card-state.ts";
import { message, paragraphs, textMessage } from "../message.ts";
import type { Words } from "../words.ts";
import { type CapPassed, capPassedText } from "./team-refusals.ts";

/** A menu holds at most this many. */
const LISTED_MAX = 25;
const PROMPT_PART = 40;
/** Characters of one menu option. Source: Slack's documentation, composition objects (read 2026-11-21). */
const OPTION_MAX = 75;

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
      buttonFor({ kind: "approve", jobId: job.id }, words, job.price),
      buttonFor({ kind: "ask_decline", jobId: job.id }, words),
      ...(job.request.picture?.file ? [buttonFor({ kind: "show_picture", jobId: job.id }, words)] : []),
    ],
    readAll: buttonFor({ kind: "read_all", jobId: job.id }, words),
  });
}

function asksText(job: Whole, { approvals }: Words): readonly Sentence[] {
  const { asks, asksSeveral } = approvals.question;
  const { length } = requestsOf(job);
  return [length > 1 ? asksSeveral(askerOf(job), length, job.price) : asks(askerOf(job), job.price)];
}

/** The request can no longer be decided. "Approved" does not mean that the video began. */
export function approvalEnded(job: Asked, words: Words): ChatMessage {
  const { title, body } = endedTexts(job, words);
  const shown = scenesOf(requestsOf(job), words);
  const failures = failureTexts(job, words);
  return message({
    tone: job.approval?.decision?.word === "approved" && failures.length === 0 ? "good" : "plain",
    title,
    ...shown,
    body: [...shown.body, ...body, ...paragraphs(...failures)],
    facts: [
      ...shown.facts,
      ...chainLines(job, words),
      [words.facts.price(job.price)],
      words.facts.askedBy(askerOf(job)),
    ],
    readAll: buttonFor({ kind: "read_all", jobId: job.id }, words),
  });
}

function endedTexts({ approval }: Job, words: Words): { readonly title: string; readonly body: readonly Sentence[] } {
  const { titles, ended } = words.approvals;
  const decision = approval?.decision ?? null;
  if (!decision) return { title: titles.over, body: [[ended.over]] };
  const { word, at } = decision;
  const when = timeAt(at, words);
  const how = word === "expired" ? ended.expired(when) : ended[word](deciderOf(decision, words), when);
  return { title: titles[word], body: [how, ...reasonOf(decision, words)] };
}

function failureTexts(job: Whole, words: Words): readonly string[] {
  return (job.videos ?? [job]).flatMap((video) => {
    const outcome = outcomeOf(video);
    if (outcome?.kind !== "failed") return [];
    const failed = jobStateText(video, words);
    if (!video.partOf) return [failed, ...reasonTexts(outcome, words)];
    const reason = quotedReason(outcome, words);
    return [[words.several.nth(video.partOf.nth, failed), ...(reason === null ? [] : [reason])].join(" · ")];
  });
}

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
  const { approvals, amounts } = words;
  const { state, price } = job;
  const prompt = amounts.quoted(excerpt(promptsOf(job), PROMPT_PART));
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

function leftLines(left: LeftUnderCaps, { approvals, team: ofTeam }: Words): readonly Sentence[] {
  return PERIODS.flatMap((period) => {
    const { team, person } = left[period];
    return paragraphs(
      ...(person === null ? [] : [approvals.question.leftForPerson[period](person)]),
      ...(team === null ? [] : [ofTeam.leftForTeam[period](team)]),
    );
  });
}

function chainLines(job: Asked, words: Words): readonly Sentence[] {
  const isChain = areChained(requestsOf(job));
  return [
    ...chainFacts(job, { ...NO_CHAIN, before: job.before ?? null }, words),
    ...paragraphs(...(isChain ? [words.several.chained] : [])),
  ];
}

/** A private picture is not linked: its address is only for the video service. */
function pictureLine({ request: { picture } }: Job, { approvals }: Words): readonly Sentence[] {
  const { question } = approvals;
  if (!picture || picture.continues) return [];
  if (picture.file) return paragraphs(question.privatePicture);
  return [[{ kind: "link", label: question.picture, url: picture.url }]];
}

function untilLine({ state }: Job, words: Words): readonly Sentence[] {
  return state.status === "waiting" ? [words.approvals.expires(timeAt(state.until, words))] : [];
}

export function tooManyWaiting(most: number, { approvals }: Words): ChatMessage {
  const { title, text, next } = approvals.tooMany;
  return textMessage("bad", { title, body: [text(most), next] });
}

export function alreadyDecided(job: Whole, words: Words): ChatMessage {
  const body = [...endedTexts(job, words).body, ...paragraphs(...failureTexts(job, words))];
  return message({ tone: "plain", title: words.approvals.alreadyDecided, body });
}

export function approvedNow(job: Job, { approvals }: Words): ChatMessage {
  const body = [approvals.approvedNow(askerOf(job), job.price)];
  return message({ tone: "good", title: approvals.titles.approved, body });
}

export function declinedNow(job: Job, { approvals }: Words): ChatMessage {
  return message({ tone: "good", title: approvals.titles.declined, body: [approvals.declinedNow(askerOf(job))] });
}

/** Approvals cannot override the team's caps, so nothing is decided. */
export function overTeamCap(passed: CapPassed, words: Words): ChatMessage {
  const { title, stillOpen } = words.approvals.overTeamCap;
  return message({ tone: "bad", title, body: [...capPassedText(passed, words), ...paragraphs(stillOpen)] });
}

export function teamNews(news: TeamNews, { teamNews: texts }: Words): ChatMessage {
  switch (news.kind) {
    case "cap":
      return capNews(news, texts);
    case "no_credits":
      return textMessage("bad", texts.noCredits);
    case "key_refused":
      return textMessage("bad", texts.keyRefused);
    case "cost_more":
      return textMessage("bad", { title: texts.costMore.title, body: [texts.costMore.text(news.price, news.credits)] });
    default:
      return unreachable(news);
  }
}

function capNews(
  { level, used, cap }: Extract<TeamNews, { readonly kind: "cap" }>,
  texts: Words["teamNews"],
): ChatMessage {
  const { titles, text, noneLeft, next } = texts.cap;
  const rest = level === "all" ? [noneLeft] : [];
  return textMessage("bad", { title: titles[level], body: [text(used, cap), ...rest, next] });
}
