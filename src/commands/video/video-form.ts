import type { Form } from "../../core/chat.ts";
import type { ActOf, Answer } from "../../core/command.ts";
import { jobIdFrom } from "../../core/job/ids.ts";
import { AS_PICTURE } from "../../core/option-specs.ts";
import { traitsOf } from "../../core/platform.ts";
import type { PictureProblem, VideoDraft } from "../../core/request/video-request.ts";
import {
  type ChosenPicture,
  commonShape,
  type FoundPicture,
  problemOf,
  withPicture,
} from "../../core/request/video-request.ts";
import type { PaidBy } from "../../core/team/payer.ts";
import { notice } from "../../messages/ask/notices.ts";
import {
  animateForm,
  defaultValues,
  fitForm,
  nothingToAnimate,
  videoForm,
  withPayer,
} from "../../messages/ask/video-forms.ts";
import { withStyles } from "../../messages/pages/styles-page.ts";
import { stylesHere } from "../saved-styles.ts";
import { payerToAsk } from "../team/team-purse.ts";
import { type CommandDeps, opens, tell, type Visit } from "../visit.ts";
import { makeVideo } from "./make-video.ts";

export async function openVideoForm(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const settings = await ask(() => deps.settings.get(command.owner));
  return formAnswer(visit, videoForm(defaultValues(settings), words));
}

/**
 * Opens a form for one video or several. Where there is a choice, it also asks who pays, and for a style; `payer` and
 * `style` are those of the card that it came from.
 */
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
  return opens(fitForm(whole, traitsOf(command.owner.platform).formFieldsMax, words));
}

export async function animate(visit: Visit, { pictures, others }: ActOf<"animate">): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { usable, problems } = sortPictures(deps, pictures);
  if (usable.length === 0) {
    return tell(nothingToAnimate(problems[0] ?? null, others[0] ?? null, words));
  }
  const { owner, eventId } = command;
  const settings = await ask(() => deps.settings.get(owner));
  const id = jobIdFrom("animate", owner.platform, eventId);
  // Saved first: a filled form must find its picture, after a restart too.
  await ask(() => deps.offered.keep(owner, id, usable));
  const values = { ...defaultValues(settings), ratio: commonShape(usable) ?? AS_PICTURE };
  return formAnswer(visit, animateForm({ id, pictures: usable, values, leftOut: problems.length }, words));
}

/** Makes a new video from the filled form and the picture that was chosen in it. */
export async function makeAnimated(visit: Visit, typed: VideoDraft, { id, nth }: ChosenPicture): Promise<Answer> {
  const { words } = visit;
  const pictures = await visit.ask(() => visit.deps.offered.find(visit.command.owner, id));
  const picture = pictures?.[nth];
  if (!picture) return tell(notice("pictureForgotten", words));
  const ratio = typed.ratio === AS_PICTURE ? null : typed.ratio;
  const answer = await makeVideo(visit, withPicture({ ...typed, ratio }, picture), { from: "form" });
  // This form has no field for an address.
  return answer.kind === "form_error" && answer.field === "image_url" ? { ...answer, field: "prompt" } : answer;
}

/**
 * Sorts out the pictures that a video can begin with, as far as local data shows, and says why the others cannot be
 * used.
 */
export function sortPictures(
  deps: CommandDeps,
  pictures: readonly FoundPicture[],
): { readonly usable: readonly FoundPicture[]; readonly problems: readonly PictureProblem[] } {
  const judged = pictures.map((picture) => ({
    picture,
    problem: privateProblem(deps, picture) ?? problemOf(picture, deps.judgeAddress),
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
