import type { Form, PressedOn } from "../../core/chat.ts";
import type { ActOf, Answer } from "../../core/command.ts";
import { type JobId, jobIdFrom } from "../../core/job/ids.ts";
import { AS_PICTURE } from "../../core/option-specs.ts";
import { TRAITS } from "../../core/platform.ts";
import type { UnconfirmedRequest } from "../../core/request/kept-request.ts";
import { isGreeting } from "../../core/request/one-word.ts";
import { planVideo } from "../../core/request/plan-video.ts";
import {
  type ChosenPicture,
  type FoundPicture,
  type PictureProblem,
  problemOf,
  type VideoDraft,
  withPicture,
} from "../../core/request/video-request.ts";
import { styleId } from "../../core/style.ts";
import type { PaidBy } from "../../core/team/payer.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import {
  greeting,
  leftOutText,
  makeOfThis,
  promptMissing,
  promptMissingWithPicture,
  shortReply,
} from "../../messages/ask/short-replies.ts";
import {
  animateForm,
  defaultValues,
  fitForm,
  nothingToAnimate,
  requestValues,
  videoForm,
  withPayer,
} from "../../messages/ask/video-forms.ts";
import { buttonFor } from "../../messages/card/buttons.ts";
import { withStyles } from "../../messages/pages/styles-page.ts";
import { stylesHere } from "../saved-styles.ts";
import { payerToAsk } from "../team/team-account.ts";
import { type CommandDeps, formReply, pictureLimits, pictureRules, privateReply, type Visit } from "../visit.ts";
import { makeVideo } from "./make-video.ts";

export async function openVideoForm(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const settings = await ask(() => deps.settings.get(command.owner));
  return formAnswer(visit, videoForm(defaultValues(settings), pictureLimits(visit), words));
}

/** Asks for the payer and the style if there is a choice. `payer` and `style` are those of the earlier card. */
export async function formAnswer(
  visit: Visit,
  form: Form,
  payer: PaidBy | null = null,
  style: string | null = null,
): Promise<Answer> {
  const { command, words } = visit;
  const asked = await payerToAsk(visit, payer);
  const paid = asked === null ? form : withPayer(form, asked, words);
  const whole = withStyles(paid, await stylesHere(visit), style, words);
  return formReply(fitForm(whole, TRAITS[command.owner.platform].formFieldsMax, words));
}

export async function animate(visit: Visit, { pictures, others }: ActOf<"animate">): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { usable, problems } = sortPictures(visit, pictures);
  if (usable.length === 0) {
    return privateReply(nothingToAnimate(problems[0] ?? null, others[0] ?? null, words));
  }
  const { owner, eventId } = command;
  const settings = await ask(() => deps.settings.get(owner));
  const id = jobIdFrom("animate", owner.platform, eventId);
  // Save first: the form must find its picture even after a restart.
  await ask(() => deps.offered.keep(owner, id, usable));
  const values = { ...defaultValues(settings), ratio: AS_PICTURE };
  return formAnswer(visit, animateForm({ id, pictures: usable, values, leftOut: problems.length }, words));
}

export async function makeAnimated(visit: Visit, typed: VideoDraft, { id, nth }: ChosenPicture): Promise<Answer> {
  const { words } = visit;
  const pictures = await visit.ask(() => visit.deps.offered.find(visit.command.owner, id));
  const picture = pictures?.[nth];
  if (!picture) return privateReply(shortReply("pictureForgotten", words));
  const ratio = typed.ratio === AS_PICTURE ? null : typed.ratio;
  const answer = await makeVideo(visit, withPicture({ ...typed, ratio }, picture), { from: "form" });
  if (answer.kind !== "form_error") return answer;
  const buttons = [buttonFor({ kind: "open_kept", jobId: id }, words, null)];
  // This form has no address field.
  const field = answer.field === "image_url" ? "prompt" : answer.field;
  return { ...answer, field, message: { ...answer.message, buttons } };
}

function sortPictures(
  visit: Visit,
  pictures: readonly FoundPicture[],
): { readonly usable: readonly FoundPicture[]; readonly problems: readonly PictureProblem[] } {
  const rules = pictureRules(visit);
  const judged = pictures.map((picture) => ({
    picture,
    problem: privateProblem(visit.deps, picture) ?? problemOf(picture, rules),
  }));
  return {
    usable: judged.flatMap(({ picture, problem }) => (problem ? [] : [picture])),
    problems: judged.flatMap(({ problem }) => problem ?? []),
  };
}

function privateProblem({ files }: CommandDeps, picture: FoundPicture): PictureProblem | null {
  const isPrivate = picture.source === "attachment" && picture.file.file !== undefined;
  return isPrivate && files === null ? { kind: "picture_private" } : null;
}

/** A repeated event is answered once. */
export async function answerFreeText(visit: Visit, { draft, files }: ActOf<"free_text">): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { eventId, owner } = command;
  if (!files && isGreeting(draft.prompt)) return privateReply(greeting(words));

  const { usable, problems } = sortPictures(visit, files?.pictures ?? []);
  const [picture] = usable;
  const leftOut = leftOutText({ problems, otherFiles: files?.otherFiles ?? 0, isAny: usable.length > 0 }, words);
  if (draft.prompt.trim() === "" && !picture) return privateReply(promptMissing(leftOut, words));

  const id = jobIdFrom("free text", owner.platform, eventId);
  const [settings, ...before] = await ask(() =>
    Promise.all([deps.settings.get(owner), deps.unconfirmed.find(owner, id), deps.offered.find(owner, id)]),
  );
  if (before.some((each) => each !== null)) return { kind: "nothing" };
  const typed = picture ? withPicture(draft, picture) : draft;
  const planned = planVideo(typed, settings, pictureRules(visit), await stylesHere(visit));
  if (!planned.ok && planned.refusal.kind === "no_prompt") {
    if (!picture) return privateReply(promptMissing(leftOut, words));
    await ask(() => deps.offered.keep(owner, id, usable));
    return privateReply(promptMissingWithPicture(id, leftOut, words));
  }
  if (!planned.ok) return privateReply(draftProblemOf(planned.refusal, words).message);

  // No question about the flags: this answer shows how they apply before anything starts.
  const { request, pay } = planned.value;
  const { isSilent, isPrivate } = settings;
  await ask(async () => {
    if (usable.length > 0) await deps.offered.keep(owner, id, usable);
    await deps.unconfirmed.keep(owner, id, { each: [request], isSilent, isPrivate, pay: pay ?? "mine" });
  });
  return privateReply(makeOfThis(id, planned.value, leftOut, words));
}

export async function openUnconfirmed(visit: Visit, id: JobId, on: PressedOn): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { owner } = command;
  const [unconfirmed, pictures, settings] = await ask(() =>
    Promise.all([deps.unconfirmed.find(owner, id), deps.offered.find(owner, id), deps.settings.get(owner)]),
  );
  const request = unconfirmed?.each[0];
  const payer = unconfirmed && unconfirmed.pay !== "mine" ? unconfirmed.pay : null;
  const style = request?.style ? styleId(request.style) : null;
  if (pictures) {
    const values = { ...(request ? requestValues(request) : defaultValues(settings)), ratio: ratioFor(unconfirmed) };
    return formAnswer(visit, animateForm({ id, pictures, values, leftOut: 0 }, words), payer, style);
  }
  // Other people can see a message with a place, so the request may be somebody else's.
  if (!request) return privateReply(shortReply(on.place === null ? "questionTooOld" : "notYourWords", words));
  return formAnswer(visit, videoForm(requestValues(request), pictureLimits(visit), words), payer, style);
}

function ratioFor(unconfirmed: UnconfirmedRequest | null): string {
  const request = unconfirmed?.each[0];
  return !request || request.picture?.decidesRatio ? AS_PICTURE : request.aspectRatio;
}
