import type { ConfirmedButton } from "../core/button.ts";
import type { ChatMessage } from "../core/chat.ts";
import { type Job, outcomeOf } from "../core/job.ts";
import { priceOf } from "../core/price.ts";
import { cancelButton, startItButton } from "./buttons.ts";
import { creditsText } from "./credits-text.ts";
import { factsForOwner } from "./facts.ts";
import { whereToLook } from "./maybe-charged.ts";
import { message, paragraphs } from "./message.ts";

/** Asks before a video is made again whose first try may have been charged. */
export function confirmAgain(job: Job, nth: number): ChatMessage {
  const outcome = outcomeOf(job);
  const [taskId, atMost] = outcome?.kind === "unknown" ? [outcome.taskId, outcome.atMost] : [null, job.price];
  return message({
    tone: "unsure",
    title: "Start it once more?",
    quote: job.request.prompt,
    body: [
      [`Nobody knows what became of this video. It may have been charged: ${creditsText(atMost)} at most.`],
      whereToLook(taskId),
      [`Starting it once more costs ${creditsText(job.price)}, whatever the first one cost.`],
    ],
    facts: factsForOwner(job),
    buttons: confirmButtons(job, "again", nth),
  });
}

/** Asks before the same video is made in 720p, and names the price. */
export function confirmIn720p(job: Job, nth: number): ChatMessage {
  const request = { ...job.request, resolution: "720p" } as const;
  const price = priceOf(request.resolution, request.duration);
  return message({
    tone: "plain",
    title: "Make it in 720p?",
    quote: request.prompt,
    body: paragraphs(`This makes the video once more, in 720p. It costs ${creditsText(price)}.`),
    facts: factsForOwner({ request, price }),
    buttons: confirmButtons(job, "in_720p", nth),
  });
}

/** In the place of a confirmation that was not wanted. */
export function nothingStarted(): ChatMessage {
  return message({ tone: "plain", title: "Nothing was started." });
}

function confirmButtons({ id: jobId }: Job, button: ConfirmedButton, nth: number): ChatMessage["buttons"] {
  return [startItButton({ jobId, button, nth }), cancelButton];
}
