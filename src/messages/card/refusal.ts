import type { ChatMessage, Sentence } from "../../core/chat.ts";
import { type Job, type JobRefusal, outcomeOf } from "../../core/job/job.ts";
import { priceOf } from "../../core/request/price.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, told } from "../message.ts";
import { whereKeysAre } from "../pages/keys.ts";
import { type Words, wordsIn } from "../words.ts";
import {
  againButton,
  checkCreditsButtons,
  deleteButtons,
  editButton,
  getKeyButtons,
  renewKeyButton,
  riskyButtons,
} from "./buttons.ts";
import { excerpt } from "./excerpt.ts";
import { payerFacts, settingsFacts } from "./facts.ts";
import { maybeCharged } from "./maybe-charged.ts";
import { pictureProblemText } from "./picture-problem.ts";

type Asked = Pick<Job, "request" | "price" | "team">;

/** What a refusal means for the person who asked: what happened, that nothing was charged, what to do next. */
export function refusalOf(refused: JobRefusal, asked: Asked, words: Words): ChatMessage {
  const { refusal } = words;
  if (asked.team && isOfPayer(refused)) return teamRefusal(refused.kind, asked, words);
  switch (refused.kind) {
    case "no_key":
      return { ...keyRefusal(refusal.noKey, words, [whereKeysAre(words)]), tone: "key" };
    case "bad_key":
      return keyRefusal(refusal.badKey, words);
    case "no_credits":
      return told(
        "bad",
        { title: refusal.noCredits, body: noCreditsBody(asked, words) },
        { buttons: checkCreditsButtons(words) },
      );
    case "bad_request": {
      const { title, body, said, edit } = refusal.badRequest;
      if (refused.said !== undefined) return told("bad", { title, body: [said(refused.said), edit] });
      const next = asked.request.picture ? refusal.changePromptOrPicture : refusal.changePrompt;
      return told("bad", { title, body: [...body, next] });
    }
    case "busy":
    case "rate_limited":
      return told("bad", refusal.rateLimited);
    case "wrong_address":
      return told("bad", refusal.wrongAddress);
    case "unavailable": {
      const { sent, isError = false } = refused;
      return sent
        ? maybeCharged({ taskId: null, atMost: asked.price, isError }, words)
        : told("bad", refusal.unavailable);
    }
    case "picture": {
      const body = [pictureProblemText(refused.problem, words), refusal.nothingCharged];
      return told("bad", { title: refusal.picture, body });
    }
    default:
      return unreachable(refused);
  }
}

/** Why it was refused, in a few words: the video service's own, where it said some. */
export function refusalReason(refused: JobRefusal, asked: Asked, words: Words): string {
  const said = refused.kind === "bad_request" ? refused.said : undefined;
  return said === undefined ? refusalOf(refused, asked, words).title : `“${excerpt(said, REASON_MAX)}”`;
}

/** So much of the service's words stands in one line. */
const REASON_MAX = 60;

type OfPayer = Extract<JobRefusal, { readonly kind: "no_key" | "bad_key" | "no_credits" }>;

/** It is about the key or the account that pays. */
function isOfPayer(refused: JobRefusal): refused is OfPayer {
  return refused.kind === "no_key" || refused.kind === "bad_key" || refused.kind === "no_credits";
}

/** The team's key or account stopped it: its person can do nothing but tell somebody, or pay themselves. */
function teamRefusal(kind: OfPayer["kind"], { price }: Asked, { team }: Words): ChatMessage {
  const { noKey, badKey, noCredits, costs, next } = team.refused;
  const { title, body } =
    kind === "no_key" ? noKey : kind === "bad_key" ? badKey : { title: noCredits, body: [costs(price)] };
  return told("bad", { title, body: [...body, next] });
}

/** The same with the buttons of a card. */
export function refusedWords(refusal: JobRefusal, job: Job): ChatMessage {
  const words = wordsIn(job.locale);
  const said = refusalOf(refusal, job, words);
  if (said.tone === "unsure") return { ...said, buttons: riskyButtons(job, words) };
  const buttons = [againButton(job, words), editButton(job.id, words), ...deleteButtons(job, words)];
  const needsKey = !job.team && (refusal.kind === "no_key" || refusal.kind === "bad_key");
  return { ...said, buttons: [...(needsKey ? [renewKeyButton(job.id, words)] : []), ...said.buttons, ...buttons] };
}

/** The private message in the place of a card that was taken away; only for a job whose outcome is a refusal. */
export function refusedPrivately(job: Job): ChatMessage {
  const outcome = outcomeOf(job);
  if (outcome?.kind !== "refused") throw new Error(`job ${job.id} is ${job.state.status}, not refused`);
  const words = wordsIn(job.locale);
  const facts = [...settingsFacts(job.request, words), ...payerFacts(job.team !== undefined, words)];
  return { ...refusedWords(outcome.refusal, job), quote: job.request.prompt, facts };
}

function keyRefusal(why: Words["refusal"]["noKey"], words: Words, where: ChatMessage["body"] = []): ChatMessage {
  const next: Sentence = words.refusal.addKeyThen({ kind: "strong", text: words.buttons.again });
  const body = [...paragraphs(...why.body), ...where, next];
  return message({ tone: "bad", title: why.title, body, buttons: getKeyButtons(words) });
}

function noCreditsBody({ request, price }: Asked, { refusal }: Words): readonly string[] {
  const isCheapest = request.resolution === "480p" && request.duration === 10;
  return [refusal.costs(price), isCheapest ? refusal.topUp : refusal.topUpOr(priceOf("480p", 10))];
}
