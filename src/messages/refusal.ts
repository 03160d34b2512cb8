import type { ChatMessage, Sentence } from "../core/chat.ts";
import { type Job, type JobRefusal, outcomeOf } from "../core/job.ts";
import { priceOf } from "../core/price.ts";
import { unreachable } from "../core/result.ts";
import { addKeyButton, againButton, deleteButton, editButton, riskyButtons } from "./buttons.ts";
import { creditsText } from "./credits-text.ts";
import { factsForOwner } from "./facts.ts";
import { maybeCharged } from "./maybe-charged.ts";
import { message, paragraphs } from "./message.ts";
import { pictureProblemText } from "./picture-problem.ts";

/** What a refusal means for the person who asked: what happened, that nothing was charged, what to do next. */
export function refusalOf(refusal: JobRefusal, asked: Pick<Job, "request" | "price">): ChatMessage {
  switch (refusal.kind) {
    case "no_key":
      return keyRefusal("Your key is missing", "There is no API key of yours that could be used.");
    case "bad_key":
      return keyRefusal("Your key was refused", "The video service does not accept your API key.");
    case "no_credits":
      return said("Not enough credits", noCreditsBody(asked));
    case "bad_request":
      return said("The video service said no", [
        "The video service did not take this request. Nothing was charged.",
        `Change the prompt${asked.request.picture ? " or the picture" : ""}, and ask again.`,
      ]);
    case "rate_limited":
      return said("The video service is too busy", [
        "The video service had no room for this video. Nothing was charged.",
        "Press Again in a few minutes.",
      ]);
    case "unavailable":
      if (refusal.sent) return maybeCharged(null, asked.price);
      return said("The video service cannot be reached", [
        "The video service could not be reached, so this video was not started. Nothing was charged.",
        "Press Again in a few minutes.",
      ]);
    case "picture":
      return said("This picture cannot be used", [pictureProblemText(refusal.problem), "Nothing was charged."]);
    default:
      return unreachable(refusal);
  }
}

/** The same with the buttons of a card. */
export function refusedWords(refusal: JobRefusal, job: Job): ChatMessage {
  const words = refusalOf(refusal, job);
  if (words.tone === "unsure") return { ...words, buttons: riskyButtons(job.id) };
  return { ...words, buttons: [...words.buttons, againButton(job.id), editButton(job.id), deleteButton(job.id)] };
}

/** The private message in the place of a card that was taken away; only for a job whose outcome is a refusal. */
export function refusedPrivately(job: Job): ChatMessage {
  const outcome = outcomeOf(job);
  if (outcome?.kind !== "refused") throw new Error(`job ${job.id} is ${job.state.status}, not refused`);
  return { ...refusedWords(outcome.refusal, job), quote: job.request.prompt, facts: factsForOwner(job) };
}

function keyRefusal(title: string, what: string): ChatMessage {
  const body: readonly Sentence[] = [
    [`${what} Nothing was charged.`],
    ["Add a new key, then press ", { kind: "strong", text: "Again" }, "."],
  ];
  return message({ tone: "bad", title, body, buttons: [addKeyButton] });
}

function noCreditsBody({ request, price }: Pick<Job, "request" | "price">): readonly string[] {
  const costs = `This video costs ${creditsText(price)} and your account has too few. Nothing was charged.`;
  const least = priceOf("480p", 10);
  const isCheapest = request.resolution === "480p" && request.duration === 10;
  if (isCheapest) return [costs, "Top up your account at the video service, then press Again."];
  return [
    costs,
    `Top up your account at the video service, or choose 480p and 10 seconds, which costs ${creditsText(least)}.`,
  ];
}

function said(title: string, texts: readonly string[]): ChatMessage {
  return message({ tone: "bad", title, body: paragraphs(...texts) });
}
