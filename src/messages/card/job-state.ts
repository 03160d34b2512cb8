import { type Job, type Outcome, outcomeOf, type Waiting } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import type { Words } from "../words.ts";

/** Where a job is, in a few words: "42% done", "Ready", "Failed, 95 credits refunded". */
export function jobStateText(job: Job, words: Words): string {
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
      return state.notStarted;
    case "unknown":
      return state.nobodyKnows;
    case "several":
      return state.ended;
    default:
      return unreachable(outcome);
  }
}
