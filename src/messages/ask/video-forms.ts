import { BATCH_KINDS, BATCH_MAX, type BatchKind } from "../../core/batch/plan-batch.ts";
import type { EditedFrom } from "../../core/button.ts";
import type { ChatMessage, Field, Form, Section } from "../../core/chat.ts";
import { nthOf } from "../../core/film/film-chain.ts";
import type { Job } from "../../core/job/job.ts";
import { AS_PICTURE, type Choice } from "../../core/option-specs.ts";
import { type Credits, DURATIONS, priceOf, RESOLUTIONS } from "../../core/request/price.ts";
import { confirmAboveNow, confirmAboves, meaningOf, type Settings } from "../../core/request/settings.ts";
import {
  type FoundPicture,
  type NoPicture,
  type PictureProblem,
  PROMPT_MAX,
  RATIOS,
  typedPrompt,
  type VideoDefaults,
  type VideoOptionName,
  type VideoOptions,
  type VideoRequest,
} from "../../core/request/video-request.ts";
import { PAYERS, type Payer } from "../../core/team/payer.ts";
import { excerpt, settingsFacts } from "../card/card-facts.ts";
import { choiceField, message, paragraphs, quoteOf, textField } from "../message.ts";
import type { Words } from "../words.ts";
import { pictureProblemText } from "./draft-problems.ts";

export const KEY_MAX = 500;
const PROMPT_PART = 100;
const ADDRESS_MAX = 2_048;

/**
 * Lists the prices, because nobody should save a key without seeing them. `waiting`: the price of the video that waits
 * for it.
 */
export function keyForm(waiting: Credits | null, words: Words): Form {
  const { forms, keys, amounts } = words;
  const { note, label, hint, waits } = forms.key;
  const fields = [textField("key", label, { hint, isRequired: true, maxLength: KEY_MAX })];
  const notes = [note, ...(waiting === null ? [] : [waits(waiting)]), priceList(words)];
  return { id: "key", title: keys.yours, submit: forms.save, note: notes.join(amounts.sentenceGap), fields };
}

export function priceList(words: Words): string {
  const { amounts, forms } = words;
  return forms.prices(
    offeredIn(words)
      .resolution.map(({ label }) => label)
      .join(amounts.comma),
  );
}

export type VideoFormValues = { readonly [Part in "prompt" | Exclude<keyof VideoOptions, "pay" | "style">]: string };

export function defaultValues({
  aspectRatio = "16:9",
  duration = 10,
  resolution = "480p",
}: VideoDefaults): VideoFormValues {
  return { prompt: "", ratio: aspectRatio, duration: String(duration), resolution, image_url: "" };
}

export function requestValues(request: VideoRequest): VideoFormValues {
  const { aspectRatio, duration, resolution, picture } = request;
  const image_url = picture?.source === "address" ? picture.url : "";
  return { prompt: typedPrompt(request), ratio: aspectRatio, duration: String(duration), resolution, image_url };
}

/** In megabytes. */
export interface PictureLimits {
  readonly upload: number;
  readonly address: number;
}

export function videoForm(values: VideoFormValues, limits: PictureLimits, words: Words): Form {
  const { forms } = words;
  const picture = pictureField({ address: values.image_url, hints: forms.hints, limits, isRequired: false }, words);
  return {
    id: "video",
    title: words.buttons.makeVideo,
    submit: forms.makeIt,
    note: forms.creditsAreTaken,
    fields: videoFields(values, { promptHint: forms.promptHint, picture }, words),
  };
}

interface EditState {
  readonly edits: EditedFrom;
  /** The first video may have been charged. */
  readonly isRisky: boolean;
  readonly isPictureGone: boolean;
  readonly limits: PictureLimits;
}

export function editForm(
  { request, price }: Pick<Job, "request" | "price">,
  { edits, isRisky, isPictureGone, limits }: EditState,
  words: Words,
): Form {
  const { forms } = words;
  const values = requestValues(request);
  const { uploadKept, uploadEmpty, addressEmpty, gone } = forms.hints;
  const hints = isPictureGone
    ? { upload: gone, address: gone }
    : { upload: request.picture ? uploadKept : uploadEmpty, address: addressEmpty };
  const picture = pictureField({ address: values.image_url, hints, limits, isRequired: isPictureGone }, words);
  const title = isPictureGone ? forms.pictureAgain : words.buttons.edit;
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
  readonly ratios?: readonly Choice[];
  /** Only for a form that is not about a known picture. */
  readonly picture: Field | null;
}

/** The new video begins with the last frame of `of`, and has its shape. */
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

function videoFields(
  values: VideoFormValues,
  { promptHint, ratios, picture }: FieldsAsked,
  words: Words,
): readonly Field[] {
  const { forms } = words;
  const offered = offeredIn(words);
  const fields: Readonly<Record<"prompt" | VideoOptionName, Field | null>> = {
    prompt: textField("prompt", forms.prompt, {
      hint: promptHint,
      value: values.prompt,
      isLong: true,
      isRequired: true,
      maxLength: PROMPT_MAX,
    }),
    ratio: choiceField("ratio", words.settings.labels.ratio, values.ratio, ratios ?? offered.ratio),
    duration: choiceField("duration", words.settings.labels.duration, values.duration, offered.duration),
    resolution: choiceField("resolution", forms.resolution, values.resolution, offered.resolution),
    image_url: picture,
    // Added only if there is a choice: see `withPayer` and `withStyles`.
    pay: null,
    style: null,
  };
  return Object.values(fields).filter((field) => field !== null);
}

interface PictureAsked {
  readonly address: string;
  readonly hints: Pick<Words["forms"]["hints"], keyof PictureLimits>;
  readonly limits: PictureLimits;
  readonly isRequired: boolean;
}

function pictureField({ address, hints, limits, isRequired }: PictureAsked, { forms }: Words): Field {
  return {
    kind: "picture",
    id: "image",
    label: forms.picture,
    hint: hints.upload(limits.upload),
    isRequired,
    address: textField("image_url", forms.address, {
      hint: hints.address(limits.address),
      value: address,
      isRequired,
      maxLength: ADDRESS_MAX,
    }),
  };
}

const NAME_MAX = 60;

interface AnimateFormHolds {
  readonly id: string;
  readonly pictures: readonly FoundPicture[];
  readonly values: VideoFormValues;
  readonly leftOut: number;
}

export function animateForm({ id, pictures, values, leftOut }: AnimateFormHolds, words: Words): Form {
  const { animate, forms } = words;
  const [only, ...others] = pictures;
  const offered = offeredIn(words);
  const ratios = values.ratio === AS_PICTURE ? [offered.asPicture, ...offered.ratio] : offered.ratio;
  const fields = videoFields(values, { promptHint: forms.promptHint, ratios, picture: null }, words);
  const missing = leftOut === 0 ? null : animate.leftOut(leftOut);
  return {
    id: "animate",
    title: animate.title,
    submit: forms.makeIt,
    animates: id,
    note: [
      only && others.length === 0 ? animate.thePicture(pictureLabel(only, words)) : null,
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
    label: `${index + 1}: ${pictureLabel(each, words)}`,
    value: String(index),
  }));
  return choiceField("image", words.forms.picture, "0", options, { hint });
}

function pictureLabel(picture: FoundPicture, { animate }: Words): string {
  const { width, height } = picture;
  const name = excerpt(picture.name, NAME_MAX) || animate.unnamed;
  return width && height ? `${name}, ${width} x ${height}` : name;
}

/** `problem` is that of the first picture; `other` is what the message has instead. */
export function nothingToAnimate(problem: PictureProblem | null, other: NoPicture | null, words: Words): ChatMessage {
  const { animate, nothingCharged } = words;
  const text = problem ? pictureProblemText(problem, words) : other ? animate[other] : animate.noPicture;
  return message({ tone: "bad", title: animate.nothing, body: paragraphs(text, nothingCharged) });
}

/** All scenes together; a platform's field may hold less. */
const SCENES_MAX = BATCH_MAX * PROMPT_MAX;

export function batchForm(
  values: VideoFormValues,
  { canChain, limits }: { readonly canChain: boolean; readonly limits: PictureLimits },
  words: Words,
): Form {
  const { forms, several } = words;
  const { form } = several;
  const picture = pictureField({ address: "", hints: forms.hints, limits, isRequired: false }, words);
  const [prompt, ...others] = videoFields(values, { promptHint: form.scenesHint, picture }, words);
  const scenes = prompt?.kind === "text" ? [{ ...prompt, label: form.scenes, maxLength: SCENES_MAX }] : [];
  const fields = [...scenes, kindField(canChain, words), ...others];
  return { id: "batch", title: form.title, submit: form.submit, note: form.note, fields };
}

function kindField(canChain: boolean, { several }: Words): Field {
  const { form } = several;
  const kinds = BATCH_KINDS.filter((kind) => canChain || kind !== "chain");
  const options = kinds.map((kind) => ({ label: kindLabel(kind, form), value: kind }));
  return choiceField("make", form.make, "scenes", options, { display: "radio" });
}

function kindLabel(kind: BatchKind, form: Words["several"]["form"]): string {
  if (kind === "scenes") return form.eachLine;
  return kind === "chain" ? form.chain : form.versions(Number(kind));
}

/** Each combination of resolution and length with its price. `withSize` parses its value. */
function sizeChoices({ amounts }: Words): readonly Choice[] {
  return RESOLUTIONS.flatMap((resolution) =>
    DURATIONS.map((duration) => ({
      label: [resolution, amounts.seconds(duration), amounts.credits(priceOf({ resolution, duration }))].join(" · "),
      value: `${resolution}-${duration}`,
    })),
  );
}

/** A longer title is shortened, and shown in full below. */
const TITLE_MAX = 80;

/** Shows the prompt once if all videos have the same one. */
export function scenesOf(
  each: readonly VideoRequest[],
  words: Words,
): Pick<ChatMessage, "quote" | "cutQuote" | "body" | "sections" | "facts"> {
  const prompts = new Set(each.map(({ prompt }) => prompt));
  const settings = each.map((request) => settingsFacts(request, words));
  const areAlike = new Set(settings.map((facts) => JSON.stringify(facts))).size === 1;
  const [quote = ""] = prompts;
  const facts = areAlike ? (settings[0] ?? []) : [];
  if (prompts.size === 1 && areAlike)
    return {
      ...quoteOf(quote, words),
      body: each.length === 1 ? [] : paragraphs(words.several.versions(each.length)),
      facts,
    };
  const sections = each.map(({ prompt }, index): Section => {
    const own = areAlike ? [] : (settings[index] ?? []);
    const begin = excerpt(prompt, TITLE_MAX);
    const whole = begin === prompt ? {} : { quote: prompt };
    return { title: words.several.nth(index + 1, begin), ...whole, body: own };
  });
  return { quote: null, cutQuote: words.facts.moreSent, body: [], sections, facts };
}

export function offeredIn({ choices, amounts }: Words) {
  const { ping, attach, visibility, confirmAbove } = choices;
  return {
    ratio: RATIOS.map((value) => ({ label: choices.ratio[value], value })),
    asPicture: { label: choices.asPicture, value: AS_PICTURE },
    duration: DURATIONS.map((seconds) => ({ label: amounts.seconds(seconds), value: String(seconds) })),
    resolution: RESOLUTIONS.map((resolution) => {
      const [short, long] = [priceOf({ resolution, duration: 10 }), priceOf({ resolution, duration: 15 })];
      return { label: choices.resolution(resolution, short, long), value: resolution };
    }),
    pay: [{ label: choices.payByItself, value: "auto" }, ...PAYERS.map((value) => labelled(choices.pay, value))],
    ping: [labelled(ping, "on"), labelled(ping, "off")],
    broadcast: labelled(ping, "channel"),
    attach: [labelled(attach, "yes"), labelled(attach, "no")],
    // For platforms whose cards do not play videos, such as Slack.
    attachInThread: [{ label: choices.attachInThread, value: "yes" }, labelled(attach, "no")],
    visibility: [labelled(visibility, "here"), labelled(visibility, "private")],
    confirm_above: confirmAboves().map((credits) => ({
      label: confirmAbove[meaningOf(credits)](credits),
      value: String(credits),
    })),
  } satisfies Readonly<Record<string, Choice | readonly Choice[]>>;
}

function labelled<Value extends string>(labels: Readonly<Record<Value, string>>, value: Value): Choice {
  return { label: labels[value], value };
}

export function valuesOf(settings: Settings) {
  return {
    ratio: settings.aspectRatio ?? "16:9",
    duration: String(settings.duration ?? 10),
    resolution: settings.resolution ?? "480p",
    ping: settings.isSilent ? "off" : settings.isBroadcast ? "channel" : "on",
    attach: settings.isAttached ? "yes" : "no",
    visibility: settings.isPrivate ? "private" : "here",
    confirm_above: String(confirmAboveNow(settings.confirmAbove)),
    pay: settings.pay ?? "auto",
  };
}

export function withPayer(form: Form, payer: Payer, words: Words): Form {
  const options = offeredIn(words).pay.filter(({ value }) => value !== "auto");
  return { ...form, fields: [...form.fields, choiceField("pay", words.settings.labels.pay, payer, options)] };
}

/**
 * First merges length and resolution into one choice with the price, then adds the shape to it, then drops the style, which
 * a command still accepts.
 */
export function fitForm(form: Form, most: number, words: Words): Form {
  return [withOneSize, withOneFormat, withoutStyle].reduce(
    (fitted, step) => (fitted.fields.length <= most ? fitted : step(fitted, words)),
    form,
  );
}

function withOneSize(form: Form, words: Words): Form {
  const [duration, resolution] = [choiceIn(form, "duration"), choiceIn(form, "resolution")];
  if (!duration || !resolution) return form;
  const value = `${resolution.value}-${duration.value}`;
  return replaced(form, duration, resolution, choiceField("size", resolution.label, value, sizeChoices(words)));
}

function withOneFormat(form: Form, { forms }: Words): Form {
  const [ratio, size] = [choiceIn(form, "ratio"), choiceIn(form, "size")];
  if (!ratio || !size) return form;
  const options = ratio.options.flatMap((shape) =>
    size.options.map(({ label, value }) => ({ label: `${shape.label} · ${label}`, value: `${shape.value}-${value}` })),
  );
  return replaced(form, ratio, size, choiceField("size", forms.format, `${ratio.value}-${size.value}`, options));
}

function withoutStyle(form: Form): Form {
  return { ...form, fields: form.fields.filter(({ id }) => id !== "style") };
}

function choiceIn({ fields }: Form, name: string) {
  const field = fields.find(({ id }) => id === name);
  return field?.kind === "choice" ? field : null;
}

function replaced(form: Form, gone: Field, last: Field, by: Field): Form {
  return {
    ...form,
    fields: form.fields.flatMap((field) => (field === gone ? [] : field === last ? [by] : [field])),
  };
}
