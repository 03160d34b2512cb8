import type { ChatMessage, Field, Form } from "../core/chat.ts";
import { type FoundPicture, type NoPicture, sizeOf } from "../core/found-picture.ts";
import { asPicture, ratioChoices } from "../core/specs.ts";
import type { PictureProblem } from "../core/video-request.ts";
import { excerpt } from "./excerpt.ts";
import { choiceFields, promptField, type VideoFormValues } from "./forms.ts";
import { message, paragraphs } from "./message.ts";
import { PICTURE_KINDS, pictureProblemText } from "./picture-problem.ts";

/** So much of a picture's name is shown, in characters: its size stands behind it. */
const NAME_MAX = 60;

interface AnimateFormHolds {
  readonly values: Pick<VideoFormValues, "ratio" | "duration" | "resolution">;
  /** How many pictures of the message cannot be used. */
  readonly leftOut: number;
}

/** Asks for a video that begins with a picture of a message; with several, for which of them. `id` is theirs. */
export function animateForm(
  id: string,
  pictures: readonly FoundPicture[],
  { values, leftOut }: AnimateFormHolds,
): Form {
  const [only, ...others] = pictures;
  const ratios = values.ratio === asPicture.value ? [asPicture, ...ratioChoices] : ratioChoices;
  const fields = [promptField("", "What should happen in the video"), ...choiceFields(values, ratios)];
  const missing =
    leftOut === 0 ? null : `${leftOut} more in this message cannot be used: too large, or of another kind`;
  const cost = "Credits are taken when the video starts and come back if it fails.";
  return {
    ...{ id: "animate", title: "Animate this", submit: "Make it", animates: id },
    note: [only && others.length === 0 ? `The picture: ${lookOf(only)}.` : null, missing && `${missing}.`, cost]
      .filter((sentence) => sentence !== null)
      .join(" "),
    fields: others.length === 0 ? fields : [pictureChoice(pictures, missing), ...fields],
  };
}

function pictureChoice(pictures: readonly FoundPicture[], hint: string | null): Field {
  const options = pictures.map((each, index) => ({ label: `${index + 1}: ${lookOf(each)}`, value: String(index) }));
  return { kind: "choice", id: "image", label: "Picture", hint, value: "0", options };
}

/** "cat.png, 640 x 480" */
function lookOf(picture: FoundPicture): string {
  const { width, height } = sizeOf(picture);
  const name = excerpt(picture.name, NAME_MAX) || "picture";
  return width && height ? `${name}, ${width} x ${height}` : name;
}

/** The message has no picture that a video can begin with. `problem` is of the first picture in it, `other` what else is there. */
export function nothingToAnimate(problem: PictureProblem | null, other: NoPicture | null): ChatMessage {
  const text = problem ? pictureProblemText(problem) : other ? otherText[other] : NO_PICTURE;
  return message({ tone: "bad", title: "Nothing to animate", body: paragraphs(text, "Nothing was charged.") });
}

const NO_PICTURE = `There is no picture in this message. Use Animate this on one that has a picture: ${PICTURE_KINDS}`;

const otherText: Readonly<Record<NoPicture, string>> = {
  sticker: `A sticker cannot be brought to life. Post it as a picture, and use Animate this on that: ${PICTURE_KINDS}`,
  video: `This message has a video, and only pictures can be brought to life. Post a still of it as a picture, and use Animate this on that: ${PICTURE_KINDS}`,
};

/** The form was open for longer than its picture is kept. */
export function pictureForgotten(): ChatMessage {
  const body = paragraphs(
    "Reelay keeps a picture for an hour while its form is open, and has forgotten this one. Nothing was charged.",
    "Use Animate this on the message once more.",
  );
  return message({ tone: "bad", title: "Too old", body });
}
