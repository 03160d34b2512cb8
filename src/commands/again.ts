import type { MakingButton } from "../core/button.ts";
import type { ChatMessage } from "../core/chat.ts";
import type { Answer } from "../core/command.ts";
import { type Job, type JobId, outcomeOf } from "../core/job.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { mayBeCharged } from "../core/settle.ts";
import { confirmAgain, confirmIn720p } from "../messages/confirm.ts";
import { alreadyOnItsWay, cannotSave } from "../messages/notices.ts";
import type { Visit } from "./command-deps.ts";
import { isSamePress, madeBy, madeId } from "./made-by.ts";
import { ownJob } from "./own-job.ts";
import { startCopy } from "./start-copy.ts";

/** The same video once more; where the first may have been charged, only after a second press. */
export async function again(visit: Visit, jobId: JobId): Promise<Answer> {
  const pressed = await pressFor(visit, "again", jobId);
  if (!pressed.ok) return { kind: "private", message: pressed.refusal };
  const { job, nth } = pressed.value;
  const outcome = outcomeOf(job);
  if (outcome && mayBeCharged(outcome)) return { kind: "private", message: confirmAgain(job, nth) };
  return startCopy(visit, madeId("again", jobId, nth), { of: job, request: job.request });
}

/** The same video in the higher resolution: its price first, then *Start it*. */
export async function in720p(visit: Visit, jobId: JobId): Promise<Answer> {
  const pressed = await pressFor(visit, "in_720p", jobId);
  if (!pressed.ok) return { kind: "private", message: pressed.refusal };
  return { kind: "private", message: confirmIn720p(pressed.value.job, pressed.value.nth) };
}

/** What was confirmed. One confirmation starts one video, however often and from how many messages it is pressed. */
export async function startIt(visit: Visit, jobId: JobId, button: MakingButton, nth: number): Promise<Answer> {
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const id = madeId(button, jobId, nth);
  const made = await visit.ask(() => visit.deps.jobs.load(id));
  if (!made.ok) return { kind: "private", message: cannotSave() };
  if (made.value) return { kind: "private", message: alreadyOnItsWay() };
  const { request } = own.value;
  const wanted = button === "in_720p" ? { ...request, resolution: "720p" as const } : request;
  return startCopy(visit, id, { of: own.value, request: wanted });
}

/** A press of the owner's on a finished card, which is no repetition of the last one; else what to tell them. */
async function pressFor(
  visit: Visit,
  button: MakingButton,
  jobId: JobId,
): Promise<Result<{ readonly job: Job; readonly nth: number }, ChatMessage>> {
  const { deps, ask } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return own;
  // Its card has no such button yet.
  if (!outcomeOf(own.value)) return refuse(alreadyOnItsWay());
  const made = await ask(() => madeBy(deps, button, jobId));
  if (!made.ok) return refuse(cannotSave());
  const { nth, last } = made.value;
  if (last && isSamePress(last, deps.clock.now())) return refuse(alreadyOnItsWay());
  return ok({ job: own.value, nth });
}
