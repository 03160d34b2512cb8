import type { EditedFrom } from "../core/button.ts";
import type { Field, Form } from "../core/chat.ts";
import type { Job } from "../core/job.ts";
import { type Choice, durationChoices, ratioChoices, resolutionChoices } from "../core/specs.ts";
import { PROMPT_MAX } from "../core/video-request.ts";
import { creditsText } from "./credits-text.ts";

/** Longest key a form takes, in characters. */
const KEY_MAX = 500;
/** Longest address of a picture, in characters. Ours, decided 2026-11-21. */
const ADDRESS_MAX = 2_048;

/** Asks for the person's own API key. */
export function keyForm(): Form {
  return {
    id: "key",
    title: "Your API key",
    submit: "Save",
    note: "Only you see this form. The key is tested without spending credits and stored encrypted.",
    fields: [
      {
        kind: "text",
        id: "key",
        label: "API key",
        hint: "From the dashboard of your account at the video service",
        value: "",
        isLong: false,
        isRequired: true,
        maxLength: KEY_MAX,
      },
    ],
  };
}

/** What the fields of the video form hold when it opens. */
export interface VideoFormValues {
  readonly prompt: string;
  readonly ratio: string;
  readonly duration: string;
  readonly resolution: string;
  readonly imageUrl: string;
}

/** Asks for everything a video needs. */
export function videoForm(values: VideoFormValues): Form {
  return {
    id: "video",
    title: "Make a video",
    submit: "Make it",
    note: "Credits are taken when the video starts and come back if it fails.",
    fields: [
      promptField(values.prompt, "What should happen in the video"),
      ...choiceFields(values),
      pictureField(values.imageUrl, {
        upload: "Brings it to life; up to 5 MB; may stay empty",
        address: "Brings it to life; https, up to 5 MB; may stay empty",
      }),
    ],
  };
}

interface EditState {
  /** Nobody knows whether the first video was charged. */
  readonly isRisky: boolean;
  /** Its picture's address has stopped working. */
  readonly isPictureGone: boolean;
}

/** The same with an earlier request in it. */
export function editForm(
  { request, price }: Pick<Job, "request" | "price">,
  edits: EditedFrom,
  { isRisky, isPictureGone }: EditState,
): Form {
  const { prompt, aspectRatio: ratio, duration, resolution, picture } = request;
  const risk = `The first video may have been charged: ${creditsText(price)} at most. This one costs again.`;
  const upload = picture ? "May stay empty: the picture of before is kept; up to 5 MB" : "May stay empty; up to 5 MB";
  const gone = "The picture of before cannot be opened any more: add it, or another; up to 5 MB";
  const hints = isPictureGone
    ? { upload: gone, address: gone }
    : { upload, address: "https, up to 5 MB; may stay empty" };
  const address = picture?.source === "address" ? picture.url : "";
  return {
    ...{ id: "video", title: isPictureGone ? "Add the picture again" : "Edit & run", submit: "Make it", edits },
    note: "This makes a new video. Credits are taken when it starts and come back if it fails.",
    fields: [
      promptField(prompt, isRisky ? risk : "What should happen in the video"),
      ...choiceFields({ ratio, duration: String(duration), resolution }),
      pictureField(address, hints, isPictureGone),
    ],
  };
}

/** Asks what should happen. */
export function promptField(value: string, hint: string): Field {
  return {
    ...{ kind: "text", id: "prompt", label: "Prompt", hint, value },
    ...{ isLong: true, isRequired: true, maxLength: PROMPT_MAX },
  };
}

/** Ask for shape, length and resolution; each opens with a choice made. */
export function choiceFields(
  chosen: Pick<VideoFormValues, "ratio" | "duration" | "resolution">,
  ratios: readonly Choice[] = ratioChoices,
): readonly Field[] {
  const choice = { kind: "choice", hint: null } as const;
  return [
    { ...choice, id: "ratio", label: "Shape", value: chosen.ratio, options: ratios },
    { ...choice, id: "duration", label: "Length", value: chosen.duration, options: durationChoices },
    {
      ...choice,
      id: "resolution",
      label: "Resolution and price",
      value: chosen.resolution,
      options: resolutionChoices,
    },
  ];
}

function pictureField(
  address: string,
  hints: { readonly upload: string; readonly address: string },
  isRequired = false,
): Field {
  return {
    ...{ kind: "picture", id: "image", label: "Picture", hint: hints.upload, isRequired },
    address: {
      ...{ kind: "text", id: "image_url", label: "Address of a picture", hint: hints.address, value: address },
      ...{ isLong: false, isRequired, maxLength: ADDRESS_MAX },
    },
  };
}
