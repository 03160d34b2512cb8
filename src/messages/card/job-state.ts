import type { Whole } from "../../core/batch/batch.ts";
import type { Tone } from "../../core/chat.ts";
import { mayBeCharged } from "../../core/job/final-word.ts";
import { isSettled, type Job, type Outcome, outcomeOf, type Waiting } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import type { Words } from "../words.ts";

/** Where a job is, in a few words: "42% done", "Ready", "Failed, 95 credits refunded". */
export function jobStateText(job: Whole, words: Words): string {
  const isOfVideos = job.state.status === "gathering" || outcomeOf(job)?.kind === "several";
  if (job.videos && isOfVideos) return severalState(job, job.videos, words).title;
  const outcome = outcomeOf(job);
  if (outcome) return outcomeText(outcome, words);
  const { state } = job;
  if (state.status === "waiting") {
    return waitText(state.for, words);
  }
  if (state.status !== "running") {
    return state.status === "accepted" && state.waitingFor ? words.state.waitingToStart : words.state.starting;
  }
  if (state.waitingFor === "key") return job.team ? words.team.waitingForKey : words.state.waitingForKey;
  return state.percent === null ? words.state.running : words.state.percentDone(state.percent);
}

function waitText(cause: Waiting["for"], { state }: Words): string {
  switch (cause) {
    case "approval":
      return state.waitingForApproval;
    case "turn":
      return state.waitingForTurn;
    case "service":
      return state.waitingForService;
    case "film":
      return state.waitingForFilm;
    default:
      return unreachable(cause);
  }
}

function outcomeText(outcome: Outcome, { state }: Words): string {
  switch (outcome.kind) {
    case "succeeded":
      return outcome.videoUrl === null ? state.doneWithoutLink : state.ready;
    case "failed":
      return state.failed(outcome.refunded);
    case "refused":
      return outcome.refusal.kind === "unavailable" && outcome.refusal.sent ? state.nobodyKnows : state.refused;
    case "not_started":
      return mayBeCharged(outcome) ? state.nobodyKnows : state.notStarted;
    case "unknown":
      return state.nobodyKnows;
    case "several":
      return state.ended;
    default:
      return unreachable(outcome);
  }
}

/** How far a batch is, or how it ended, in a few words. */
export function severalState(
  batch: Job,
  parts: readonly Job[],
  { several }: Words,
): { readonly tone: Tone; readonly title: string } {
  const count = batch.parts?.length ?? parts.length;
  if (!isSettled(batch)) return { tone: "running", title: several.making(count) };
  const outcomes = parts.map(outcomeOf);
  const ready = outcomes.filter((one) => one?.kind === "succeeded").length;
  if (ready === count) return { tone: "good", title: several.ready(count) };
  if (outcomes.some((one) => one !== null && mayBeCharged(one)))
    return { tone: "unsure", title: several.partly(ready, count) };
  return ready > 0
    ? { tone: "plain", title: several.partly(ready, count) }
    : { tone: "bad", title: several.none(count) };
}
