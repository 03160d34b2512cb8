import type { RoomLeft } from "../../core/batch/batch.ts";
import type { Button, ChatMessage, Sentence } from "../../core/chat.ts";
import { areChained } from "../../core/film/film-chain.ts";
import type { JobId } from "../../core/job/ids.ts";
import { priceOfEach } from "../../core/request/price.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import type { PaidBy } from "../../core/team/payer.ts";
import { cancelButton, startItButton, startKeptButton, startTypedButton } from "../card/buttons.ts";
import { excerpt } from "../card/excerpt.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";
import { scenesOf } from "./scenes.ts";

/** Several videos, and what is asked about them. */
export interface BatchAsked {
  /** In their order, one at least. */
  readonly each: readonly VideoRequest[];
  readonly pay: PaidBy;
  /** Words of their prompts that were taken for flags. */
  readonly noticed: readonly string[];
  /** The same with those words left in their prompts; null: none were. */
  readonly asTyped: readonly VideoRequest[] | null;
  /** null: it is not known. */
  readonly room: RoomLeft | null;
}

/** So much of what was typed is said again, in characters. */
const TYPED_MAX = 200;

/** Asks before several videos are started: what they are, what they cost together, who pays, and which of them will wait. */
export function confirmBatch(jobId: JobId, asked: BatchAsked, words: Words): ChatMessage {
  const question = questionOf(asked, words);
  const start = { ...startKeptButton(jobId, words), label: startLabel(asked.each, words) };
  return {
    ...question,
    body: [...question.body, ...paragraphs(words.confirm.goodForAnHour)],
    buttons: [start, ...asTypedButton(jobId, asked, words), cancelButton(words)],
  };
}

function asTypedButton(jobId: JobId, { each, asTyped }: BatchAsked, words: Words): readonly Button[] {
  if (!asTyped) return [];
  const price = priceOfEach(asTyped);
  return [startTypedButton(jobId, price === priceOfEach(each) ? null : price, words)];
}

/** Asks the same before what failed of a batch is tried again; `nth`: how many batches that button has made before. */
export function confirmRetry(batch: JobId, nth: number, asked: BatchAsked, words: Words): ChatMessage {
  const start: Button = {
    ...startItButton({ jobId: batch, button: "retry_failed", nth }, words),
    label: startLabel(asked.each, words),
  };
  return { ...questionOf(asked, words), buttons: [start, cancelButton(words)] };
}

/** The button that starts them says how many they are, and their price. */
export function startLabel(each: readonly VideoRequest[], { several }: Words): string {
  return several.start(each.length, priceOfEach(each));
}

/** In the place of the question, whose videos have their card. */
export function severalStarted({ several }: Words): ChatMessage {
  return message({ tone: "plain", title: several.started });
}

function questionOf({ each, pay, noticed, room }: BatchAsked, words: Words): ChatMessage {
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

/** Nothing where all of them start at once, or one after the other as soon as they can. */
function waitText(each: readonly VideoRequest[], room: RoomLeft | null, { several }: Words): readonly string[] {
  if (room === null || room.now >= (areChained(each) ? 1 : each.length)) return [];
  return [several.willWait(room.now, each.length - room.now)];
}
