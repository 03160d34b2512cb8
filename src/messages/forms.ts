import type { Form } from "../core/chat.ts";
import { durationChoices, ratioChoices, resolutionChoices } from "../core/specs.ts";
import { PROMPT_MAX } from "../core/video-request.ts";

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
      {
        kind: "text",
        id: "prompt",
        label: "Prompt",
        hint: "What should happen in the video",
        value: values.prompt,
        isLong: true,
        isRequired: true,
        maxLength: PROMPT_MAX,
      },
      { kind: "choice", id: "ratio", label: "Shape", hint: null, value: values.ratio, options: ratioChoices },
      { kind: "choice", id: "duration", label: "Length", hint: null, value: values.duration, options: durationChoices },
      {
        kind: "choice",
        id: "resolution",
        label: "Resolution and price",
        hint: null,
        value: values.resolution,
        options: resolutionChoices,
      },
      {
        kind: "text",
        id: "image_url",
        label: "Address of a picture",
        hint: "Brings it to life; https, up to 5 MB; may stay empty",
        value: values.imageUrl,
        isLong: false,
        isRequired: false,
        maxLength: ADDRESS_MAX,
      },
    ],
  };
}
