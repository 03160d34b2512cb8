import { type Job, type Outcome, outcomeOf } from "../core/job.ts";
import { unreachable } from "../core/result.ts";
import { creditsText } from "./credits-text.ts";

/** Where a job is, in a few words: "42% done", "Ready", "Failed, 95 credits came back". */
export function jobStateText(job: Job): string {
  const outcome = outcomeOf(job);
  if (outcome) return outcomeText(outcome);
  const { state } = job;
  if (state.status !== "running")
    return state.status === "accepted" && state.waitingFor ? "Waiting to start" : "Starting";
  if (state.waitingFor === "key") return "Waiting for your key";
  return state.percent === null ? "Running" : `${state.percent}% done`;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "succeeded":
      return outcome.videoUrl === null ? "Done, but without a link" : "Ready";
    case "failed":
      return `Failed, ${creditsText(outcome.refunded)} came back`;
    case "refused":
      return outcome.refusal.kind === "unavailable" && outcome.refusal.sent
        ? "Nobody knows, it may have been charged"
        : "Refused, nothing charged";
    case "not_started":
      return "Not started, nothing charged";
    case "unknown":
      return "Nobody knows, it may have been charged";
    default:
      return unreachable(outcome);
  }
}
