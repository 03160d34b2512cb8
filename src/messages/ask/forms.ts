import type { EditedFrom } from "../../core/button.ts";
import type { Field, Form } from "../../core/chat.ts";
import type { Choice } from "../../core/command-spec.ts";
import type { Job } from "../../core/job/job.ts";
import { PROMPT_MAX } from "../../core/request/video-request.ts";
import type { Words } from "../words.ts";
import { offeredIn } from "./choices.ts";

/** Longest key a form takes, in characters. */
const KEY_MAX = 500;
/** Longest address of a picture, in characters. */
const ADDRESS_MAX = 2_048;

/** Asks for the person's own API key. */
export function keyForm({ forms }: Words): Form {
  const { title, note, label, hint } = forms.key;
  const field = { kind: "text", id: "key", label, hint, value: "" } as const;
  return {
    id: "key",
    title,
    submit: forms.save,
    note,
    fields: [{ ...field, isLong: false, isRequired: true, maxLength: KEY_MAX }],
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
export function videoForm(values: VideoFormValues, words: Words): Form {
  const { forms } = words;
  return {
    id: "video",
    title: forms.makeVideo,
    submit: forms.makeIt,
    note: forms.creditsAreTaken,
    fields: [
      promptField(values.prompt, forms.promptHint, words),
      ...choiceFields(values, words),
      pictureField({ address: values.imageUrl, hints: forms.hints, isRequired: false }, words),
    ],
  };
}

interface EditState {
  readonly edits: EditedFrom;
  /** Nobody knows whether the first video was charged. */
  readonly isRisky: boolean;
  /** Its picture's address has stopped working. */
  readonly isPictureGone: boolean;
}

/** The same with an earlier request in it. */
export function editForm(
  { request, price }: Pick<Job, "request" | "price">,
  { edits, isRisky, isPictureGone }: EditState,
  words: Words,
): Form {
  const { forms } = words;
  const { prompt, aspectRatio: ratio, duration, resolution, picture } = request;
  const { uploadKept, uploadEmpty, addressEmpty, gone } = forms.hints;
  const hints = isPictureGone
    ? { upload: gone, address: gone }
    : { upload: picture ? uploadKept : uploadEmpty, address: addressEmpty };
  const address = picture?.source === "address" ? picture.url : "";
  const title = isPictureGone ? forms.pictureAgain : forms.edit;
  return {
    id: "video",
    title,
    submit: forms.makeIt,
    note: forms.newVideo,
    edits,
    fields: [
      promptField(prompt, isRisky ? forms.risk(price) : forms.promptHint, words),
      ...choiceFields({ ratio, duration: String(duration), resolution }, words),
      pictureField({ address, hints, isRequired: isPictureGone }, words),
    ],
  };
}

/** Asks what should happen. */
export function promptField(value: string, hint: string, { forms }: Words): Field {
  return {
    kind: "text",
    id: "prompt",
    label: forms.prompt,
    hint,
    value,
    isLong: true,
    isRequired: true,
    maxLength: PROMPT_MAX,
  };
}

/** Ask for shape, length and resolution; each opens with a choice made. */
export function choiceFields(
  chosen: Pick<VideoFormValues, "ratio" | "duration" | "resolution">,
  words: Words,
  ratios?: readonly Choice[],
): readonly Field[] {
  const { forms } = words;
  const { ratio, duration, resolution } = offeredIn(words);
  const choice = { kind: "choice", hint: null } as const;
  return [
    { ...choice, id: "ratio", label: forms.ratio, value: chosen.ratio, options: ratios ?? ratio },
    { ...choice, id: "duration", label: forms.duration, value: chosen.duration, options: duration },
    { ...choice, id: "resolution", label: forms.resolution, value: chosen.resolution, options: resolution },
  ];
}

interface PictureAsked {
  readonly address: string;
  readonly hints: { readonly upload: string; readonly address: string };
  readonly isRequired: boolean;
}

function pictureField({ address, hints, isRequired }: PictureAsked, { forms }: Words): Field {
  return {
    kind: "picture",
    id: "image",
    label: forms.picture,
    hint: hints.upload,
    isRequired,
    address: {
      kind: "text",
      id: "image_url",
      label: forms.address,
      hint: hints.address,
      value: address,
      isLong: false,
      isRequired,
      maxLength: ADDRESS_MAX,
    },
  };
}
