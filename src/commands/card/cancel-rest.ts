import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { restCancelled } from "../../messages/card/several.ts";
import type { Visit } from "../command-deps.ts";
import { ownJob } from "./own-job.ts";

/** Ends what a batch of the owner's has not sent yet. What was sent goes on. */
export async function cancelRest(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const cancelled = await ask(() => deps.decide.cancelRest(jobId));
  return { kind: "private", message: cancelled.ok ? restCancelled(cancelled.value, words) : cannotSave(words) };
}
