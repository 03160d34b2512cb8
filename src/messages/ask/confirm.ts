import type { ConfirmedButton } from "../../core/button.ts";
import type { Button, ChatMessage } from "../../core/chat.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { priceOf } from "../../core/request/price.ts";
import type { PriceQuestion } from "../../core/request/unconfirmed-request.ts";
import { cancelButton, startItButton } from "../card/buttons.ts";
import { payerFacts, settingsFacts } from "../card/facts.ts";
import { whereToLook } from "../card/maybe-charged.ts";
import { message, paragraphs, quoteOf } from "../message.ts";
import type { Words } from "../words.ts";
import { questionOf } from "./confirm-price.ts";

/** Asks before a video is made again whose first try may have been charged. */
export function confirmAgain(job: Job, nth: number, words: Words): ChatMessage {
  const { confirm, unknown } = words;
  const outcome = outcomeOf(job);
  const [taskId, atMost] = outcome?.kind === "unknown" ? [outcome.taskId, outcome.atMost] : [null, job.price];
  return message({
    tone: "unsure",
    title: confirm.again,
    ...quoteOf(job.request.prompt, words),
    body: [
      [confirm.nobodyKnows(unknown.mayBeCharged(atMost))],
      whereToLook(taskId, words),
      [confirm.againCosts(job.price)],
    ],
    facts: [...settingsFacts(job.request, words), ...payerFacts(job.team !== undefined, words)],
    buttons: [startButton(job, "again", nth, words), cancelButton(words)],
  });
}

/** Asks before a video is made again that costs more than its person takes for granted. */
export function confirmAgainFor(
  job: Job,
  { button, nth, ...question }: PriceQuestion & { readonly button: "again" | "own_key"; readonly nth: number },
  words: Words,
): ChatMessage {
  const asked = questionOf({ request: job.request, pay: job.team && "team", ...question }, words);
  return { ...asked, buttons: [startButton(job, button, nth, words), cancelButton(words)] };
}

/** Asks before the same video is made in 720p, and names the price. */
export function confirmIn720p(job: Job, nth: number, words: Words): ChatMessage {
  const request = { ...job.request, resolution: "720p" } as const;
  const price = priceOf(request.resolution, request.duration);
  return message({
    tone: "plain",
    title: words.confirm.in720p,
    ...quoteOf(request.prompt, words),
    body: paragraphs(words.confirm.in720pCosts(price)),
    facts: [...settingsFacts(request, words), ...payerFacts(job.team !== undefined, words)],
    buttons: [startButton(job, "in_720p", nth, words), cancelButton(words)],
  });
}

/** The same question, where the video would have to wait for a running place. */
export function waitsForTurnToo(question: ChatMessage, { line }: Words): ChatMessage {
  return { ...question, body: [...question.body, [line.willWait]] };
}

/** In the place of a confirmation that was not wanted. */
export function nothingStarted({ confirm }: Words): ChatMessage {
  return message({ tone: "plain", title: confirm.nothingStarted });
}

/** In the place of a confirmation whose video has its card. */
export function started({ confirm }: Words): ChatMessage {
  return message({ tone: "plain", title: confirm.started });
}

function startButton({ id: jobId }: Job, button: ConfirmedButton, nth: number, words: Words): Button {
  return startItButton({ jobId, button, nth }, words);
}
