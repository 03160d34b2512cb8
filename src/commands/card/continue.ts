import type { EditedFrom } from "../../core/button.ts";
import type { Answer } from "../../core/command.ts";
import { continuing } from "../../core/film/continues.ts";
import type { JobId } from "../../core/job/ids.ts";
import { outcomeOf } from "../../core/job/job.ts";
import { frameOf, type VideoDraft } from "../../core/request/video-request.ts";
import { paidBy } from "../../core/team/payer.ts";
import { continueForm } from "../../messages/ask/forms.ts";
import { cannotSave, justStarted, unknownAct } from "../../messages/ask/notices.ts";
import { continueButton } from "../../messages/card/buttons.ts";
import { cannotContinue, filmGone } from "../../messages/card/chain.ts";
import type { Visit } from "../command-deps.ts";
import { formAnswer } from "../video/form-answer.ts";
import { isSamePress, madeBy, madeId } from "../video/made-by.ts";
import { makeVideo } from "../video/make-video.ts";
import { isFilmGone } from "../video/picture-gone.ts";
import { ownJob } from "./own-job.ts";
import { pressFor } from "./press-for.ts";

/** Opens the form for a video that begins with the last frame of this one. Nothing is fetched before it is sent. */
export async function continueVideo(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, words } = visit;
  const pressed = await pressFor(visit, "continue", jobId);
  if (!pressed.ok) return { kind: "private", message: pressed.refusal };
  const { job, nth } = pressed.value;
  if (outcomeOf(job)?.kind !== "succeeded") return { kind: "private", message: unknownAct(deps.prefix, words) };
  if (!deps.canContinue(job)) return { kind: "private", message: cannotContinue(words) };
  if (await isFilmGone(visit, job)) return { kind: "private", message: filmGone(words) };
  return formAnswer(visit, continueForm(job, { jobId, nth }, words), paidBy(job));
}

/** Makes the video of the filled form. One form makes one, and so do two forms of a double press. */
export async function makeContinued(visit: Visit, draft: VideoDraft, { jobId, nth }: EditedFrom): Promise<Answer> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const of = own.value;
  if (outcomeOf(of)?.kind !== "succeeded" || !deps.canContinue(of))
    return { kind: "private", message: cannotContinue(words) };
  const made = await ask(() => madeBy(deps, "continue", jobId));
  if (!made.ok) return { kind: "private", message: cannotSave(words) };
  const { last } = made.value;
  // Opened just after the last one was sent: perhaps the second of two quick presses.
  if (last && nth === made.value.nth && isSamePress(last, deps.clock.now()))
    return reopenable(visit, { kind: "form_error", field: "prompt", ...justStarted(words) }, jobId);
  const whole: VideoDraft = {
    ...draft,
    ratio: of.request.aspectRatio,
    paidBefore: paidBy(of),
    kept: frameOf(continuing(of)),
  };
  const edited = { id: madeId("continue", jobId, nth), of };
  return reopenable(visit, await makeVideo(visit, whole, { from: "form", edited }), jobId);
}

/** Where a form cannot stay open, it can be opened once more. */
function reopenable({ words }: Visit, answer: Answer, jobId: JobId): Answer {
  if (answer.kind !== "form_error") return answer;
  return { ...answer, message: { ...answer.message, buttons: [continueButton(jobId, words)] } };
}
