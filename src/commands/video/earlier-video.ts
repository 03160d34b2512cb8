import { type EditedFrom, type MakingButton, madeId } from "../../core/button.ts";
import type { Button, ChatMessage } from "../../core/chat.ts";
import { within } from "../../core/clock.ts";
import type { Answer } from "../../core/command.ts";
import { continuing, placesOf } from "../../core/film/film-chain.ts";
import { mayBeCharged } from "../../core/job/final-message.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { TRAITS } from "../../core/platform.ts";
import {
  frameOf,
  isGone,
  type VideoDraft,
  type VideoRequest,
  withUncheckedPicture,
} from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { findStyle, styleId } from "../../core/style.ts";
import { paidBy } from "../../core/team/payer.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { confirmAgain, confirmIn720p, confirmPrice } from "../../messages/ask/price-questions.ts";
import { justStarted, shortReply, unknownAct } from "../../messages/ask/short-replies.ts";
import { continueForm, editForm } from "../../messages/ask/video-forms.ts";
import { buttonFor, ownKeyButton } from "../../messages/card/buttons.ts";
import { noKeyYet } from "../../messages/pages/keys-page.ts";
import { ownJob } from "../card-buttons.ts";
import { stylesHere } from "../saved-styles.ts";
import { type CommandDeps, pictureLimits, privateReply, type Visit } from "../visit.ts";
import { consentTo } from "./consent.ts";
import { judge } from "./judge.ts";
import { askAbout, makeVideo, withWait } from "./make-video.ts";
import { answerStart, deliveryOf, withOffer } from "./start-video.ts";
import { formAnswer } from "./video-form.ts";

/**
 * Returns how many jobs the button has made. Repeating a press is refused, except for *Edit & run* and *Continue*, whose
 * forms start nothing until they are sent.
 */
export async function pressFor(
  visit: Visit,
  button: MakingButton,
  jobId: JobId,
): Promise<Result<{ readonly job: Job; readonly nth: number }, ChatMessage>> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return own;
  // The card does not have this button yet.
  if (!outcomeOf(own.value)) return refuse(shortReply("alreadyOnItsWay", words));
  const { nth, last } = await ask(() => madeBy(deps, button, jobId));
  if (button !== "edit" && button !== "continue" && last && isSamePress(last, deps.clock.now()))
    return refuse(shortReply("alreadyOnItsWay", words));
  return ok({ job: own.value, nth });
}

/** A second press within this time counts as part of the first. */
const SAME_PRESS_MS = 10_000;

async function madeBy(
  { jobs }: Pick<CommandDeps, "jobs">,
  button: MakingButton,
  cardJobId: JobId,
): Promise<{ readonly nth: number; readonly last: Job | null }> {
  let last: Job | null = null;
  for (let nth = 0; ; nth += 1) {
    const stored = await jobs.load(madeId(button, cardJobId, nth));
    if (!stored) return { nth, last };
    last = stored.job;
  }
}

export function isSamePress({ acceptedAt, state }: Job, now: number): boolean {
  return Math.abs(now - acceptedAt) < SAME_PRESS_MS || state.status === "accepted" || state.status === "submitting";
}

/**
 * A form must open within 3 s. If the platform does not answer in this time, the picture is checked again before the video
 * is paid for.
 */
const ASK_MAX_MS = 800;

export async function isPictureGone(visit: Visit, { request }: Pick<Job, "request">): Promise<boolean> {
  const { deps } = visit;
  const { picture } = request;
  if (isGone(picture, deps.clock.now())) return true;
  const earlier = picture?.continues?.job;
  if (earlier) {
    const stored = await visit.ask(() => deps.jobs.load(earlier));
    return stored === null || isFilmGone(visit, stored.job);
  }
  if (!picture?.file) return false;
  if (deps.files === null) return true;
  return (await within(deps.clock, ASK_MAX_MS, deps.files.isGone(picture.file))) === true;
}

async function isFilmGone({ deps, ask }: Visit, job: Job): Promise<boolean> {
  const { partOf } = job;
  const card = partOf ? await ask(() => deps.jobs.load(partOf.job)) : { job };
  const file = card && deps.chatOf(card.job).filmIn(card.job.reply, partOf?.nth);
  return placesOf(job, file, deps.clock.now(), deps.keptFilms).length === 0;
}

/** Needs a second press if the first video may have been charged, or if the person wants to be asked. */
export async function again(visit: Visit, jobId: JobId, button: "again" | "own_key" = "again"): Promise<Answer> {
  const { deps, command, ask, startVideo, words } = visit;
  const pressed = await pressFor(visit, button, jobId);
  if (!pressed.ok) return privateReply(pressed.refusal);
  const { nth } = pressed.value;
  const job = asPaidBy(button, pressed.value.job);
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId);
  const id = madeId(button, jobId, nth);
  const request = withUncheckedPicture(job.request);
  const outcome = outcomeOf(job);
  if (outcome && mayBeCharged(outcome))
    return askAboutCopy(visit, id, { of: job, request }, confirmAgain(job, id, words));
  const settings = await ask(() => deps.settings.get(command.owner));
  const trouble = deps.health.trouble();
  // The button may show an older price.
  const how = { pay: paidBy(job), trouble, named: job.price };
  const consent = consentTo({ request, suspected: [], flagsAsText: null }, settings, how);
  if (consent.ok) {
    const delivery = { ...deliveryOf(job), isVideoWanted: settings.isAttached };
    const outcome = await startVideo(visit, { id, consent: consent.value, ...delivery });
    if (outcome.kind === "no_key") {
      const label = button === "own_key" ? ownKeyButton(job, words).label : words.buttons.again;
      return privateReply(withOffer(noKeyYet(outcome, label, words), outcome, visit));
    }
    return answerStart(visit, outcome);
  }
  const question = confirmPrice({ jobId: id, request, pay: paidBy(job) }, consent.refusal, words);
  return askAboutCopy(visit, id, { of: job, request }, question);
}

function asPaidBy(button: MakingButton, job: Job): Job {
  const { team: _, ...own } = job;
  return button === "own_key" ? own : job;
}

export async function in720p(visit: Visit, jobId: JobId): Promise<Answer> {
  const pressed = await pressFor(visit, "in_720p", jobId);
  if (!pressed.ok) return privateReply(pressed.refusal);
  const { job, nth } = pressed.value;
  if (await isPictureGone(visit, job)) return editAndRun(visit, jobId, { resolution: "720p" });
  const id = madeId("in_720p", jobId, nth);
  const request = { ...withUncheckedPicture(job.request), resolution: "720p" } as const;
  return askAboutCopy(visit, id, { of: job, request }, confirmIn720p(job, id, visit.words));
}

async function askAboutCopy(
  visit: Visit,
  id: JobId,
  { of, request }: { readonly of: Job; readonly request: VideoRequest },
  question: ChatMessage,
): Promise<Answer> {
  const judged = await judge(visit, [request]);
  if (!judged.ok) return privateReply(draftProblemOf(judged.refusal, visit.words).message);
  const how = { ...deliveryOf(of), pay: paidBy(of), isCopy: true } as const;
  return privateReply(await askAbout(visit, id, { judged: judged.value, how }, await withWait(visit, question)));
}

export async function editAndRun(
  visit: Visit,
  jobId: JobId,
  changed: Partial<Pick<VideoRequest, "resolution">> = {},
): Promise<Answer> {
  const pressed = await pressFor(visit, "edit", jobId);
  if (!pressed.ok) return privateReply(pressed.refusal);
  const { job, nth } = pressed.value;
  const outcome = outcomeOf(job);
  const isRisky = outcome !== null && mayBeCharged(outcome);
  const isGone = await isPictureGone(visit, job);
  const style = await styleNow(visit, job);
  const shown = {
    price: job.price,
    request: { ...job.request, style: style ? job.request.style : undefined, ...changed },
  };
  const form = editForm(
    shown,
    { edits: { jobId, nth }, isRisky, isPictureGone: isGone, limits: pictureLimits(visit) },
    visit.words,
  );
  return formAnswer(visit, form, paidBy(job), style);
}

/** A form makes at most one video. The two forms of a double press together make one. */
export async function makeEdited(visit: Visit, draft: VideoDraft, from: EditedFrom): Promise<Answer> {
  const { words } = visit;
  const { jobId, nth } = from;
  const button = buttonFor({ kind: "edit", jobId }, words);
  const own = await ownJob(visit, jobId);
  if (!own.ok) return privateReply(own.refusal);
  if (await isSentTwice(visit, "edit", from))
    return reopenable({ kind: "form_error", field: "prompt", ...justStarted(words) }, button);

  const { picture } = own.value.request;
  const isEmpty = draft.image === null && draft.image_url === null;
  // If the form shows the address, emptying the field removes the picture.
  const isShown = TRAITS[visit.command.owner.platform].formShowsPicture && picture?.source === "address";
  const keptPicture = isEmpty && !isShown ? picture : null;
  if (keptPicture && (await isPictureGone(visit, own.value))) {
    return reopenable({ kind: "form_error", ...draftProblemOf({ kind: "picture_gone" }, words) }, button);
  }
  const style = draft.style ?? (await styleNow(visit, own.value));
  const whole = { ...draft, paidBefore: paidBy(own.value), style, ...(keptPicture && { earlierPicture: keptPicture }) };
  const answer = await makeVideo(visit, whole, {
    from: "form",
    edited: { id: madeId("edit", jobId, nth), of: own.value },
  });
  return reopenable(answer, button);
}

async function isSentTwice(
  { deps, ask }: Visit,
  button: "edit" | "continue",
  { jobId, nth }: EditedFrom,
): Promise<boolean> {
  const made = await ask(() => madeBy(deps, button, jobId));
  return made.last !== null && nth === made.nth && isSamePress(made.last, deps.clock.now());
}

/** If the style can no longer be chosen, the form shows the prompt as sent. */
async function styleNow(visit: Visit, { request }: Job): Promise<string | null> {
  if (!request.style) return null;
  const id = styleId(request.style);
  return findStyle(await stylesHere(visit), id) ? id : null;
}

function reopenable(answer: Answer, button: Button): Answer {
  if (answer.kind !== "form_error") return answer;
  return { ...answer, message: { ...answer.message, buttons: [button] } };
}

/** Nothing is fetched until the form is sent. */
export async function continueVideo(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, words } = visit;
  const pressed = await pressFor(visit, "continue", jobId);
  if (!pressed.ok) return privateReply(pressed.refusal);
  const { job, nth } = pressed.value;
  if (outcomeOf(job)?.kind !== "succeeded") return privateReply(unknownAct(deps.prefix, words));
  if (!deps.canContinue(job)) return privateReply(shortReply("cannotContinue", words));
  if (await isFilmGone(visit, job)) return privateReply(shortReply("filmGone", words));
  return formAnswer(visit, continueForm(job, { jobId, nth }, words), paidBy(job));
}

export async function makeContinued(visit: Visit, draft: VideoDraft, from: EditedFrom): Promise<Answer> {
  const { deps, words } = visit;
  const { jobId, nth } = from;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return privateReply(own.refusal);
  const of = own.value;
  const button = buttonFor({ kind: "continue", jobId }, words);
  if (outcomeOf(of)?.kind !== "succeeded" || !deps.canContinue(of))
    return privateReply(shortReply("cannotContinue", words));
  if (await isSentTwice(visit, "continue", from))
    return reopenable({ kind: "form_error", field: "prompt", ...justStarted(words) }, button);
  const whole: VideoDraft = {
    ...draft,
    ratio: of.request.aspectRatio,
    paidBefore: paidBy(of),
    earlierPicture: frameOf(continuing(of)),
  };
  const edited = { id: madeId("continue", jobId, nth), of };
  return reopenable(await makeVideo(visit, whole, { from: "form", edited }), button);
}
