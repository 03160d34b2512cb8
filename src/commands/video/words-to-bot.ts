import type { PressedOn } from "../../core/chat.ts";
import type { ActOf, Answer } from "../../core/command.ts";
import { type JobId, jobIdFrom } from "../../core/job/ids.ts";
import { AS_PICTURE } from "../../core/option-specs.ts";
import type { UnconfirmedRequest } from "../../core/request/kept-request.ts";
import { isGreeting } from "../../core/request/one-word.ts";
import { planVideo } from "../../core/request/plan-video.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { commonShape, type FoundPicture, withPicture } from "../../core/request/video-request.ts";
import { noStyles } from "../../core/style.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { greeting, leftOutText, makeOfThis, notice, sayWhat, sayWhatWithPicture } from "../../messages/ask/notices.ts";
import { animateForm, defaultValues, requestValues, videoForm } from "../../messages/ask/video-forms.ts";
import { tell, type Visit } from "../visit.ts";
import { formAnswer, sortPictures } from "./video-form.ts";

/**
 * Offers the form with what somebody wrote to the bot and the files that came with it; a repeated event is answered
 * once.
 */
export async function answerFreeText(
  { deps, command, ask, words }: Visit,
  { draft, files }: ActOf<"free_text">,
): Promise<Answer> {
  const { eventId, owner } = command;
  if (!files && isGreeting(draft.prompt)) return tell(greeting(words));

  const { usable, problems } = sortPictures(deps, files?.pictures ?? []);
  const [picture] = usable;
  const leftOut = leftOutText({ problems, otherFiles: files?.otherFiles ?? 0, isAny: usable.length > 0 }, words);
  const isWordless = draft.prompt.trim() === "";
  if (isWordless && !picture) return tell(sayWhat(leftOut, words));

  const id = jobIdFrom("free text", owner.platform, eventId);
  const [settings, ...before] = await ask(() =>
    Promise.all([deps.settings.get(owner), deps.unconfirmed.find(owner, id), deps.offered.find(owner, id)]),
  );
  if (before.some((each) => each !== null)) return { kind: "nothing" };
  if (isWordless) {
    await ask(() => deps.offered.keep(owner, id, usable));
    return tell(sayWhatWithPicture(id, leftOut, words));
  }
  const planned = planVideo(picture ? withPicture(draft, picture) : draft, settings, deps.judgeAddress, noStyles);
  if (!planned.ok) return tell(draftProblemOf(planned.refusal, words).message);

  // The form shows what was noticed before anything starts.
  const request = withOpenShape(planned.value.request, draft.ratio === null && commonShape(usable) === null);
  const { isSilent, isPrivate } = settings;
  await ask(async () => {
    if (usable.length > 0) await deps.offered.keep(owner, id, usable);
    await deps.unconfirmed.keep(owner, id, { each: [request], isSilent, isPrivate, pay: "mine" });
  });
  return tell(makeOfThis(id, request, leftOut, words));
}

/** If several pictures differ in shape, the one that is chosen later decides it. */
function withOpenShape(request: VideoRequest, decidesRatio: boolean): VideoRequest {
  const { picture } = request;
  return picture?.file ? { ...request, picture: { ...picture, decidesRatio } } : request;
}

/** Opens the form with the request that was stored under that id, and with the pictures that came with it. */
export async function openUnconfirmed(visit: Visit, id: JobId, on: PressedOn): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { owner } = command;
  const [unconfirmed, pictures, settings] = await ask(() =>
    Promise.all([deps.unconfirmed.find(owner, id), deps.offered.find(owner, id), deps.settings.get(owner)]),
  );
  if (pictures) {
    const held = unconfirmed ? requestValues(unconfirmed.each[0]) : defaultValues(settings);
    const values = { ...held, ratio: ratioFor(unconfirmed, pictures) };
    return formAnswer(visit, animateForm({ id, pictures, values, leftOut: 0 }, words));
  }
  // Other people see the button too where the message has a place.
  if (!unconfirmed) return tell(notice(on.place === null ? "questionTooOld" : "notYourWords", words));
  return formAnswer(visit, videoForm(requestValues(unconfirmed.each[0]), words));
}

function ratioFor(unconfirmed: UnconfirmedRequest | null, pictures: readonly FoundPicture[]): string {
  if (!unconfirmed) return commonShape(pictures) ?? AS_PICTURE;
  const [{ picture, aspectRatio }] = unconfirmed.each;
  return picture?.decidesRatio ? AS_PICTURE : aspectRatio;
}
