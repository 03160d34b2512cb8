import type { ChatMessage, Field, Form } from "../../core/chat.ts";
import { asPicture } from "../../core/option-specs.ts";
import { type FoundPicture, type NoPicture, sizeOf } from "../../core/request/found-picture.ts";
import type { PictureProblem } from "../../core/request/video-request.ts";
import { excerpt } from "../card/excerpt.ts";
import { pictureProblemText } from "../card/picture-problem.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";
import { offeredIn } from "./choices.ts";
import { type VideoFormValues, videoFields } from "./forms.ts";

/** So much of a picture's name is shown, in characters: its size stands behind it. */
const NAME_MAX = 60;

interface AnimateFormHolds {
  /** The pictures' own. */
  readonly id: string;
  readonly pictures: readonly FoundPicture[];
  /** The prompt is what was said with them. */
  readonly values: VideoFormValues;
  /** How many pictures of the message cannot be used. */
  readonly leftOut: number;
}

/** Asks for a video that begins with a picture of a message; with several, for which of them. */
export function animateForm({ id, pictures, values, leftOut }: AnimateFormHolds, words: Words): Form {
  const { animate, forms } = words;
  const [only, ...others] = pictures;
  const offered = offeredIn(words);
  const ratios = values.ratio === asPicture.value ? [offered.asPicture, ...offered.ratio] : offered.ratio;
  const fields = videoFields(values, { promptHint: forms.promptHint, ratios, picture: null }, words);
  const missing = leftOut === 0 ? null : animate.leftOut(leftOut);
  return {
    id: "animate",
    title: animate.title,
    submit: forms.makeIt,
    animates: id,
    note: [
      only && others.length === 0 ? animate.thePicture(lookOf(only, words)) : null,
      missing && animate.sentence(missing),
      forms.creditsAreTaken,
    ]
      .filter((sentence) => sentence !== null)
      .join(words.amounts.sentenceGap),
    fields: others.length === 0 ? fields : [pictureChoice(pictures, missing, words), ...fields],
  };
}

function pictureChoice(pictures: readonly FoundPicture[], hint: string | null, words: Words): Field {
  const options = pictures.map((each, index) => ({
    label: `${index + 1}: ${lookOf(each, words)}`,
    value: String(index),
  }));
  return { kind: "choice", id: "image", label: words.animate.picture, hint, value: "0", options };
}

/** "cat.png, 640 x 480" */
function lookOf(picture: FoundPicture, { animate }: Words): string {
  const { width, height } = sizeOf(picture);
  const name = excerpt(picture.name, NAME_MAX) || animate.unnamed;
  return width && height ? `${name}, ${width} x ${height}` : name;
}

/** The message has no picture that a video can begin with. `problem` is of the first picture in it, `other` what else is there. */
export function nothingToAnimate(problem: PictureProblem | null, other: NoPicture | null, words: Words): ChatMessage {
  const { animate, draft } = words;
  const text = problem ? pictureProblemText(problem, words) : other ? animate[other] : animate.noPicture;
  return message({ tone: "bad", title: animate.nothing, body: paragraphs(text, draft.nothingCharged) });
}

/** The form was open for longer than its picture is kept. */
export function pictureForgotten({ animate }: Words): ChatMessage {
  return told("bad", animate.forgotten);
}
