import type { ActionOf, ConfirmedButton } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { isPlacedPrivately } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import { mayBeCharged } from "../../core/job/final-word.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { judgedAnew, type VideoRequest } from "../../core/request/video-request.ts";
import { paidBy } from "../../core/team/payer.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { notice } from "../../messages/ask/notices.ts";
import { confirmAgain, confirmAgainFor, confirmIn720p, withTrouble } from "../../messages/ask/price-questions.ts";
import { ownJob } from "../card-buttons.ts";
import { tell, tellInPlace, type Visit } from "../visit.ts";
import { withWait } from "./ask-first.ts";
import { consentTo, consentToCopy } from "./consent.ts";
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
  const request = judgedAnew(job.request);
  const { trouble } = deps.health.now();
  const copy = { of: job, button, nth, request } as const;
  const outcome = outcomeOf(job);
  if (outcome && mayBeCharged(outcome)) return askAboutCopy(visit, copy, confirmAgain(job, nth, words));
  const settings = await ask(() => deps.settings.get(command.owner));
  const consent = consentTo({ request, noticed: [], asTyped: null }, settings, { pay: paidBy(job), trouble });
  if (!consent.ok) return askAboutCopy(visit, copy, confirmAgainFor(job, { button, nth, ...consent.refusal }, words));
  return startCopy(visit, madeId(button, jobId, nth), { of: job, consent: consent.value });
}

/** Returns the card's job with the payer that the button names. */
function asPaidBy(button: ConfirmedButton, job: Job): Job {
  const { team: _, ...own } = job;
  return button === "own_key" ? own : job;
}

/** Asks before the same video is made in the higher resolution, and names the price. */
export async function in720p(visit: Visit, jobId: JobId): Promise<Answer> {
  const { words } = visit;
  const pressed = await pressFor(visit, "in_720p", jobId);
  if (!pressed.ok) return tell(pressed.refusal);
  const { job, nth } = pressed.value;
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId, { resolution: "720p" });
  const request = { ...judgedAnew(job.request), resolution: "720p" } as const;
  const copy = { of: job, button: "in_720p", nth, request } as const;
  return askAboutCopy(visit, copy, confirmIn720p(job, nth, words));
}

/**
 * Starts the video that was confirmed. One confirmation starts one video, even if it is pressed often and in several
 * messages.
 */
export async function startIt(visit: Visit, pressed: ActionOf<"start_it">): Promise<Answer> {
  const { deps, ask, words } = visit;
  const { jobId, button, nth } = pressed;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return tell(own.refusal);
  const id = madeId(button, jobId, nth);
  if (await ask(() => deps.jobs.load(id))) return tellInPlace(notice("alreadyOnItsWay", words));
  const job = asPaidBy(button, own.value);
  const consent = consentToCopy(job, pressed);
  const [{ resolution }] = consent.each;
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId, { resolution });
  return startCopy(visit, id, { of: job, consent });
}

/** A copy that a card's button would make, as its `nth`. */
interface Copy {
  readonly of: Job;
  readonly button: ConfirmedButton;
  readonly nth: number;
  readonly request: VideoRequest;
}

/**
 * Asks about a copy of a card's video. While the service has trouble, the copy's request is stored under its future
 * job's id, for the buttons that start it later.
 */
async function askAboutCopy(visit: Visit, { of, button, nth, request }: Copy, question: ChatMessage): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const judged = await judge(visit, [request]);
  if (!judged.ok) return tell(draftProblemOf(judged.refusal, words).message);
  const asked = await withWait(visit, question);
  const { trouble } = deps.health.now();
  if (trouble === null) return tell(asked);
  const id = madeId(button, of.id, nth);
  const { isSilent = false, reply } = of;
  const unconfirmed = {
    request: judged.value.each[0],
    isSilent,
    isPrivate: isPlacedPrivately(reply),
    pay: paidBy(of),
    isCopy: true as const,
  };
  await ask(() => deps.unconfirmed.keep(command.owner, id, unconfirmed));
  return tell(withTrouble(asked, trouble, id, words));
}
