import type { ButtonAction, ConfirmedButton } from "../../core/button.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { mayBeCharged } from "../../core/job/settle.ts";
import { judgedAnew } from "../../core/request/video-request.ts";
import { paidBy } from "../../core/team/payer.ts";
import { confirmAgain, confirmAgainFor, confirmIn720p } from "../../messages/ask/confirm.ts";
import { alreadyOnItsWay, cannotSave } from "../../messages/ask/notices.ts";
import { startRetry } from "../batch/retry.ts";
import { ownJob } from "../card/own-job.ts";
import { pressFor } from "../card/press-for.ts";
import type { Visit } from "../command-deps.ts";
import { askAboutCopy } from "./ask-copy.ts";
import { consentTo, consentToCopy } from "./consent.ts";
import { editAndRun } from "./edit-and-run.ts";
import { madeId } from "./made-by.ts";
import { isPictureGone } from "./picture-gone.ts";
import { startCopy } from "./start-copy.ts";
import { troubleNow } from "./trouble-now.ts";

/** The same video once more; where the first may have been charged, or its person wants to be asked, only after a second press. */
export async function again(visit: Visit, jobId: JobId, button: "again" | "own_key" = "again"): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const pressed = await pressFor(visit, button, jobId);
  if (!pressed.ok) return { kind: "private", message: pressed.refusal };
  const { nth } = pressed.value;
  const job = asPaidBy(button, pressed.value.job);
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId);
  const request = judgedAnew(job.request);
  const trouble = troubleNow(deps, request);
  const copy = { of: job, button, nth, request, trouble } as const;
  const outcome = outcomeOf(job);
  if (outcome && mayBeCharged(outcome)) return askAboutCopy(visit, copy, confirmAgain(job, nth, words));
  const settings = await ask(() => deps.settings.get(command.owner));
  if (!settings.ok) return { kind: "private", message: cannotSave(words) };
  const consent = consentTo({ request, noticed: [] }, settings.value, { pay: paidBy(job), trouble });
  if (!consent.ok) return askAboutCopy(visit, copy, confirmAgainFor(job, { button, nth, ...consent.refusal }, words));
  return startCopy(visit, madeId(button, jobId, nth), { of: job, consent: consent.value });
}

/** The card's job as that button means it: as though its person had paid for it, where their own key is to pay now. */
function asPaidBy(button: ConfirmedButton, job: Job): Job {
  const { team: _, ...own } = job;
  return button === "own_key" ? own : job;
}

/** The same video in the higher resolution: its price first, then *Start it*. */
export async function in720p(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, words } = visit;
  const pressed = await pressFor(visit, "in_720p", jobId);
  if (!pressed.ok) return { kind: "private", message: pressed.refusal };
  const { job, nth } = pressed.value;
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId, { resolution: "720p" });
  const request = { ...judgedAnew(job.request), resolution: "720p" } as const;
  const copy = { of: job, button: "in_720p", nth, request, trouble: troubleNow(deps, request) } as const;
  return askAboutCopy(visit, copy, confirmIn720p(job, nth, words));
}

/** Starts the video that was confirmed. One confirmation starts one video, even if it is pressed often and in several messages. */
export async function startIt(visit: Visit, pressed: Extract<ButtonAction, { kind: "start_it" }>): Promise<Answer> {
  const { deps, ask, words } = visit;
  const { jobId, button, nth } = pressed;
  if (button === "retry_failed") return startRetry(visit, pressed);
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const id = madeId(button, jobId, nth);
  const made = await ask(() => deps.jobs.load(id));
  if (!made.ok) return { kind: "private", message: cannotSave(words) };
  if (made.value) return { kind: "replace_message", message: alreadyOnItsWay(words) };
  const job = asPaidBy(button, own.value);
  const consent = consentToCopy(job, pressed);
  const [{ resolution }] = consent.each;
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId, { resolution });
  return startCopy(visit, id, { of: job, consent });
}
