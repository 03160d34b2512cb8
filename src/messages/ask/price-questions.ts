import type { RoomLeft } from "../../core/batch/batch.ts";
import type { Button, ChatMessage, Sentence } from "../../core/chat.ts";
import { areChained } from "../../core/film/film-chain.ts";
import type { Trouble } from "../../core/health.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import type { PriceQuestion } from "../../core/request/kept-request.ts";
import { type Credits, priceOf, priceOfEach } from "../../core/request/price.ts";
import { meaningOf } from "../../core/request/settings.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import type { PaidBy, Payer } from "../../core/team/payer.ts";
import { buttonFor, waitKeptButton } from "../card/buttons.ts";
import { excerpt, settingsFacts } from "../card/card-facts.ts";
import { whereToLook } from "../card/card-outcome.ts";
import { message, paragraphs, quoteOf } from "../message.ts";
import type { Words } from "../words.ts";
import { scenesOf } from "./video-forms.ts";

export interface Asked extends PriceQuestion {
  readonly request: VideoRequest;
  /** Absent: the person's own key pays. */
  readonly pay?: PaidBy | undefined;
}

const TYPED_MAX = 200;

/** Asks before a video is started, about its meaning or its price. */
export function confirmPrice(jobId: JobId, asked: Asked, words: Words): ChatMessage {
  const question = questionOf(asked, words);
  const { request, asTyped } = asked;
  return {
    ...question,
    body: [...question.body, ...paragraphs(words.confirm.goodForAnHour)],
    buttons: [
      buttonFor({ kind: "start_kept", jobId }, words),
      ...asTypedButton(jobId, [request], asTyped ? [asTyped] : null, words),
      buttonFor({ kind: "cancel" }, words),
    ],
  };
}

/** Returns no button where no words were taken for flags. */
function asTypedButton(
  jobId: JobId,
  each: readonly VideoRequest[],
  asTyped: readonly VideoRequest[] | null,
  words: Words,
): readonly Button[] {
  if (!asTyped) return [];
  const price = priceOfEach(asTyped);
  return [buttonFor({ kind: "start_typed", jobId }, words, price === priceOfEach(each) ? null : price)];
}

/** Asks about one request: shows its prompt, its settings and who pays. */
function askAbout(
  request: VideoRequest,
  isTeams: boolean,
  parts: Pick<ChatMessage, "tone" | "title" | "body"> & Partial<ChatMessage>,
  words: Words,
): ChatMessage {
  const facts = settingsFacts(request, words, { isTeams });
  return message({ ...quoteOf(request.prompt, words), facts, ...parts });
}

/** Returns the question without its buttons, and without the part about the video service's trouble. */
function questionOf({ request, above, noticed, pay = "mine", trouble }: Asked, words: Words): ChatMessage {
  const { confirm, outage } = words;
  const price = priceOf(request);
  const costs: Sentence = [confirm.meantCosts(price)];
  const ask = (parts: Parameters<typeof askAbout>[2]) => askAbout(request, pay !== "mine", parts, words);
  if (noticed.length > 0) {
    const typed = { kind: "code", text: excerpt(noticed.join(" "), TYPED_MAX) } as const;
    return ask({ tone: "plain", title: confirm.meant, body: [confirm.meantText(typed, noticed.length), costs] });
  }
  if (trouble && above === null) return ask({ tone: "unsure", title: outage[trouble.kind], body: [costs] });
  return ask({ tone: "plain", title: confirm.price(price), body: paragraphs(whyAsked(price, above, words)) });
}

function whyAsked(price: Credits, above: Credits | null, { confirm }: Words): string {
  const isAlways = above === null || meaningOf(above) === "always";
  return isAlways ? confirm.priceTextAlways(price) : confirm.priceText(price, above);
}

/** Asks whether somebody whose whole prompt is the word "help" wants help or really a video of it. */
export function helpOrVideo(
  jobId: JobId,
  { request, pay = "mine" }: Pick<Asked, "request" | "pay">,
  words: Words,
): ChatMessage {
  const price = priceOf(request);
  const { title, text } = words.help.orVideo;
  const body = paragraphs(text(price), words.confirm.goodForAnHour);
  const buttons: readonly Button[] = [
    { ...buttonFor({ kind: "help" }, words), style: "primary" },
    { ...buttonFor({ kind: "start_kept", jobId }, words), style: "secondary" },
    buttonFor({ kind: "cancel" }, words),
  ];
  return askAbout(request, pay !== "mine", { tone: "plain", title, body, buttons }, words);
}

/** Puts the question below the message that the key is saved, for which the request had waited. */
export function savedAndAsked(saved: ChatMessage, asked: ChatMessage): ChatMessage {
  return { ...asked, body: [...saved.body, ...asked.body] };
}

/** Asks before a video is made again whose first try may have been charged. */
export function confirmAgain(job: Job, jobId: JobId, words: Words): ChatMessage {
  const { confirm, unknown } = words;
  const outcome = outcomeOf(job);
  const [taskId, atMost] = outcome?.kind === "unknown" ? [outcome.taskId, outcome.atMost] : [null, job.price];
  const body = [
    [confirm.nobodyKnows(unknown.mayBeCharged(atMost))],
    whereToLook(taskId, words),
    [confirm.againCosts(job.price)],
    [confirm.goodForAnHour],
  ];
  const buttons = startOrCancel(jobId, words);
  return askAbout(job.request, job.team !== undefined, { tone: "unsure", title: confirm.again, body, buttons }, words);
}

export function confirmIn720p(job: Job, jobId: JobId, words: Words): ChatMessage {
  const request = { ...job.request, resolution: "720p" } as const;
  const { in720p: title, in720pCosts, goodForAnHour } = words.confirm;
  const body = paragraphs(in720pCosts(priceOf(request)), goodForAnHour);
  const buttons = startOrCancel(jobId, words);
  return askAbout(request, job.team !== undefined, { tone: "plain", title, body, buttons }, words);
}

/** Adds to the question that the video would have to wait for a running place. */
export function waitsForTurnToo(question: ChatMessage, { queue }: Words): ChatMessage {
  return { ...question, body: [...question.body, [queue.willWait]] };
}

function startOrCancel(jobId: JobId, words: Words): readonly Button[] {
  return [buttonFor({ kind: "start_kept", jobId }, words), buttonFor({ kind: "cancel" }, words)];
}

/** Several videos with the parts of the question about them. */
export interface BatchAsked {
  readonly each: readonly VideoRequest[];
  readonly pay: PaidBy;
  /** Words of their prompts that were taken for flags. */
  readonly noticed: readonly string[];
  /** The requests with those words left in their prompts; null: there were none. */
  readonly asTyped: readonly VideoRequest[] | null;
  /** null: the room is not known. */
  readonly room: RoomLeft | null;
}

/**
 * Asks before several videos are started: shows what they are, their total cost, who pays, and which of them will wait.
 */
export function confirmBatch(jobId: JobId, asked: BatchAsked, words: Words): ChatMessage {
  const question = batchQuestion(asked, words);
  const start = { ...buttonFor({ kind: "start_kept", jobId }, words), label: startLabel(asked.each, words) };
  return {
    ...question,
    body: [...question.body, ...paragraphs(words.confirm.goodForAnHour)],
    buttons: [start, ...asTypedButton(jobId, asked.each, asked.asTyped, words), buttonFor({ kind: "cancel" }, words)],
  };
}

export function startLabel(each: readonly VideoRequest[], { several }: Words): string {
  return several.start(each.length, priceOfEach(each));
}

function batchQuestion({ each, pay, noticed, room }: BatchAsked, words: Words): ChatMessage {
  const { several, confirm, facts } = words;
  const scenes = scenesOf(each, words);
  const price = priceOfEach(each);
  const typed = { kind: "code", text: excerpt(noticed.join(" "), TYPED_MAX) } as const;
  const body: readonly Sentence[] = [
    ...(noticed.length > 0 ? [confirm.meantText(typed, noticed.length)] : []),
    ...scenes.body,
    [each.length === 1 ? confirm.meantCosts(price) : several.costs(price)],
    ...paragraphs(...(areChained(each) ? [words.several.chainAsk] : []), ...waitText(each, room, words)),
  ];
  const payer = [pay === "mine" ? several.paidByYou : facts.paidByTeam];
  return message({
    tone: "plain",
    title: noticed.length > 0 ? confirm.meant : several.ask(each.length),
    ...scenes,
    body,
    facts: [...scenes.facts, payer],
  });
}

/** Says which videos wait; empty where all start at once, or one after the other as soon as they can. */
function waitText(each: readonly VideoRequest[], room: RoomLeft | null, { several }: Words): readonly string[] {
  if (room === null || room.now >= (areChained(each) ? 1 : each.length)) return [];
  return [several.willWait(room.now, each.length - room.now)];
}

/**
 * Adds the video service's trouble to the question, and what can be done instead of starting. The request is stored
 * under that id; `pay`: the question offers that payer instead of the one that it was stored with.
 */
export function withTrouble(
  question: ChatMessage,
  trouble: Trouble,
  jobId: JobId,
  words: Words,
  pay?: Payer,
): ChatMessage {
  const { outage, buttons } = words;
  const isCancel = ({ label }: Button) => label === buttons.cancel;
  const starts = question.buttons
    .filter((button) => !isCancel(button))
    .map((button) => (button.label === buttons.startIt ? anyway(button, words) : button));
  return {
    ...question,
    body: [[troubleText(trouble, words)], ...question.body, [outage.later]],
    buttons: [...starts, waitKeptButton(jobId, words, pay), ...question.buttons.filter(isCancel)],
  };
}

function anyway(button: Button, { outage }: Words): Button {
  return { ...button, label: outage.buttons.startAnyway, style: "secondary" };
}

/** Says what is wrong with the video service, and what that means for a video started now. */
export function troubleText(trouble: Trouble, { outage }: Words): string {
  return trouble.kind === "down" ? outage.downText : outage.failingText(trouble.failed, trouble.ends);
}
