import type { ChatMessage } from "../core/chat.ts";
import type { JobId } from "../core/job.ts";
import { priceOf } from "../core/price.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { addKeyButton, makeVideoButton, openKeptButton } from "./buttons.ts";
import { factsForOwner } from "./facts.ts";
import { message, paragraphs } from "./message.ts";

/** Offers to make a video of what somebody wrote to the bot. */
export function makeOfThis(id: JobId, request: VideoRequest): ChatMessage {
  const price = priceOf(request.resolution, request.duration);
  return message({
    tone: "plain",
    title: "A video of this?",
    quote: request.prompt,
    body: paragraphs("Nothing was charged yet. The form shows everything before it starts; this is good for an hour."),
    facts: factsForOwner({ request, price }),
    buttons: [openKeptButton(id)],
  });
}

/** Somebody wrote to the bot, or mentioned it, without a word about a video. */
export function sayWhat(): ChatMessage {
  return message({
    tone: "plain",
    title: "What should happen in the video?",
    body: paragraphs("Say it in a few words, or open the form."),
    buttons: [makeVideoButton],
  });
}

/** What was written may be an API key: it is not repeated. */
export function keyInTheOpen(): ChatMessage {
  return message({
    tone: "bad",
    title: "That looks like a key",
    body: paragraphs(
      "Something in your message looks like an API key or an access token. Reelay kept nothing of it. Delete your message, and make a new key where others may have read it.",
      "A key belongs into the private form. If it was none, use the form for your video as well.",
    ),
    buttons: [addKeyButton, { ...makeVideoButton, style: "secondary" }],
  });
}
