import { DURATIONS, RESOLUTIONS } from "./request/price.ts";
import { ATTACHES, CONFIRM_ABOVES, type SettingName, VISIBILITIES } from "./request/settings.ts";
import { RATIOS, type VideoOptionName } from "./request/video-request.ts";
import { PAY_SETTINGS, PAYERS } from "./team/payer.ts";

/** Translations by language tag, such as `de` or `pt-BR`. A person with any other language reads English. */
export type Localisations = Readonly<Record<string, string>>;

export interface Localisable {
  readonly names?: Localisations;
  readonly descriptions?: Localisations;
}

/** Both platforms register such an option of a command, and flags and forms set it. */
export interface OptionSpec extends Localisable {
  readonly name: "prompt" | "image" | VideoOptionName | SettingName | "show";
  readonly type: "text" | "number" | "picture";
  readonly description: string;
  readonly isRequired: boolean;
  /** The person's own videos complete what is typed; a platform that cannot do that ignores this. */
  readonly autocomplete?: true;
  readonly choices: readonly Choice[];
}

export type Suggested = Extract<OptionSpec["name"], "prompt" | "show" | "style">;

export interface Choice {
  /** In English; the value itself until the catalogues have labelled it, see `messages/specs.ts`. */
  readonly label: string;
  readonly value: string;
  readonly labels?: Localisations;
}

function choicesOf(values: readonly (string | number)[]): readonly Choice[] {
  return values.map((value) => ({ label: String(value), value: String(value) }));
}

/** The option is left open: the picture's own shape decides. */
export const AS_PICTURE = "as_picture";

const ratioOption = {
  name: "ratio",
  type: "text",
  description: "Landscape or portrait",
  isRequired: false,
  choices: choicesOf(RATIOS),
} as const satisfies OptionSpec;

const resolutionOption = {
  name: "resolution",
  type: "text",
  description: "How sharp the video is, and what it costs",
  isRequired: false,
  choices: choicesOf(RESOLUTIONS),
} as const satisfies OptionSpec;

type Specs<Names extends OptionSpec["name"]> = { readonly [Name in Names]: OptionSpec & { readonly name: Name } };

/** `flag`: the shape of a flag's value, whether or not such a video can be made; `value`: the word for it where there are no choices. */
type FlagShapes = { readonly [Name in VideoOptionName]: { readonly flag: RegExp; readonly value?: string } };

/** Describes each video option; an option without its spec does not compile. */
export const videoOptionSpecs: Specs<"prompt" | "image" | VideoOptionName> & FlagShapes = {
  prompt: {
    name: "prompt",
    type: "text",
    description: "What should happen in the video",
    isRequired: true,
    autocomplete: true,
    choices: [],
  },
  ratio: { ...ratioOption, flag: /^\d{1,3}[:x/]\d{1,3}$/i },
  duration: {
    name: "duration",
    type: "number",
    description: "How long the video is",
    isRequired: false,
    choices: choicesOf(DURATIONS),
    flag: /^\d{1,3}(?:s|sec|seconds)?$/i,
  },
  resolution: { ...resolutionOption, flag: /^(?:\d{3,4}p?|[248]k|hd)$/i },
  image: {
    name: "image",
    type: "picture",
    description: "A picture to animate (up to 5 MB)",
    isRequired: false,
    choices: [],
  },
  image_url: {
    name: "image_url",
    type: "text",
    description: "Or the address of a picture (https://…, up to 5 MB)",
    isRequired: false,
    choices: [],
    flag: /^https?:/i,
    value: "URL",
  },
  pay: {
    name: "pay",
    type: "text",
    description: "Whose credits are spent",
    isRequired: false,
    choices: choicesOf(PAYERS),
    flag: /^(?:mine|team)$/i,
  },
  style: {
    name: "style",
    type: "text",
    description: "A saved text that is put on the prompt",
    isRequired: false,
    autocomplete: true,
    choices: [],
    flag: /^[\p{L}\p{N}]/u,
    value: "NAME",
  },
};

export const settingsOptionSpecs: Specs<SettingName> = {
  ratio: ratioOption,
  duration: {
    name: "duration",
    type: "number",
    description: "How long a video is",
    isRequired: false,
    choices: choicesOf(DURATIONS),
  },
  resolution: resolutionOption,
  ping: {
    name: "ping",
    type: "text",
    description: "Whether you get a message when a video is done",
    isRequired: false,
    choices: choicesOf(["on", "off"]),
  },
  attach: {
    name: "attach",
    type: "text",
    description: "Whether a finished video plays in its card or is only a link",
    isRequired: false,
    choices: choicesOf(ATTACHES),
  },
  visibility: {
    name: "visibility",
    type: "text",
    description: "Who can see the cards of your videos",
    isRequired: false,
    choices: choicesOf(VISIBILITIES),
  },
  confirm_above: {
    name: "confirm_above",
    type: "number",
    description: "When to ask me before spending credits",
    isRequired: false,
    choices: choicesOf(CONFIRM_ABOVES),
  },
  pay: {
    name: "pay",
    type: "text",
    description: "Whose credits are spent",
    isRequired: false,
    choices: choicesOf(PAY_SETTINGS),
  },
};

export const jobsOptions: readonly OptionSpec[] = [
  {
    name: "show",
    type: "text",
    description: "Bring this video's card here",
    isRequired: false,
    autocomplete: true,
    choices: [],
  },
];
