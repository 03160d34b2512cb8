import type { MakingButton } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { alreadyOnItsWay, cannotSave } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";
import { isSamePress, madeBy } from "../video/made-by.ts";
import { ownJob } from "./own-job.ts";

/**
 * A press of the owner's on a finished card, and how many jobs the button has made; else what to tell them. A repetition of
 * the last press is refused, but for *Edit & run* and *Continue*, whose forms start nothing until they are sent.
 */
export async function pressFor(
  visit: Visit,
  button: MakingButton,
  jobId: JobId,
): Promise<Result<{ readonly job: Job; readonly nth: number }, ChatMessage>> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return own;
  // Its card has no such button yet.
  if (!outcomeOf(own.value)) return refuse(alreadyOnItsWay(words));
  const made = await ask(() => madeBy(deps, button, jobId));
  if (!made.ok) return refuse(cannotSave(words));
  const { nth, last } = made.value;
  if (button !== "edit" && button !== "continue" && last && isSamePress(last, deps.clock.now()))
    return refuse(alreadyOnItsWay(words));
  return ok({ job: own.value, nth });
}
