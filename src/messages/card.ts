import type { ChatMessage } from "../core/chat.ts";
import type { EpochMs } from "../core/clock.ts";
import { expectedLeftMs } from "../core/foresight.ts";
import { isSettled, type Job, type JobState, outcomeOf, type Running } from "../core/job.ts";
import { unreachable } from "../core/result.ts";
import { addKeyButton, notifyMeButton } from "./buttons.ts";
import { coarseTime } from "./coarse-time.ts";
import { factsOf } from "./facts.ts";
import { message, paragraphs } from "./message.ts";
import { outcomeWords } from "./outcome.ts";

/** The message that people watch, from "Starting…" to its final word. */
export function cardOf(job: Job, now: EpochMs): ChatMessage {
  const words = stateWords(job, now);
  const body = [...words.body, ...(isSettled(job) ? [] : lastSight(job, now))];
  const { prompt: quote } = job.request;
  return { ...words, body, quote, video: hasVideo(job) ? { description: quote } : null, facts: factsOf(job) };
}

function hasVideo(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "succeeded" && outcome.videoUrl !== null;
}

/** Said so long before a card can be changed no more. Ours, decided 2026-11-21: two of the slowest polls of that time. */
const SAID_BEFORE_MS = 120_000;

/** Where the result will come, while the card can still say it. */
function lastSight({ reply }: Job, now: EpochMs): ChatMessage["body"] {
  if (reply.platform !== "discord" || reply.movedTo || !reply.editableUntil) return [];
  if (now < reply.editableUntil - SAID_BEFORE_MS) return [];
  return paragraphs("This card can soon be changed no more. The result comes as a direct message.");
}

const starting = message({ tone: "waiting", title: "Starting…" });

function stateWords(job: Job, now: EpochMs): ChatMessage {
  const { state } = job;
  const buttons = [notifyMeButton(job.id)];
  switch (state.status) {
    case "accepted":
      return { ...acceptedWords(state), buttons };
    // Looks like "accepted": an edit for the moment between them would be wasted.
    case "submitting":
      return { ...starting, buttons };
    case "running":
      return runningWords(job, state, now);
    case "announcing":
    case "posting":
    case "attaching":
    case "closed":
      return outcomeWords(job, state.outcome, now);
    default:
      return unreachable(state);
  }
}

function acceptedWords({ waitingFor }: Extract<JobState, { status: "accepted" }>): ChatMessage {
  switch (waitingFor) {
    case null:
      return starting;
    case "rate_limit":
      return message({
        tone: "waiting",
        title: "Queued",
        body: paragraphs(
          "The video service is busy, so this video is queued and starts by itself. Nothing charged yet.",
        ),
      });
    case "service":
      return message({
        tone: "waiting",
        title: "Starting…",
        body: paragraphs("The video service cannot be reached. Reelay is trying again. Nothing charged yet."),
      });
    default:
      return unreachable(waitingFor);
  }
}

function runningWords(job: Job, state: Running, now: EpochMs): ChatMessage {
  const isOverdue = now >= job.deadlineAt;
  const overdueText =
    "This takes much longer than usual. Reelay keeps looking, and this card changes when there is news.";
  const keyText =
    "The video service does not accept your key any more. Add a new key, and this video goes on by itself.";
  const needsKey = state.waitingFor === "key";
  return message({
    tone: needsKey ? "waiting" : "running",
    title: isOverdue ? "Still not finished…" : "Making the video",
    body: paragraphs(...(isOverdue ? [overdueText] : []), ...(needsKey ? [keyText] : [])),
    bar: { percent: state.percent, words: progressText(state, isOverdue || needsKey ? null : now) },
    buttons: [...(needsKey ? [addKeyButton] : []), notifyMeButton(job.id)],
  });
}

/** `now` is null where a guess at the time left would be worth nothing. */
function progressText(state: Running, now: EpochMs | null): string {
  const { percent, foreseen } = state;
  const leftMs = now === null ? null : expectedLeftMs(state, now);
  return [
    percent === null ? "No percentage yet" : `${percent}% done`,
    ...(leftMs === null ? [] : [`${coarseTime(leftMs)} left`]),
    ...(now !== null && foreseen?.isSlow ? ["slower than usual"] : []),
  ].join(", ");
}
