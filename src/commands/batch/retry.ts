import { partsToRetry, retryOf } from "../../core/batch/batch.ts";
import { partsOf } from "../../core/batch/parts-of.ts";
import type { ButtonAction } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { paidBy } from "../../core/team/payer.ts";
import { confirmRetry } from "../../messages/ask/confirm-batch.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { alreadyOnItsWay, cannotSave } from "../../messages/ask/notices.ts";
import { withTrouble } from "../../messages/ask/trouble.ts";
import { nothingToRetry } from "../../messages/card/several.ts";
import { ownJob } from "../card/own-job.ts";
import { pressFor } from "../card/press-for.ts";
import type { Visit } from "../command-deps.ts";
import { consentToRetry } from "../video/consent.ts";
import { judge } from "../video/judge.ts";
import { madeId } from "../video/made-by.ts";
import { roomOf, sayNoRoom } from "../video/no-room.ts";
import { isPictureGone } from "../video/picture-gone.ts";
import { isPlacedPrivately } from "../video/place-card.ts";
import { startCopy } from "../video/start-copy.ts";
import { worstTrouble } from "../video/trouble-now.ts";

/** Asks whether to try again what failed of a finished batch, and names the price. */
export async function retryFailed(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const pressed = await pressFor(visit, "retry_failed", jobId);
  if (!pressed.ok) return { kind: "private", message: pressed.refusal };
  const { job, nth } = pressed.value;
  const parts = await partsNow(visit, job);
  if (!parts.ok) return { kind: "private", message: parts.refusal };
  const id = madeId("retry_failed", jobId, nth);
  const [first, ...more] = retryOf(id, parts.value);
  if (!first) return { kind: "private", message: nothingToRetry(words) };
  const judged = await judge(visit, [first, ...more]);
  if (!judged.ok) return { kind: "private", message: draftProblemOf(judged.refusal, words).message };
  const { each } = judged.value;
  const room = await roomOf(visit);
  if (room.ok && room.value.inAll < each.length)
    return { kind: "private", message: await sayNoRoom(visit, each.length) };
  const pay = paidBy(job);
  const question = confirmRetry(
    jobId,
    nth,
    { each, pay, noticed: [], asTyped: null, room: room.ok ? room.value : null },
    words,
  );
  const trouble = worstTrouble(deps, each);
  if (trouble === null) return { kind: "private", message: question };
  // Kept for the buttons that start it later.
  const placed = { isSilent: job.isSilent ?? false, isPrivate: isPlacedPrivately(job.reply) };
  const unconfirmed = { request: each[0], ...(each.length > 1 && { each }), ...placed, pay, isCopy: true as const };
  const kept = await ask(() => deps.unconfirmed.keep(command.owner, id, unconfirmed));
  return { kind: "private", message: kept.ok ? withTrouble(question, trouble, id, words) : cannotSave(words) };
}

/** Starts it as a batch of its own, or as one video where one failed. One question starts it once, even if it is pressed often. */
export async function startRetry(visit: Visit, pressed: Extract<ButtonAction, { kind: "start_it" }>): Promise<Answer> {
  const { deps, ask, words } = visit;
  const { jobId, button, nth } = pressed;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const { value: job } = own;
  const id = madeId(button, jobId, nth);
  const made = await ask(() => deps.jobs.load(id));
  if (!made.ok) return { kind: "private", message: cannotSave(words) };
  if (made.value) return { kind: "replace_message", message: alreadyOnItsWay(words) };
  const parts = await partsNow(visit, job);
  if (!parts.ok) return { kind: "private", message: parts.refusal };
  const consent = consentToRetry(job, { id, parts: parts.value }, pressed);
  if (consent === null) return { kind: "replace_message", message: nothingToRetry(words) };
  return startCopy(visit, id, { of: job, consent });
}

/** All its videos; refuses where what those that can be tried again begin with is gone. */
async function partsNow(visit: Visit, job: Job): Promise<Result<readonly Job[], ChatMessage>> {
  const { deps, ask, words } = visit;
  const stored = await ask(() => partsOf(deps.jobs, job));
  if (!stored.ok) return refuse(cannotSave(words));
  const parts = stored.value.map((part) => part.job);
  const [first] = partsToRetry(parts);
  const gone = first !== undefined && (await isPictureGone(visit, first));
  return gone ? refuse(draftProblemOf({ kind: "picture_unreachable" }, words).message) : ok(parts);
}
