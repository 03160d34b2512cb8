import type { EditedFrom } from "../../core/button.ts";
import type { Field, Form } from "../../core/chat.ts";
import { nthOf } from "../../core/film/film-chain.ts";
import type { Job } from "../../core/job/job.ts";
import type { Choice } from "../../core/option-specs.ts";
import {
  PROMPT_MAX,
  typedPrompt,
  type VideoDefaults,
  type VideoOptionName,
  type VideoOptions,
  type VideoRequest,
} from "../../core/request/video-request.ts";
import { excerpt } from "../card/excerpt.ts";
import type { Words } from "../words.ts";
import { offeredIn } from "./choices.ts";

/** Longest key a form takes, in characters. */
const KEY_MAX = 500;
/** So much of the prompt of an earlier video is shown, in characters. */
const PROMPT_PART = 100;
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
export type VideoFormValues = { readonly [Part in "prompt" | Exclude<keyof VideoOptions, "pay" | "style">]: string };

/** Of a form without a request in it: the person's own settings. */
export function defaultValues({
  aspectRatio = "16:9",
  duration = 10,
  resolution = "480p",
}: VideoDefaults): VideoFormValues {
  return { prompt: "", ratio: aspectRatio, duration: String(duration), resolution, image_url: "" };
}

/** Of a form with that request in it. */
export function requestValues(request: VideoRequest): VideoFormValues {
  const { aspectRatio, duration, resolution, picture } = request;
  const image_url = picture?.source === "address" ? picture.url : "";
  return { prompt: typedPrompt(request), ratio: aspectRatio, duration: String(duration), resolution, image_url };
}

/** Asks for everything a video needs. */
export function videoForm(values: VideoFormValues, words: Words): Form {
  const { forms } = words;
  const picture = pictureField({ address: values.image_url, hints: forms.hints, isRequired: false }, words);
  return {
    id: "video",
    title: forms.makeVideo,
    submit: forms.makeIt,
    note: forms.creditsAreTaken,
    fields: videoFields(values, { promptHint: forms.promptHint, picture }, words),
  };
}

interface EditState {
  readonly edits: EditedFrom;
  /** Whether the first video was charged is not known. */
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
  const values = requestValues(request);
  const { uploadKept, uploadEmpty, addressEmpty, gone } = forms.hints;
  const hints = isPictureGone
    ? { upload: gone, address: gone }
    : { upload: request.picture ? uploadKept : uploadEmpty, address: addressEmpty };
  const picture = pictureField({ address: values.image_url, hints, isRequired: isPictureGone }, words);
  const title = isPictureGone ? forms.pictureAgain : forms.edit;
  return {
    id: "video",
    title,
    submit: forms.makeIt,
    note: forms.newVideo,
    edits,
    fields: videoFields(values, { promptHint: isRisky ? forms.risk(price) : forms.promptHint, picture }, words),
  };
}

interface FieldsAsked {
  readonly promptHint: string;
  /** Where its shape is to be chosen from others than usual. */
  readonly ratios?: readonly Choice[];
  /** null: the form is about a picture that is known. */
  readonly picture: Field | null;
}

/** Asks how a video goes on; `of` is the one that ends where it begins, whose shape it has. */
export function continueForm(of: Pick<Job, "id" | "request">, continues: EditedFrom, words: Words): Form {
  const { chain, forms, amounts } = words;
  const { prompt, resolution } = of.request;
  const nth = nthOf(of) + 1;
  const values = { ...requestValues(of.request), prompt: "" };
  const fields = videoFields(values, { promptHint: chain.promptHint, picture: null }, words);
  return {
    id: "continue",
    title: chain.title(nth),
    submit: forms.makeIt,
    note: [chain.note(excerpt(prompt, PROMPT_PART), nth, resolution), forms.creditsAreTaken].join(amounts.sentenceGap),
    continues,
    fields: fields.filter(({ id }) => id !== "ratio"),
  };
}

/** The fields of a form for a video; each choice opens with one made. An option without a field does not compile. */
export function videoFields(
  values: VideoFormValues,
  { promptHint, ratios, picture }: FieldsAsked,
  words: Words,
): readonly Field[] {
  const { forms } = words;
  const offered = offeredIn(words);
  const choice = { kind: "choice", hint: null } as const;
  const fields: Readonly<Record<"prompt" | VideoOptionName, Field | null>> = {
    prompt: {
      kind: "text",
      id: "prompt",
      label: forms.prompt,
      hint: promptHint,
      value: values.prompt,
      isLong: true,
      isRequired: true,
      maxLength: PROMPT_MAX,
    },
    ratio: { ...choice, id: "ratio", label: forms.ratio, value: values.ratio, options: ratios ?? offered.ratio },
    duration: { ...choice, id: "duration", label: forms.duration, value: values.duration, options: offered.duration },
    resolution: {
      ...choice,
      id: "resolution",
      label: forms.resolution,
      value: values.resolution,
      options: offered.resolution,
    },
    image_url: picture,
    // Asked for where there is a choice: see `withPayer` and `withStyles`.
    pay: null,
    style: null,
  };
  return Object.values(fields).filter((field) => field !== null);
}

interface PictureAsked {
  readonly address: string;
  readonly hints: { readonly upload: string; readonly address: string };
  readonly isRequired: boolean;
}

/** A picture that a video begins with: a file, or its address. */
export function pictureField({ address, hints, isRequired }: PictureAsked, { forms }: Words): Field {
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
