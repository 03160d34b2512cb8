import type { Button, ChatMessage, Sentence } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Credits, priceOf } from "../../core/request/price.ts";
import { meaningOf } from "../../core/request/settings.ts";
import type { PriceQuestion } from "../../core/request/unconfirmed-request.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import type { PaidBy } from "../../core/team/payer.ts";
import { cancelButton, helpButton, startKeptButton, startTypedButton } from "../card/buttons.ts";
import { excerpt } from "../card/excerpt.ts";
import { payerFacts, settingsFacts } from "../card/facts.ts";
import { message, paragraphs, quoteOf, told } from "../message.ts";
import type { Words } from "../words.ts";

/** A request, and what is asked about it. */
export interface Asked extends PriceQuestion {
  readonly request: VideoRequest;
  /** Absent: their own key pays. */
  readonly pay?: PaidBy | undefined;
}

/** So much of what was typed is said again, in characters. */
const TYPED_MAX = 200;

/** Asks before a video is started, as it was meant or for its price. */
export function confirmPrice(jobId: JobId, asked: Asked, words: Words): ChatMessage {
  const question = questionOf(asked, words);
  return {
    ...question,
    body: [...question.body, ...paragraphs(words.confirm.goodForAnHour)],
    buttons: [startKeptButton(jobId, words), ...asTypedButton(jobId, asked, words), cancelButton(words)],
  };
}

/** None where no words were taken for flags. */
function asTypedButton(jobId: JobId, { request, asTyped }: Asked, words: Words): readonly Button[] {
  if (!asTyped) return [];
  const price = priceOf(asTyped.resolution, asTyped.duration);
  const isSame = price === priceOf(request.resolution, request.duration);
  return [startTypedButton(jobId, isSame ? null : price, words)];
}

/** The question without its buttons, and without what the video service's trouble adds to it. */
export function questionOf({ request, above, noticed, pay = "mine", trouble }: Asked, words: Words): ChatMessage {
  const { confirm, outage } = words;
  const price = priceOf(request.resolution, request.duration);
  const isMeant = noticed.length > 0;
  const typed = { kind: "code", text: excerpt(noticed.join(" "), TYPED_MAX) } as const;
  const costs: Sentence = [confirm.meantCosts(price)];
  if (trouble && above === null && !isMeant) {
    const facts = [...settingsFacts(request, words), ...payerFacts(pay !== "mine", words)];
    return message({
      tone: "unsure",
      title: outage[trouble.kind],
      ...quoteOf(request.prompt, words),
      body: [costs],
      facts,
    });
  }
  const meant: readonly Sentence[] = [confirm.meantText(typed, noticed.length), costs];
  return message({
    tone: "plain",
    title: isMeant ? confirm.meant : confirm.price(price),
    ...quoteOf(request.prompt, words),
    body: isMeant ? meant : paragraphs(whyAsked(price, above, words)),
    facts: [...settingsFacts(request, words), ...payerFacts(pay !== "mine", words)],
  });
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
  const price = priceOf(request.resolution, request.duration);
  const { title, text } = words.help.orVideo;
  return message({
    tone: "plain",
    title,
    ...quoteOf(request.prompt, words),
    body: paragraphs(text(price), words.confirm.goodForAnHour),
    facts: [...settingsFacts(request, words), ...payerFacts(pay !== "mine", words)],
    buttons: [
      { ...helpButton(words), style: "primary" },
      { ...startKeptButton(jobId, words), style: "secondary" },
      cancelButton(words),
    ],
  });
}

/** The same below the word that the key is saved, for which the request had waited. */
export function savedAndAsked(saved: ChatMessage, asked: ChatMessage): ChatMessage {
  return { ...asked, body: [...saved.body, ...asked.body] };
}

/** The question is older than an hour. */
export function questionTooOld({ confirm }: Words): ChatMessage {
  return told("bad", confirm.tooOld);
}
