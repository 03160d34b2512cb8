import type { ChatMessage } from "../../core/chat.ts";
import { ownerName } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { typedPrompt, type VideoDraft } from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { cannotSave, forgottenPrompt } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";

/** A choice's value has this much room, in UTF-16 units. Source: Discord docs, application-commands (read 2026-11-21). */
export const VALUE_MAX = 100;
const REFERENCE = /^prompt of video ([0-9a-f]{20})$/;

/** What stands for a job's prompt in a choice: the prompt itself, or where that is too long the job that has it. */
export function promptValue({ id, request }: Pick<Job, "id" | "request">): string {
  const prompt = typedPrompt(request);
  return prompt.length <= VALUE_MAX ? prompt : `prompt of video ${id}`;
}

/** The draft with the whole prompt where a choice only named the person's own video that has it. */
export async function withRecentPrompt(
  { deps, command, ask, words }: Visit,
  draft: VideoDraft,
): Promise<Result<VideoDraft, ChatMessage>> {
  const jobId = REFERENCE.exec(draft.prompt)?.[1];
  if (jobId === undefined) return ok(draft);
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return refuse(cannotSave(words));
  const job = loaded.value?.job;
  if (!job || ownerName(job.owner) !== ownerName(command.owner)) return refuse(forgottenPrompt(words));
  return ok({ ...draft, prompt: typedPrompt(job.request) });
}
