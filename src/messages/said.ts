import type { ChatMessage } from "../core/chat.ts";
import type { JobId } from "../core/job.ts";
import { priceOf } from "../core/price.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { addKeyButton, helpButton, makeVideoButton, openKeptButton } from "./buttons.ts";
import { factsForOwner } from "./facts.ts";
import { told } from "./message.ts";
import type { Words } from "./words.ts";

/** Offers to make a video of what somebody wrote to the bot. */
export function makeOfThis(id: JobId, request: VideoRequest, words: Words): ChatMessage {
  const price = priceOf(request.resolution, request.duration);
  return told("plain", words.said.offer, {
    quote: request.prompt,
    facts: factsForOwner({ request, price }, words),
    buttons: [openKeptButton(id, words)],
  });
}

/** Somebody wrote to the bot, or mentioned it, without a word about a video. */
export function sayWhat(words: Words): ChatMessage {
  return told("plain", words.said.what, { buttons: [makeVideoButton(words)] });
}

/** Somebody greeted the bot. */
export function greeting(words: Words): ChatMessage {
  return told("plain", words.said.hello, { buttons: [makeVideoButton(words), helpButton(words)] });
}

/** What was written may be an API key: it is not repeated. */
export function keyInTheOpen(words: Words): ChatMessage {
  const buttons = [addKeyButton(words), { ...makeVideoButton(words), style: "secondary" } as const];
  return told("bad", words.leak.inTheOpen, { buttons });
}
