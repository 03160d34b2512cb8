import type { MakingButton } from "../../core/button.ts";
import { cardPlace } from "../../core/card-place.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import { mayBeCharged } from "../../core/job/final-word.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { judgedAnew, type VideoRequest } from "../../core/request/video-request.ts";
import { paidBy } from "../../core/team/payer.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { confirmAgain, confirmIn720p, confirmPrice } from "../../messages/ask/price-questions.ts";
import { tell, type Visit } from "../visit.ts";
import { askAbout, withWait } from "./ask-first.ts";
import { consentTo } from "./consent.ts";
import { isPictureGone, madeId, pressFor } from "./earlier-video.ts";
import { editAndRun } from "./edit-and-run.ts";
import { judge } from "./judge.ts";
import { startCopy } from "./start-video.ts";

/**
 * Makes the same video once more. If the first may have been charged, or its person wants to be asked, it takes a
 * second press.
 */
export async function again(visit: Visit, jobId: JobId, button: "again" | "own_key" = "again"): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const pressed = await pressFor(visit, button, jobId);
  if (!pressed.ok) return tell(pressed.refusal);
  const { nth } = pressed.value;
  const job = asPaidBy(button, pressed.value.job);
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId);
  const id = madeId(button, jobId, nth);
  const request = judgedAnew(job.request);
  const outcome = outcomeOf(job);
  if (outcome && mayBeCharged(outcome))
    return askAboutCopy(visit, id, { of: job, request }, confirmAgain(job, id, words));
  const settings = await ask(() => deps.settings.get(command.owner));
  const { trouble } = deps.health.now();
  const consent = consentTo({ request, noticed: [], asTyped: null }, settings, { pay: paidBy(job), trouble });
  if (consent.ok) return startCopy(visit, id, { of: job, consent: consent.value });
  return askAboutCopy(
    visit,
    id,
    { of: job, request },
    confirmPrice(id, { request, pay: paidBy(job), ...consent.refusal }, words),
  );
}

function asPaidBy(button: MakingButton, job: Job): Job {
  const { team: _, ...own } = job;
  return button === "own_key" ? own : job;
}

export async function in720p(visit: Visit, jobId: JobId): Promise<Answer> {
  const pressed = await pressFor(visit, "in_720p", jobId);
  if (!pressed.ok) return tell(pressed.refusal);
  const { job, nth } = pressed.value;
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId, { resolution: "720p" });
  const id = madeId("in_720p", jobId, nth);
  const request = { ...judgedAnew(job.request), resolution: "720p" } as const;
  return askAboutCopy(visit, id, { of: job, request }, confirmIn720p(job, id, visit.words));
}

async function askAboutCopy(
  visit: Visit,
  id: JobId,
  { of, request }: { readonly of: Job; readonly request: VideoRequest },
  question: ChatMessage,
): Promise<Answer> {
  const judged = await judge(visit, [request]);
  if (!judged.ok) return tell(draftProblemOf(judged.refusal, visit.words).message);
  const { isSilent = false, reply } = of;
  const how = { isSilent, isPrivate: cardPlace(reply).isPrivate(), pay: paidBy(of), isCopy: true } as const;
  return tell(await askAbout(visit, id, { judged: judged.value, how }, await withWait(visit, question)));
}
