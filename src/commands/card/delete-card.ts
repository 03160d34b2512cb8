import { type ChatMessage, isLiveCardAt, type MessagePlace } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { outcomeOf } from "../../core/job/job.ts";
import { somethingWentWrong, stillRunning } from "../../messages/ask/notices.ts";
import { confirmCardDeletion, deleting, deletionNews } from "../../messages/card/card-deletion.ts";
import type { Visit } from "../command-deps.ts";
import { ownJob } from "./own-job.ts";

/** Asks its owner once before the card of a finished video goes. A copy of it goes at once: the card stays. */
export async function askCardDeletion(visit: Visit, jobId: JobId, pressed: MessagePlace | null): Promise<Answer> {
  const { words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const { value: job } = own;
  if (!outcomeOf(job)) return { kind: "private", message: stillRunning(words) };
  if (pressed && !isLiveCardAt(job.reply, pressed))
    return { kind: "remove_message", otherwise: deletionNews({ kind: "deleted", left: ["card"] }, words) };
  return { kind: "private", message: confirmCardDeletion(job, words) };
}

/** Takes the card away, for its owner, with its notification and the video's file; the question stays until that is done, or says what is waited for. */
export async function deleteCard(visit: Visit, jobId: JobId): Promise<Answer> {
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  if (!outcomeOf(own.value)) return { kind: "private", message: stillRunning(visit.words) };
  return { kind: "replace_later", meanwhile: deleting(visit.words), finish: () => deleted(visit, jobId) };
}

async function deleted({ deps, words }: Visit, jobId: JobId): Promise<ChatMessage> {
  try {
    return deletionNews(await deps.deleteCard(jobId), words);
  } catch (error) {
    deps.log.error("card not deleted", { job: jobId, reason: error instanceof Error ? error.message : "unknown" });
    return somethingWentWrong(words);
  }
}
