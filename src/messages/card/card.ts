import type { Button, ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { isSettled, type Job, type JobState, outcomeOf } from "../../core/job/job.ts";
import type { Running } from "../../core/job/running.ts";
import { lastSightOf, tellsOthersUntil } from "../../core/job/tells-others.ts";
import { expectedLeftMs } from "../../core/pace/foresight.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, told } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";
import { notifyMeButton, renewKeyButton } from "./buttons.ts";
import { coarseTime } from "./coarse-time.ts";
import { factsOf } from "./facts.ts";
import { outcomeWords } from "./outcome.ts";
import { waitingBlind, waitingWords } from "./waiting.ts";

/** The message that people watch, from "Starting…" to its final word; in the language of the person who asked. */
export function cardOf(job: Job, now: EpochMs): ChatMessage {
  const words = wordsIn(job.locale);
  const said = stateWords(job, now, words);
  const body = [...said.body, ...(isSettled(job) ? [] : lastSight(job, now, words))];
  const { prompt: quote } = job.request;
  const video = hasVideo(job) ? { description: quote } : null;
  return { ...said, body, quote, video, facts: factsOf(job, words), hidesPreview: isFilmShown(job), job: job.id };
}

/** The film is in the card, or is to come into it. */
export function isFilmShown({ video }: Job): boolean {
  return video === "due" || video === "here";
}

function hasVideo(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "succeeded" && outcome.videoUrl !== null;
}

/** Where the result will come, while the card can still say it. */
function lastSight({ reply }: Job, now: EpochMs, { card }: Words): ChatMessage["body"] {
  const from = lastSightOf(reply);
  return from !== null && now >= from ? paragraphs(card.lastSight) : [];
}

function stateWords(job: Job, now: EpochMs, words: Words): ChatMessage {
  const { state } = job;
  const buttons = notifyButtons(job, now, words);
  switch (state.status) {
    case "waiting": {
      const said = isWrittenBlind(job) ? waitingBlind(job, words) : waitingWords(job, state, now, words);
      return { ...said, buttons: [...said.buttons, ...buttons] };
    }
    case "accepted":
      return { ...(isWrittenBlind(job) ? received(words) : acceptedWords(state, words)), buttons };
    // Looks like "accepted": an edit for the moment between them would be wasted.
    case "submitting":
      return { ...starting(words), buttons };
    case "running":
      return runningWords(job, state, { now, words });
    case "announcing":
    case "posting":
    case "attaching":
    case "closed":
      return outcomeWords(job, state.outcome, now);
    default:
      return unreachable(state);
  }
}

/**
 * The first words of a card on Slack, where it can be lost and never be found again, or never be edited: they stay true,
 * whatever becomes of the video.
 */
function received({ card }: Words): ChatMessage {
  return told("plain", card.received);
}

function isWrittenBlind({ reply, state }: Job): boolean {
  const isFirst = state.status === "waiting" || state.status === "accepted";
  return reply.platform === "slack" && isFirst && state.answer !== "given";
}

function starting({ card }: Words, ...texts: readonly string[]): ChatMessage {
  return told("waiting", { title: card.starting, body: texts });
}

function acceptedWords({ waitingFor }: Extract<JobState, { status: "accepted" }>, words: Words): ChatMessage {
  switch (waitingFor) {
    case null:
      return starting(words);
    case "rate_limit":
      return told("waiting", words.card.queued);
    case "service":
      return starting(words, words.card.serviceAway);
    default:
      return unreachable(waitingFor);
  }
}

function runningWords(job: Job, state: Running, { now, words }: { now: EpochMs; words: Words }): ChatMessage {
  const { card, team } = words;
  const isOverdue = now >= job.deadlineAt;
  const needsKey = state.waitingFor === "key";
  return message({
    tone: needsKey ? "key" : "running",
    title: isOverdue ? card.overdue.title : card.making,
    body: paragraphs(
      ...(isOverdue ? card.overdue.body : []),
      ...(needsKey ? [job.team ? team.needsKey : card.needsKey] : []),
    ),
    bar: { percent: state.percent, words: progressText(state, isOverdue || needsKey ? null : now, words) },
    buttons: [...(needsKey && !job.team ? [renewKeyButton(job.id, words)] : []), ...notifyButtons(job, now, words)],
  });
}

/** Only where somebody else can be told. */
function notifyButtons({ id, reply }: Job, now: EpochMs, words: Words): readonly Button[] {
  return now < tellsOthersUntil(reply) ? [notifyMeButton(id, words)] : [];
}

/** `now` is null where a guess at the time left would be worth nothing. */
function progressText(state: Running, now: EpochMs | null, words: Words): string {
  const { card } = words;
  const { percent, foreseen } = state;
  const leftMs = now === null ? null : expectedLeftMs(state, now);
  return [
    percent === null ? card.noPercentage : card.percentDone(percent),
    ...(leftMs === null ? [] : [card.left(coarseTime(leftMs, words))]),
    ...(now !== null && foreseen?.isSlow ? [card.slow] : []),
  ].join(card.comma);
}
