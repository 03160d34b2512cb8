import type { ChatMessage } from "../core/chat.ts";
import type { JobId } from "../core/job.ts";
import { priceOf } from "../core/price.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { cancelButton, startKeptButton } from "./buttons.ts";
import { creditsText } from "./credits-text.ts";
import { factsForOwner } from "./facts.ts";
import { message, paragraphs } from "./message.ts";

/** Asks before a video is started that costs more than its person takes for granted. */
export function confirmPrice(jobId: JobId, request: VideoRequest, most: number): ChatMessage {
  const price = priceOf(request.resolution, request.duration);
  return message({
    tone: "waiting",
    title: `Start it for ${creditsText(price)}?`,
    quote: request.prompt,
    body: paragraphs(
      `This video costs ${creditsText(price)}, and you want to be asked above ${most}. Nothing was charged.`,
      "The question is good for an hour.",
    ),
    facts: factsForOwner({ request, price }),
    buttons: [startKeptButton(jobId), cancelButton],
  });
}

/** The same below the word that the key is saved, for which the request had waited. */
export function savedAndAsked(saved: ChatMessage, asked: ChatMessage): ChatMessage {
  return { ...asked, body: [...saved.body, ...asked.body] };
}

/** The question is older than an hour. */
export function questionTooOld(): ChatMessage {
  const body = paragraphs("Reelay has forgotten what this was about. Nothing was charged.", "Ask for the video again.");
  return message({ tone: "bad", title: "Too old", body });
}
