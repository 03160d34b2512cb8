import { partsToRetry, priceOfAll } from "../../core/batch/batch.ts";
import { cardPlace } from "../../core/card-place.ts";
import type { Button, ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { type Chain, continuesOf, hasFilm, isChain, lacksPicture, NO_CHAIN } from "../../core/film/film-chain.ts";
import {
  isBeforePaid,
  isRepeating,
  isSettled,
  type Job,
  type JobState,
  type Outcome,
  type Running,
} from "../../core/job/job.ts";
import { TRAITS } from "../../core/platform.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, quoteOf, textMessage } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";
import { eachOf, severalMessage } from "./batch-card.ts";
import { buttonFor } from "./buttons.ts";
import { chainFacts, factsOf, isFilmShown, showsMadePicture } from "./card-facts.ts";
import { notStartedMessage, outcomeMessage } from "./card-outcome.ts";
import { needButtons, needText, progressOf, silenceTexts, waitingIfLost, waitingStateMessage } from "./card-state.ts";

/** Uses the requester's language. `parts` are the current parts of a batch. */
export function cardOf(job: Job, now: EpochMs, parts: readonly Job[] = [], chain = NO_CHAIN): ChatMessage {
  const words = wordsIn(job.locale);
  const priced = job.parts ? { ...job, price: priceOfAll(parts) } : job;
  const stateMessage = messageOfState(priced, { now, words, parts, chain });
  const lastEditAt = isSettled(job) ? null : cardPlace(job.reply).lastEditAt();
  const updatesStop = lastEditAt !== null && now >= lastEditAt ? paragraphs(words.card.updatesStop) : [];
  const chained = isChain(parts) ? [[words.several.chained]] : [];
  const film = { description: job.request.prompt };
  const ownFilm = { video: hasFilm(job) ? film : null, ...(showsMadePicture(job) && { frames: [film] }) };
  return {
    ...stateMessage,
    body: [...stateMessage.body, ...updatesStop],
    facts: [...chained, ...chainFacts(job, chain, words), ...factsOf(priced, parts, words)],
    hidesPreview: isFilmShown(job),
    ...(job.parts ? eachOf(parts, { now, words }) : { ...quoteOf(job.request.prompt, words), ...ownFilm }),
    job: job.id,
    mark: job.mark,
  };
}

interface Shown {
  readonly now: EpochMs;
  readonly words: Words;
  readonly parts: readonly Job[];
  readonly chain: Chain;
}

function messageOfState(job: Job, { now, words, parts, chain }: Shown): ChatMessage {
  const { state } = job;
  const buttons = notifyButtons(job, now, words);
  switch (state.status) {
    case "waiting": {
      const waitingMessage = mayBeLost(job) ? waitingIfLost(job, words) : waitingStateMessage(job, state, now, words);
      return { ...waitingMessage, buttons: [...waitingMessage.buttons, ...buttons] };
    }
    case "accepted": {
      if (mayBeLost(job)) return { ...received(words), buttons };
      if (!lacksPicture(job) || continuesOf(job) === null) return { ...acceptedMessage(state, words), buttons };
      return {
        ...starting(words, words.card.fetchingFilm),
        buttons: [buttonFor({ kind: "withdraw", jobId: job.id }, words), ...buttons],
      };
    }
    case "gathering": {
      const batchMessage = mayBeLost(job) ? received(words) : severalMessage(job, parts, { now, words, chain });
      return { ...batchMessage, buttons: [...batchMessage.buttons, ...buttons] };
    }
    // Shown like "accepted": this state is too brief to be worth an edit.
    case "submitting":
      return { ...(isRepeating(job) ? starting(words, words.card.notConfirmed) : starting(words)), buttons };
    case "running":
      return runningMessage(job, state, { now, words });
    case "announcing":
    case "posting":
    case "attaching":
    case "keeping":
    case "closed":
      return endMessage(job, state.outcome, { now, words, parts, chain });
    default:
      return unreachable(state);
  }
}

function endMessage(job: Job, outcome: Outcome, { now, words, parts, chain }: Shown): ChatMessage {
  if (outcome.kind === "several") return severalMessage(job, parts, { now, words, chain });
  if (!job.parts || outcome.kind !== "not_started") return outcomeMessage(job, outcome, now, chain);
  const { buttons } = severalMessage(job, parts, { now, words, chain });
  const next = partsToRetry(parts).length > 0 ? [words.outcome.pressRetry] : [];
  return notStartedMessage(job, outcome.why, next, buttons);
}

/** This Slack card may be lost and then never be edited, so it shows only text that cannot become wrong. */
function received({ card }: Words): ChatMessage {
  return textMessage("plain", card.received);
}

function mayBeLost(job: Job): boolean {
  const { reply, state } = job;
  const isFirst = isBeforePaid(job) || state.status === "gathering";
  return TRAITS[reply.platform].losesFirstCards && isFirst && "answer" in state && state.answer !== "given";
}

function starting({ card }: Words, ...texts: readonly string[]): ChatMessage {
  return textMessage("waiting", { title: card.starting, body: texts });
}

function acceptedMessage({ waitingFor }: Extract<JobState, { status: "accepted" }>, words: Words): ChatMessage {
  switch (waitingFor) {
    case null:
      return starting(words);
    case "rate_limit":
      return textMessage("waiting", words.card.queued);
    case "service":
      return starting(words, words.card.serviceAway);
    default:
      return unreachable(waitingFor);
  }
}

function runningMessage(job: Job, state: Running, { now, words }: { now: EpochMs; words: Words }): ChatMessage {
  const { card } = words;
  const isOverdue = now >= job.deadlineAt;
  const needsKey = state.waitingFor === "key";
  return message({
    tone: needsKey ? "key" : "running",
    title: isOverdue ? card.overdue.title : card.making,
    body: paragraphs(
      ...(isOverdue ? card.overdue.body : []),
      ...(state.waitingFor ? [needText(state.waitingFor, job, words)] : []),
      ...silenceTexts([job], now, words),
    ),
    bar: progressOf(job, state, now, words),
    buttons: [
      ...(state.waitingFor ? needButtons(state.waitingFor, job, words) : []),
      ...notifyButtons(job, now, words),
    ],
  });
}

function notifyButtons({ id, reply, partOf }: Job, now: EpochMs, words: Words): readonly Button[] {
  return !partOf && now < cardPlace(reply).notifiesOthersUntil()
    ? [buttonFor({ kind: "notify_me", jobId: id }, words)]
    : [];
}

/** Shown only to the owner. Leaves out what belongs to the batch's card. */
export function partMessage(part: Job, now: EpochMs, chain?: Chain): ChatMessage {
  const words = wordsIn(part.locale);
  const { job: _job, mark: _mark, ...card } = cardOf(part, now, [], chain);
  const title = words.several.nth(part.partOf?.nth ?? 1, card.title);
  return { ...card, title };
}

/** A card that keeps its films while its job continues in another card: it no longer changes and has no buttons. */
export function leftCard(card: ChatMessage, { locale }: Job, parts: readonly Job[]): ChatMessage {
  const { select: _, sections, ...rest } = card;
  const ready = parts.filter(hasFilm).length;
  const title = ready > 0 ? wordsIn(locale).several.partly(ready, parts.length) : rest.title;
  const still = sections?.map(({ bar: _bar, ...section }) => section);
  return { ...rest, tone: "plain", title, bar: null, buttons: [], ...(still && { sections: still }) };
}
