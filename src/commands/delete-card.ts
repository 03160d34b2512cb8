import type { Answer } from "../core/command.ts";
import { type JobId, outcomeOf } from "../core/job.ts";
import { stillRunning } from "../messages/notices.ts";
import type { Visit } from "./command-deps.ts";
import { ownJob } from "./own-job.ts";

/** Takes the card of a finished video away, for its owner. */
export async function deleteCard(visit: Visit, jobId: JobId): Promise<Answer> {
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  return outcomeOf(own.value) ? { kind: "remove_message" } : { kind: "private", message: stillRunning(visit.words) };
}
