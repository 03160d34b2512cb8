import type { PlacesLeft } from "../../core/batch/batch.ts";
import type { Button, ChatMessage, Sentence } from "../../core/chat.ts";
import { areChained } from "../../core/film/film-chain.ts";
import type { Trouble } from "../../core/health.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import type { SuspectedFlag } from "../../core/request/flags.ts";
import type { PriceQuestion } from "../../core/request/kept-request.ts";
import { type Credits, priceOf, priceOfEach } from "../../core/request/price.ts";
import { meaningOf } from "../../core/request/settings.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { type PaidBy, paidBy } from "../../core/team/payer.ts";
import { buttonFor } from "../card/buttons.ts";
import { settingsFacts } from "../card/card-facts.ts";
import { whereToLook } from "../card/card-outcome.ts";
import { message, paragraphs, quoteOf } from "../message.ts";
import type { Words } from "../words.ts";
import { flagTexts } from "./draft-problems.ts";
import { scenesOf } from "./video-forms.ts";

/** Stored under the future job's id until the person answers. */
export interface AskedRequest {
  readonly jobId: JobId;
  readonly request: VideoRequest;
  readonly pay: PaidBy;
}

export function confirmPrice(asked: AskedRequest, why: PriceQuestion, words: Words): ChatMessage {
  const { jobId, request } = asked;
  const typed = flagsAsTextButton(jobId, [request], why.flagsAsText ? [why.flagsAsText] : null, words);
  return questionAbout(asked, meaningOrPrice(request, why, words), words, typed);
}

function flagsAsTextButton(
  jobId: JobId,
  each: readonly VideoRequest[],
  flagsAsText: readonly VideoRequest[] | null,
  words: Words,
): readonly Button[] {
  if (!flagsAsText) return [];
  const price = priceOfEach(flagsAsText);
  return [buttonFor({ kind: "start_typed", jobId }, words, price === priceOfEach(each) ? null : price)];
}

function questionAbout(
  { jobId, request, pay }: AskedRequest,
  { tone, title, body }: Pick<ChatMessage, "tone" | "title" | "body">,
  words: Words,
  more: readonly Button[] = [],
): ChatMessage {
  return message({
    ...quoteOf(request.prompt, words),
    tone,
    title,
    body: [...body, [words.confirm.goodForAnHour]],
    facts: [...settingsFacts(request, words), ...(pay === "mine" ? [] : [[words.facts.byTeam.will]])],
    buttons: [buttonFor({ kind: "start_kept", jobId }, words), ...more, buttonFor({ kind: "cancel" }, words)],
    readAll: buttonFor({ kind: "read_all", jobId }, words),
  });
}

/** Does not mention trouble of the video service, which `withTrouble` adds. */
function meaningOrPrice(
  request: VideoRequest,
  { above, changedFrom, suspected, trouble }: PriceQuestion,
  words: Words,
): Pick<ChatMessage, "tone" | "title" | "body"> {
  const { confirm, outage } = words;
  const price = priceOf(request);
  const costs: Sentence = [confirm.meantCosts(price)];
  if (suspected.length > 0)
    return { tone: "plain", title: confirm.meant, body: [...flagTexts(suspected, words), costs] };
  if (changedFrom !== undefined) {
    const changed = confirm.priceTextChanged(price, changedFrom);
    return { tone: "plain", title: confirm.price(price), body: paragraphs(changed) };
  }
  if (trouble && above === null) return { tone: "unsure", title: outage[trouble.kind], body: [costs] };
  return { tone: "plain", title: confirm.price(price), body: paragraphs(whyAsked(price, above, words)) };
}

function whyAsked(price: Credits, above: Credits | null, { confirm }: Words): string {
  const isAlways = above === null || meaningOf(above) === "always";
  return isAlways ? confirm.priceTextAlways(price) : confirm.priceText(price, above);
}

/** A prompt of just "help" may ask for help or for a video. */
export function helpOrVideo(asked: AskedRequest, words: Words): ChatMessage {
  const { title, text } = words.help.orVideo;
  const question = questionAbout(asked, { tone: "plain", title, body: [[text(priceOf(asked.request))]] }, words);
  const others = question.buttons.map((button) => ({ ...button, style: "secondary" }) as const);
  return { ...question, buttons: [{ ...buttonFor({ kind: "help" }, words), style: "primary" }, ...others] };
}

export function savedAndAsked(saved: ChatMessage, asked: ChatMessage): ChatMessage {
  return { ...asked, body: [...saved.body, ...asked.body] };
}

export function confirmAgain(job: Job, jobId: JobId, words: Words): ChatMessage {
  const { confirm, unknown } = words;
  const outcome = outcomeOf(job);
  const [taskId, atMost] = outcome?.kind === "unknown" ? [outcome.taskId, outcome.atMost] : [null, job.price];
  const risk = [confirm.nobodyKnows(unknown.mayBeCharged(atMost))];
  const body = [risk, whereToLook(taskId, words), [confirm.againCosts(job.price)]];
  return questionAbout(copyOf(job, jobId), { tone: "unsure", title: confirm.again, body }, words);
}

export function confirmIn720p(job: Job, jobId: JobId, words: Words): ChatMessage {
  const asked = copyOf(job, jobId, "720p");
  const { in720p: title, in720pCosts } = words.confirm;
  return questionAbout(asked, { tone: "plain", title, body: [[in720pCosts(priceOf(asked.request))]] }, words);
}

function copyOf(job: Job, jobId: JobId, resolution = job.request.resolution): AskedRequest {
  return { jobId, request: { ...job.request, resolution }, pay: paidBy(job) };
}

export function waitsForTurnToo(question: ChatMessage, { queue }: Words): ChatMessage {
  return { ...question, body: [...question.body, [queue.willWait]] };
}

export interface BatchAsked {
  readonly each: readonly VideoRequest[];
  readonly pay: PaidBy;
  readonly suspected: readonly SuspectedFlag[];
  readonly flagsAsText: readonly VideoRequest[] | null;
  readonly placesLeft: PlacesLeft;
}

export function confirmBatch(jobId: JobId, asked: BatchAsked, words: Words): ChatMessage {
  const { each, pay, suspected, flagsAsText, placesLeft } = asked;
  const { several, confirm, facts } = words;
  const scenes = scenesOf(each, words);
  const price = priceOfEach(each);
  const isMeant = suspected.length > 0;
  const start = { ...buttonFor({ kind: "start_kept", jobId }, words), label: startLabel(each, words) };
  return message({
    tone: "plain",
    title: isMeant ? confirm.meant : several.ask(each.length),
    ...scenes,
    body: [
      ...flagTexts(suspected, words),
      ...scenes.body,
      [each.length === 1 ? confirm.meantCosts(price) : several.costs(price)],
      ...paragraphs(
        ...(areChained(each) ? [several.chainAsk] : []),
        ...waitText(each, placesLeft, words),
        confirm.goodForAnHour,
      ),
    ],
    facts: [...scenes.facts, [pay === "mine" ? several.byYou : facts.byTeam.will]],
    buttons: [start, ...flagsAsTextButton(jobId, each, flagsAsText, words), buttonFor({ kind: "cancel" }, words)],
    readAll: buttonFor({ kind: "read_all", jobId }, words),
  });
}

export function startLabel(each: readonly VideoRequest[], { several }: Words): string {
  return several.start(each.length, priceOfEach(each));
}

/** Empty if no video has to queue. In a chain, each starts when the previous one is done. */
function waitText(each: readonly VideoRequest[], placesLeft: PlacesLeft, { several }: Words): readonly string[] {
  if (placesLeft.now >= (areChained(each) ? 1 : each.length)) return [];
  return [several.willWait(placesLeft.now, each.length - placesLeft.now)];
}

/** Changes *Start it* to *Start anyway*. */
export function withTrouble(question: ChatMessage, trouble: Trouble, words: Words): ChatMessage {
  const { outage, buttons } = words;
  return {
    ...question,
    body: [[troubleText(trouble, words)], ...question.body],
    buttons: question.buttons.map((button) =>
      button.label === buttons.startIt ? { ...button, label: outage.startAnyway, style: "secondary" } : button,
    ),
  };
}

export function troubleText(trouble: Trouble, { outage }: Words): string {
  return trouble.kind === "down" ? outage.downText : outage.failingText(trouble.failed, trouble.ends);
}
