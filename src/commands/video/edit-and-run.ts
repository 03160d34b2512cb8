import type { EditedFrom } from "../../core/button.ts";
import type { Button } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import { continuing } from "../../core/film/film-chain.ts";
import { mayBeCharged } from "../../core/job/final-word.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { traitsOf } from "../../core/platform.ts";
import { frameOf, type VideoDraft, type VideoRequest } from "../../core/request/video-request.ts";
import { findStyle, styleId } from "../../core/style.ts";
import { paidBy } from "../../core/team/payer.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { justStarted, notice, unknownAct } from "../../messages/ask/notices.ts";
import { continueForm, editForm } from "../../messages/ask/video-forms.ts";
import { buttonFor } from "../../messages/card/buttons.ts";
import { ownJob } from "../card-buttons.ts";
import { stylesHere } from "../saved-styles.ts";
import { tell, type Visit } from "../visit.ts";
import { isFilmGone, isPictureGone, isSamePress, madeBy, madeId, pressFor } from "./earlier-video.ts";
import { makeVideo } from "./make-video.ts";
import { formAnswer } from "./video-form.ts";

/** Opens the video form with the request of a finished card in it; asks for another picture where its own is gone. */
export async function editAndRun(
  visit: Visit,
  jobId: JobId,
  changed: Partial<Pick<VideoRequest, "resolution">> = {},
): Promise<Answer> {
  const pressed = await pressFor(visit, "edit", jobId);
  if (!pressed.ok) return tell(pressed.refusal);
  const { job, nth } = pressed.value;
  const outcome = outcomeOf(job);
  const isRisky = outcome !== null && mayBeCharged(outcome);
  const isGone = await isPictureGone(visit, job);
  const style = await styleNow(visit, job);
  const shown = {
    price: job.price,
    request: { ...job.request, style: style ? job.request.style : undefined, ...changed },
  };
  const form = editForm(shown, { edits: { jobId, nth }, isRisky, isPictureGone: isGone }, visit.words);
  return formAnswer(visit, form, paidBy(job), style);
}

/** Makes a new video from the filled form. One form makes one video, and so do two forms of a double press. */
export async function makeEdited(visit: Visit, draft: VideoDraft, from: EditedFrom): Promise<Answer> {
  const { words } = visit;
  const { jobId, nth } = from;
  const button = buttonFor({ kind: "edit", jobId }, words);
  const own = await ownJob(visit, jobId);
  if (!own.ok) return tell(own.refusal);
  if (await isSentTwice(visit, "edit", from))
    return reopenable({ kind: "form_error", field: "prompt", ...justStarted(words) }, button);

  const { picture } = own.value.request;
  const isEmpty = draft.image === null && draft.image_url === null;
  // Where the form shows the address, emptying the field removes the picture.
  const isShown = traitsOf(visit.command.owner.platform).formShowsPicture && picture?.source === "address";
  const keptPicture = isEmpty && !isShown ? picture : null;
  if (keptPicture && (await isPictureGone(visit, own.value))) {
    return reopenable({ kind: "form_error", ...draftProblemOf({ kind: "picture_unreachable" }, words) }, button);
  }
  const style = draft.style ?? (await styleNow(visit, own.value));
  const whole = { ...draft, paidBefore: paidBy(own.value), style, ...(keptPicture && { earlierPicture: keptPicture }) };
  const answer = await makeVideo(visit, whole, {
    from: "form",
    edited: { id: madeId("edit", jobId, nth), of: own.value },
  });
  return reopenable(answer, button);
}

/** Says whether the form was opened just after the last one was sent: perhaps by the second of two quick presses. */
async function isSentTwice(
  { deps, ask }: Visit,
  button: "edit" | "continue",
  { jobId, nth }: EditedFrom,
): Promise<boolean> {
  const made = await ask(() => madeBy(deps, button, jobId));
  return made.last !== null && nth === made.nth && isSamePress(made.last, deps.clock.now());
}

/**
 * Returns the id of the style of a card's video, if it can still be chosen: else the form shows the prompt as it was
 * sent.
 */
async function styleNow(visit: Visit, { request }: Job): Promise<string | null> {
  if (!request.style) return null;
  const id = styleId(request.style);
  return findStyle(await stylesHere(visit), id) ? id : null;
}

/** Where a form cannot stay open, a button opens it again. */
function reopenable(answer: Answer, button: Button): Answer {
  if (answer.kind !== "form_error") return answer;
  return { ...answer, message: { ...answer.message, buttons: [button] } };
}

/** Opens the form for a video that begins with the last frame of this one. Nothing is fetched before it is sent. */
export async function continueVideo(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, words } = visit;
  const pressed = await pressFor(visit, "continue", jobId);
  if (!pressed.ok) return tell(pressed.refusal);
  const { job, nth } = pressed.value;
  if (outcomeOf(job)?.kind !== "succeeded") return tell(unknownAct(deps.prefix, words));
  if (!deps.canContinue(job)) return tell(notice("cannotContinue", words));
  if (await isFilmGone(visit, job)) return tell(notice("filmGone", words));
  return formAnswer(visit, continueForm(job, { jobId, nth }, words), paidBy(job));
}

/** Makes the continuation from the filled form. One form makes one video, and so do two forms of a double press. */
export async function makeContinued(visit: Visit, draft: VideoDraft, from: EditedFrom): Promise<Answer> {
  const { deps, words } = visit;
  const { jobId, nth } = from;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return tell(own.refusal);
  const of = own.value;
  const button = buttonFor({ kind: "continue", jobId }, words);
  if (outcomeOf(of)?.kind !== "succeeded" || !deps.canContinue(of)) return tell(notice("cannotContinue", words));
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
