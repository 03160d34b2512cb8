import type { ChatMessage } from "../core/chat.ts";
import type { JobId } from "../core/job.ts";
import { type Credits, priceOf } from "../core/price.ts";
import { meaningOf } from "../core/settings.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { cancelButton, helpButton, startKeptButton } from "./buttons.ts";
import { settingsFacts } from "./facts.ts";
import { message, paragraphs, told } from "./message.ts";
import type { Words } from "./words.ts";

/** Asks before a video is started that costs more than its person takes for granted: `above` that many credits. */
export function confirmPrice(
  jobId: JobId,
  { request, above }: { readonly request: VideoRequest; readonly above: number },
  words: Words,
): ChatMessage {
  const price = priceOf(request.resolution, request.duration);
  return message({
    tone: "plain",
    title: words.confirm.price(price),
    quote: request.prompt,
    body: paragraphs(whyAsked(price, above, words), words.confirm.goodForAnHour),
    facts: settingsFacts(request, words),
    buttons: [startKeptButton(jobId, words), cancelButton(words)],
  });
}

/** What it costs, and that its person wants to be asked. */
export function whyAsked(price: Credits, above: Credits, { confirm }: Words): string {
  return meaningOf(above) === "always" ? confirm.priceTextAlways(price) : confirm.priceText(price, above);
}

/** Asks whether somebody whose whole prompt is the word "help" wants help or really a video of it. */
export function helpOrVideo(jobId: JobId, request: VideoRequest, words: Words): ChatMessage {
  const price = priceOf(request.resolution, request.duration);
  const { title, text } = words.help.orVideo;
  return message({
    tone: "plain",
    title,
    quote: request.prompt,
    body: paragraphs(text(price), words.confirm.goodForAnHour),
    facts: settingsFacts(request, words),
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
