import type { ChatMessage } from "../../core/chat.ts";
import { type JobId, ownerName } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { cannotSave, goneCard, notYours } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";

/** The job behind a button, where it is the presser's own; else what to tell them. */
export async function ownJob({ deps, command, ask, words }: Visit, jobId: JobId): Promise<Result<Job, ChatMessage>> {
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return refuse(cannotSave(words));
  if (!loaded.value) return refuse(goneCard(words));
  const { job } = loaded.value;
  return ownerName(job.owner) === ownerName(command.owner) ? ok(job) : refuse(notYours(words));
}
