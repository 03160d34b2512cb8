import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { cannotSave, goneCard } from "../../messages/ask/notices.ts";
import { alreadyBegun, withdrawnNow } from "../../messages/team/approval-answers.ts";
import type { Visit } from "../command-deps.ts";
import { ownJob } from "./own-job.ts";

/** Takes the owner's video back that has not begun. */
export async function withdraw(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const said = await ask(() => deps.decide.withdraw(jobId));
  if (!said.ok) return { kind: "private", message: cannotSave(words) };
  if (said.value.ok) return { kind: "private", message: withdrawnNow(words) };
  const isGone = said.value.refusal.kind === "gone";
  return { kind: "private", message: isGone ? goneCard(words) : alreadyBegun(words) };
}
